// Tells whether the live value of a variable is in another row of the recorded list, or the recorded one in another row
// of the live list: then the list moved on, and the row in the same place is about something else.
import type { CallOutcome } from "../trace/trace.js";
import { seenText, type Place, type Variable } from "../variables/learned.js";
import { viewLeavesOf } from "../variables/leaves.js";
import { MovedValues, spotOf } from "../variables/moved-values.js";
import { rangeOf } from "../variables/observe.js";
import { viewOf } from "../variables/run.js";
import type { MadeCall } from "./pins.js";

/** True where this is so at each place that the variable was read at. */
export function isMovedNow({ kind, seen, places }: Variable, live: string, made: readonly MadeCall[]): boolean {
  const recorded = seenText(seen[0]);
  if (kind !== "value" || live === recorded) return false;
  const read = places.flatMap((place) => {
    const call = made.find((one) => one.place.call === place.call);
    return call === undefined ? [] : [{ place, call }];
  });
  return read.length > 0 && read.every(({ place, call }) => isMovedAt(place, recorded, live, call));
}

function isMovedAt({ key, at, token, call }: Place, recorded: string, live: string, made: MadeCall): boolean {
  if (key === true) return false;
  const before = readingOf(made.recorded);
  const text = before.texts.get(at);
  const start = text === undefined ? undefined : rangeOf(text, token)?.start;
  const context = text === undefined || start === undefined ? undefined : { text, start };
  return before.values.isMoved(
    spotOf({ call, at, ...(token !== undefined && { token }) }, context),
    recorded,
    live,
    readingOf(made.live).values,
  );
}

interface Reading {
  values: MovedValues;
  texts: ReadonlyMap<string, string>;
}

const read = new WeakMap<CallOutcome, Reading>();

/** Each outcome is read once. */
function readingOf(outcome: CallOutcome): Reading {
  const known = read.get(outcome);
  if (known !== undefined) return known;
  const view = viewOf(outcome);
  const texts = viewLeavesOf(view, "").flatMap(({ at, value }) =>
    typeof value === "string" ? [[at, value] as const] : [],
  );
  const reading = { values: new MovedValues(view), texts: new Map(texts) };
  read.set(outcome, reading);
  return reading;
}
