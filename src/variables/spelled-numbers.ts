// Reads a number that is written in English words or in Roman numerals: sixty-nine, IV.

const UNITS = "zero|one|two|three|four|five|six|seven|eight|nine".split("|");
const TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen".split("|");
const TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety".split("|");
const VALUES: ReadonlyMap<string, number> = new Map([
  ...[...UNITS, ...TEENS].map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, 20 + 10 * at] as const),
]);
const UNIT = UNITS.slice(1).join("|");
const SMALL = `(?:(?:${TENS.join("|")})(?:[- ](?:${UNIT}))?|${TEENS.join("|")}|${UNIT})`;
const BELOW_1000 = `(?:(?:${UNIT}|a) hundred(?: (?:and )?${SMALL})?|${SMALL})`;
const NUMBER = `(?:(?:${BELOW_1000}|a) thousand(?:,? (?:and )?${BELOW_1000})?|${BELOW_1000}|zero)`;
const WHOLE = new RegExp(`^${NUMBER}$`, "i");
const PHRASE = new RegExp(`${NUMBER}(?![\\p{L}\\p{N}])`, "iuy");

const ROMAN = /^(?=[MDCLXVI])M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})(?:I[XV]|V?I{0,3})$/;
const NUMERALS: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };

/** Returns the end of a number in words that has several of them and begins at a place of a text. */
export function endOfSpelled(text: string, at: number): number | undefined {
  PHRASE.lastIndex = at;
  if (!/[a-z]/i.test(text[at] ?? "") || !PHRASE.test(text)) return undefined;
  const end = PHRASE.lastIndex;
  return /[- ]/.test(text.slice(at, end)) ? end : undefined;
}

/** Returns the value of a text that is a number in words and nothing else. */
export function readSpelled(text: string): number | undefined {
  if (text.length > 80 || !WHOLE.test(text)) return undefined;
  let [sum, part] = [0, 0];
  for (const word of text.toLowerCase().split(/[- ,]+/)) {
    if (word === "thousand") [sum, part] = [sum + Math.max(part, 1) * 1000, 0];
    else if (word === "hundred") part = Math.max(part, 1) * 100;
    else part += VALUES.get(word) ?? 0;
  }
  return sum + part;
}

/** Returns the value of Roman numerals in capitals. */
export function readRoman(text: string): number | undefined {
  if (text.length > 15 || !ROMAN.test(text)) return undefined;
  const values = Array.from(text, (letter) => NUMERALS[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/**
 * Returns how all values of a place are written, where they are numbers in one of these forms. Sizes (`M`, `XL`) and marks
 * (`C`, `D`) are Roman numerals, too: numbers that count have an `I` or a `V`, and lie close together.
 */
export function spellingOf(seen: readonly string[]): "words" | "roman" | undefined {
  // A note that says `three`, and `four` the next time, counts nothing.
  if (new Set(seen).size < Math.min(seen.length, 3)) return undefined;
  if (seen.every((text) => readSpelled(text) !== undefined)) return "words";
  const numbers = seen.flatMap((text) => readRoman(text) ?? []);
  if (numbers.length < seen.length || !seen.some((text) => /[IV]/.test(text))) return undefined;
  return Math.max(...numbers) <= 10 * Math.min(...numbers) || Math.max(...numbers) < 40 ? "roman" : undefined;
}

/** Reads a number that is written as {@link spellingOf} says. */
export function readAs(spelling: "words" | "roman", text: string): number | undefined {
  return spelling === "words" ? readSpelled(text) : readRoman(text);
}
