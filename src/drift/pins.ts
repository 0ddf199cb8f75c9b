// Applies the config's pins to one call's arguments: which live values they put in, or why they cannot.
import type { Exact } from "../json/exact.js";
import { isNumber, numberText } from "../json/digits.js";
import { pointerPattern } from "../json/pointer-pattern.js";
import type { JsonObject } from "../json/value.js";
import type { DriftPlace } from "../trace/drift.js";
import { matchesGlob } from "../trace/glob.js";
import type { CallOutcome } from "../trace/trace.js";
import { argumentLeaves } from "../variables/arguments.js";
import { rangeOf } from "../variables/observe.js";
import { makeAs, placesInArgument } from "../variables/pins.js";
import { valuesAt } from "./places.js";
import type { Pin } from "../variables/pins.js";

/** One call that was made, recorded and live. */
export interface MadeCall {
  place: DriftPlace;
  tool: string;
  recorded: CallOutcome;
  live: CallOutcome;
}

/** The part of an argument that a pin covers. */
export interface PinnedPart {
  at: string;
  /** Offset in the recorded argument; a number is covered as a whole. */
  start: number;
  end: number;
  recorded: string;
  /** The value to send; absent where `why` says what is missing. */
  live?: string;
  why?: string;
  /** Where the value comes from; absent for a constant. */
  from?: DriftPlace;
}

/** Returns what the pins put into the arguments of a call of `tool`. */
export function pinnedParts(
  args: JsonObject,
  tool: string,
  pins: readonly Pin[],
  { made, placed }: PinSources,
): PinnedPart[] {
  const mine = pins.filter((pin) => matchesGlob(pin.into, tool));
  if (mine.length === 0) return [];
  const leaves = argumentLeaves(args);
  return mine.flatMap((pin): PinnedPart[] => {
    const leaf = leaves.find(({ at }) => at === pin.argument);
    if (leaf === undefined) return [];
    const { at, value } = leaf;
    if (pin.constant === true) {
      const range = rangeOf(value, pin.token) ?? { start: 0, end: value.length };
      const recorded = value.slice(range.start, range.end);
      return [{ at, ...range, recorded, live: recorded }];
    }
    return [{ at, ...sourced(pin, value, { made, placed }) }];
  });
}

/** A value of a variable at one of its places. */
export interface PlacedValue {
  call: number;
  at: string;
  recorded: string;
  live: string | undefined;
}

/** Where a pin may take its value from. */
export interface PinSources {
  made: readonly MadeCall[];
  /** Variables at their places: a text contains their values. */
  placed: () => readonly PlacedValue[];
}

/** Finds the last result with the argument's recorded value: the whole value, else a token of it. */
function sourced(pin: Pin, argument: string, { made, placed }: PinSources): Omit<PinnedPart, "at"> {
  const { tool = "*", path = "", as } = pin;
  const covers = coveredBy(path);
  const variables = placed().filter(({ at }) => covers(at));
  const sources = made
    .filter((call) => matchesGlob(tool, call.tool))
    .toReversed()
    .flatMap((call) => {
      const lives = valuesAt(call.live, path);
      const values = valuesAt(call.recorded, path).map((recorded, at) => ({
        recorded: textOf(recorded),
        live: textOf(lives[at]),
      }));
      const within = variables.filter((one) => one.call === call.place.call);
      return [...values, ...within].flatMap(({ recorded, live }) =>
        recorded === undefined
          ? []
          : [
              {
                recorded: makeAs(recorded, as),
                live: live === undefined ? undefined : makeAs(live, as),
                from: { ...call.place, path },
              },
            ],
      );
    });
  const whole = { start: 0, end: argument.length, recorded: argument };
  const [first] = sources;
  if (first === undefined) {
    const from: DriftPlace = { part: "result", tool, path };
    return { ...whole, from, why: `its pin names ${tool} ${path}, and no result has that place` };
  }
  for (const { recorded, live, from } of sources) {
    const places = placesInArgument(recorded, argument, pin.token);
    const [place] = places;
    if (place === undefined) continue;
    if (places.length > 1) {
      const why = `it occurs ${places.length} times in the argument: add a "token" to the pin that says which one`;
      return { ...whole, recorded, from, why };
    }
    if (live === undefined)
      return { ...place, recorded, from, why: "its pinned place has no value in the live result" };
    return { ...place, recorded, from, live };
  }
  const said = first.recorded.length > 40 ? `${first.recorded.slice(0, 39)}…` : first.recorded;
  const why = `its pin names ${tool} ${path}, which was ${JSON.stringify(said)} when this was recorded`;
  return { ...whole, from: first.from, why };
}

/** Matches pointers with the path of a pin, where `*` matches one part or one line of a text. */
function coveredBy(path: string): (at: string) => boolean {
  const [standing, ofLine] = [pointerPattern(path), pointerPattern(`${path}/lines/*`)];
  return (at) => standing(at) === "there" || ofLine(at) === "there";
}

function textOf(value: Exact | undefined): string | undefined {
  return typeof value === "string" ? value : isNumber(value) ? numberText(value) : undefined;
}
