// Reads what dice show in a line that says how many were rolled, and with how many sides: `3d6+2: 6 + 5 + 3 + 2 = 16`.

const NOTATION = /(?<![\p{L}\d])(\d{1,2})d(\d{1,3})(?![\p{L}\d])/giu;
const MOST_DICE = 40;
/** One number is a die where it is told apart from what else the line says. */
const ONE = /(?<=[:=>([] ?)\d{1,3}(?![\d.,:/%\p{L}])/u;

/** A die of a line: its characters, and what it may show. */
interface Die {
  start: number;
  end: number;
  fits(value: string): boolean;
}

/** Lists the dice of a line that says once how many there are, and shows as many numbers that they can show. */
export function diceIn(line: string): Die[] {
  const [said, second] = [...line.matchAll(NOTATION)];
  const [count, sides] = [Number(said?.[1]), Number(said?.[2])];
  if (said === undefined || second !== undefined || !(count >= 1 && count <= MOST_DICE && sides >= 2)) return [];
  const after = said.index + said[0].length;
  const shown = (count === 1 ? ONE : severalOf(count)).exec(line.slice(after));
  if (shown === null) return [];
  const fits = (value: string): boolean => /^[1-9]\d{0,2}$/.test(value) && Number(value) <= sides;
  const dice = [...shown[0].matchAll(/\d+/g)].map(({ 0: text, index }): Die => {
    const start = after + shown.index + index;
    return { start, end: start + text.length, fits };
  });
  return dice.every(({ start, end }) => fits(line.slice(start, end))) ? dice : [];
}

/** So many numbers that are added, or listed. */
function severalOf(count: number): RegExp {
  const others = `(?: ?[+,|] ?\\d{1,3}){${String(count - 1)}}`;
  return new RegExp(`(?<![\\d.,+-] ?)\\d{1,3}${others}(?![\\d.:/%\\p{L}])`, "u");
}
