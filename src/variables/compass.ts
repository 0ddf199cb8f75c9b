// Reads points of the compass, and finds one that is not where the degrees beside it are, as it was in every run.
import { appendTo } from "../append-to.js";
import { isAtOrBelow } from "../json/pointer.js";
import { setOf } from "../reading/set-of.js";
import { numberOf, surroundingsOf, type BrokenNumber, type LiveValueOf } from "./amounts.js";
import { seenText, type Place, type Variable } from "./learned.js";
import { labelOf, wordsOfName, type Named } from "./names.js";
import { oncePerCassette } from "./once.js";

const RUNS = 3;
const CIRCLE = 360;
const POINTS: ReadonlyMap<string, number> = new Map(
  "n nne ne ene e ese se sse s ssw sw wsw w wnw nw nnw".split(" ").map((name, at) => [name, at * 22.5] as const),
);
const WORDS = /^(north|south)?[- ]?(east|west)?$/;
/** What is named so has a direction. `N` and `E` alone may be marks. */
const NAMES = setOf(
  "wind gust direction dir bearing heading course compass azimuth cardinal swell current blowing facing",
);

/** How a point of the compass is written. */
export type CompassForm = "small" | "capital" | "large" | "words" | "capital words";

/** Returns where a point is, in degrees from north, and how it is written; undefined for other texts. */
export function readCompass(text: string): { degrees: number; form: CompassForm } | undefined {
  if (text === "" || text.length > 12) return undefined;
  const small = text.toLowerCase();
  const isCapital = text.slice(1) === small.slice(1) && text !== small;
  const degrees = POINTS.get(small);
  if (degrees !== undefined) {
    if (text === small) return { degrees, form: "small" };
    return text === text.toUpperCase() ? { degrees, form: "large" } : undefined;
  }
  const [, first = "", second = ""] = WORDS.exec(small) ?? [];
  const named = POINTS.get(`${first.slice(0, 1)}${second.slice(0, 1)}`);
  if (named === undefined || !(text === small || isCapital)) return undefined;
  return { degrees: named, form: text === small ? "words" : "capital words" };
}

/** Returns how all values are written, where they are points of the compass. */
export function compassFormOf(seen: readonly string[]): CompassForm | undefined {
  const [first, ...others] = seen.map((text) => readCompass(text)?.form);
  return others.every((form) => form === first) ? first : undefined;
}

/** True for points of the compass that are named as a direction. */
export function areDirections(seen: readonly string[], named: Named): boolean {
  const words = wordsOfName(`${named.parent} ${named.key} ${labelOf(named)}`);
  return seen.length >= RUNS && words.some((word) => NAMES.has(word)) && compassFormOf(seen) !== undefined;
}

interface Side {
  index: number;
  variable: Variable;
  place: Place;
  degrees: readonly number[];
}

/** A point of the compass with the number that says the same. */
interface Direction {
  point: Side;
  number: Side;
}

/** Returns the points of a call that the degrees beside them agreed with in every run. */
export function directionsOf(variables: readonly Variable[], call: number): readonly Direction[] {
  return allDirections(variables).get(call) ?? [];
}

const allDirections = oncePerCassette((variables): ReadonlyMap<number, readonly Direction[]> => {
  const byCall = new Map<number, Direction[]>();
  const sides = (read: (text: string) => number | undefined): Side[] =>
    variables.flatMap((variable, index): Side[] => {
      const [place] = variable.places;
      const degrees = variable.seen.flatMap((value) => read(seenText(value)) ?? []);
      const isSide = variable.seen.length >= RUNS && degrees.length === variable.seen.length;
      return place === undefined || place.key === true || !isSide ? [] : [{ index, variable, place, degrees }];
    });
  const points = sides((text) => readCompass(text)?.degrees);
  if (points.length === 0) return byCall;
  const numbers = sides((text) => inCircle(numberOf(text)));
  for (const point of points) {
    const { call, at } = point.place;
    const number = numbers.find(
      ({ place, degrees }) =>
        place.call === call &&
        surroundingsOf(place.at) === surroundingsOf(at) &&
        degrees.every((angle, run) => areOne(angle, point.degrees[run] ?? 0, sectorOf(point.degrees))),
    );
    if (number !== undefined) appendTo(byCall, call, { point, number });
  }
  return byCall;
});

function inCircle(angle: number | undefined): number | undefined {
  return angle !== undefined && angle >= 0 && angle <= CIRCLE ? angle : undefined;
}

/** How many degrees a point stands for. Four winds say eight of them rarely, sixteen mostly. */
function sectorOf(points: readonly number[]): number {
  return points.some((angle) => angle % 45 !== 0) ? 22.5 : 45;
}

/** Degrees are rounded before they are shown, or after. */
const ROUNDED = 1;

function areOne(angle: number, point: number, sector: number): boolean {
  const apart = Math.abs(angle - point) % CIRCLE;
  return Math.min(apart, CIRCLE - apart) <= sector / 2 + ROUNDED;
}

/** Lists the points, at or below a place, that the degrees beside them do not agree with any more. */
export function brokenDirections(directions: readonly Direction[], at: string, valueOf: LiveValueOf): BrokenNumber[] {
  return directions.flatMap(({ point, number }): BrokenNumber[] => {
    const [live = "", beside] = [valueOf(point.index), numberOf(valueOf(number.index))];
    const degrees = readCompass(live)?.degrees;
    if (![point, number].every(({ place }) => isAtOrBelow(place.at, at))) return [];
    if (degrees === undefined || beside === undefined) return [];
    if (inCircle(beside) !== undefined && areOne(beside, degrees, sectorOf([...point.degrees, degrees]))) return [];
    const { variable, place } = point;
    return [{ variable, place, live, was: `the point of ${number.variable.name}` }];
  });
}
