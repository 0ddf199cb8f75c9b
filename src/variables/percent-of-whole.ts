// Finds a percentage of a text that was, in every run, what a number before it is of a constant beside both: `500G 310G 62%`.
import { decimalsIn } from "../json/digits.js";
import { numberOf, type BrokenNumber, type LiveValueOf } from "./amounts.js";
import { seenText, tokenEnds, type Place, type Variable } from "./learned.js";
import { piecesOf } from "./pieces.js";

const RUNS = 3;
/** So many numbers of one line may be parts: among more some fit by chance. */
const MOST = 6;

/** A variable of a line. */
interface SpotOfLine {
  index: number;
  variable: Variable;
  place: Place;
}

/** Lists the percentages of a recorded line that are not what they were of its other numbers. */
export function brokenPercentages(
  line: string,
  spotsIn: () => readonly SpotOfLine[],
  valueOf: LiveValueOf,
): BrokenNumber[] {
  if (!/\d ?%/.test(line)) return [];
  const spots = spotsIn();
  const numbers = spots.flatMap((spot) => {
    const texts = spot.variable.seen.map(seenText);
    const seen = texts.flatMap((text) => numberOf(text.replace(/ ?%$/, "")) ?? []);
    return seen.length >= RUNS && seen.length === texts.length && new Set(seen).size > 1
      ? [{ ...spot, seen, texts, tokens: tokensOf(spot.place) }]
      : [];
  });
  if (numbers.length > MOST) return [];
  const pieces = piecesOf(line);
  const wholes = pieces.flatMap(({ text, from, to }) => {
    const isTaken = spots.some(({ place }) => tokensOf(place)[0] <= to && from <= tokensOf(place)[1]);
    return isTaken ? [] : (numberOf(text) ?? []);
  });
  return numbers.flatMap((of): BrokenNumber[] => {
    const piece = pieces.find(({ from, to }) => from <= of.tokens[1] && of.tokens[1] <= to);
    if (piece === undefined || !/^ ?%/.test(line.slice(piece.end, piece.end + 2))) return [];
    const step = 10 ** -Math.max(...of.texts.map(decimalsIn));
    const live = valueOf(of.index);
    const now = numberOf(live);
    const held = numbers.flatMap((part) =>
      wholes.flatMap((whole) => {
        const isPart = part !== of && whole > 0 && part.seen.every((value) => value > 0 && value <= whole);
        const fits = of.seen.every(
          (value, run) => Math.abs(value - (100 * (part.seen[run] ?? 0)) / whole) <= step / 2 + 1e-6,
        );
        return isPart && fits ? [{ part, whole }] : [];
      }),
    );
    // Where two numbers fit, either may be what it is of.
    const isHeld =
      held.length === 0 ||
      held.some(({ part, whole }) => {
        const value = numberOf(valueOf(part.index));
        return value === undefined || now === undefined || Math.abs(now - (100 * value) / whole) <= step + 1e-6;
      });
    const [first] = held;
    if (isHeld || first === undefined || live === undefined) return [];
    return [
      { variable: of.variable, place: of.place, live, was: `${first.part.variable.name} / ${String(first.whole)}` },
    ];
  });
}

function tokensOf({ token = 1 }: Place): readonly [number, number] {
  return tokenEnds({ token });
}
