// The config's pins and the results so far in; the pairs that they make for one call's arguments out.
import { isNumber, numberText, readNumber } from "../json/digits.js";
import type { Exact } from "../json/exact.js";
import { parsePointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { DriftPlace } from "../trace/drift.js";
import type { CallOutcome } from "../trace/trace.js";
import type { Pair } from "./pairs.js";
import { valuesAt } from "./places.js";
import { matchesGlob, type Pin } from "./rules.js";

/** One call that was made, both ways. */
export interface MadeCall {
  place: DriftPlace;
  tool: string;
  recorded: CallOutcome;
  live: CallOutcome;
}

/** An argument that a pin fills. */
export interface PinnedArgument {
  path: readonly string[];
  /** The argument as it has to be sent; absent where the pin has no live value. */
  value?: JsonValue;
  pair: Pair;
}

/** What the pins say of the arguments of a call of `tool`. */
export function pinsOf(
  args: JsonObject,
  tool: string,
  pins: readonly Pin[],
  made: readonly MadeCall[],
): PinnedArgument[] {
  return pins.flatMap((pin): PinnedArgument[] => {
    const path = parsePointer(pin.argument);
    if (path === undefined || !matchesGlob(pin.into, tool)) return [];
    const member = memberAt(args, path);
    const before = textOf(member);
    if (before === undefined) return [];
    const pair = pairOf(pin, before, made);
    const { recorded, live } = pair;
    if (live === undefined) return [{ path, pair }];
    const text = before.replace(recorded, () => live);
    const number = isNumber(member) ? readNumber(text) : undefined;
    return [{ path, pair, value: number !== undefined && numberText(number) === text ? number : text }];
  });
}

/** The last result whose recorded value the argument is, else has in it, else the last of the tool. */
function pairOf(pin: Pin, argument: string, made: readonly MadeCall[]): Pair {
  const sources = made
    .filter((call) => matchesGlob(pin.tool, call.tool))
    .toReversed()
    .flatMap((call) => {
      const lives = valuesAt(call.live, pin.path);
      return valuesAt(call.recorded, pin.path).map((recorded, at) => ({
        recorded: textOf(recorded),
        live: textOf(lives[at]),
        from: { ...call.place, path: pin.path },
      }));
    });
  const source =
    sources.find(({ recorded }) => recorded === argument) ??
    sources.find(({ recorded }) => recorded !== undefined && recorded !== "" && argument.includes(recorded)) ??
    sources[0];
  if (source === undefined) {
    const from: DriftPlace = { part: "result", tool: pin.tool, path: pin.path };
    return { recorded: argument, from, why: `its pin names ${pin.tool} ${pin.path}, and no result has that` };
  }
  const { recorded, live, from } = source;
  const replaced = recorded !== undefined && recorded !== "" && argument.includes(recorded) ? recorded : argument;
  if (live === undefined) return { recorded: replaced, from, why: "its pinned place has no value in the live result" };
  return { recorded: replaced, live, from };
}

function textOf(value: Exact | undefined): string | undefined {
  return typeof value === "string" ? value : isNumber(value) ? numberText(value) : undefined;
}

function memberAt(value: JsonValue, path: readonly string[]): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const part of path) {
    if (Array.isArray(at)) at = at[Number(part)];
    else at = isJsonObject(at) && Object.hasOwn(at, part) ? at[part] : undefined;
  }
  return at;
}

/** A copy of the arguments with another value at a path that they have. */
export function withMember(value: JsonObject, path: readonly string[], member: JsonValue): JsonObject {
  const replaced = replaceIn(value, path, member);
  return isJsonObject(replaced) ? replaced : value;
}

function replaceIn(value: JsonValue, [part, ...rest]: readonly string[], member: JsonValue): JsonValue {
  if (part === undefined) return member;
  if (Array.isArray(value)) {
    return value.map((element, at) => (String(at) === part ? replaceIn(element, rest, member) : element));
  }
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, old]): [string, JsonValue] => [
    key,
    key === part ? replaceIn(old, rest, member) : old,
  ]);
  return Object.fromEntries(entries);
}
