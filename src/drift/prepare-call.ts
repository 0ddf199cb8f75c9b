// Prepares the arguments that a recorded call has to send now, or says why it cannot be made.
import { addAll } from "../append-to.js";
import { readNumber } from "../json/digits.js";
import { buildPointer } from "../json/pointer.js";
import type { JsonObject } from "../json/value.js";
import type { DriftPlace } from "../trace/drift.js";
import { describeDerived } from "../variables/describe-derived.js";
import { describeReadings } from "../variables/describe-readings.js";
import { putParts, type ArgumentPart } from "../variables/arguments.js";
import { findRechosen } from "../variables/chosen.js";
import { findStrayed } from "../variables/strayed.js";
import { pairArguments } from "../variables/chosen-in-checks.js";
import { seenText, type Doubt, type Learned } from "../variables/learned.js";
import { isMovedNow } from "./moved-now.js";
import { rangeOf } from "../variables/observe.js";
import { leavesOf } from "../reading/leaves.js";
import type { LiveValues } from "./live-values.js";
import type { Pairs } from "./pairs.js";
import { pinnedParts, type MadeCall, type PinnedPart } from "./pins.js";
import { makeAs, placesInArgument, type Pin } from "../variables/pins.js";
import { wordsOf } from "../reading/words.js";

export interface CallContext {
  /** The ordinal of the recorded call, and its tool. */
  call: number;
  tool: string;
  values: LiveValues;
  /** Live values of redacted ones, and recorded values without a live one. */
  pairs: Pairs;
  pins: readonly Pin[];
  made: readonly MadeCall[];
  /** Texts that we gave Claude. */
  prompts: readonly string[];
  /** When the call was made, and when it would be made now, in epoch milliseconds. */
  recordedAt: number;
  now: number;
  /** Returns the place in the result of an earlier call. */
  placeOf: (call: number, path: string) => DriftPlace;
  /** True for the placeholder of a secret whose value is put in before the call is made. */
  isAtHand?: ((placeholder: string) => boolean) | undefined;
}

/** A value that is put into an argument. */
export interface PutValue {
  recorded: string;
  live: string;
  from: DriftPlace;
}

export interface PreparedCall {
  arguments: JsonObject;
  used: PutValue[];
  problems: CallProblem[];
}

/** Why a call is not evidence. */
export interface CallProblem {
  /** A pointer into the arguments. */
  path: string;
  value: string;
  note: string;
  /** False where nobody can accept it: a value is missing. */
  acceptable: boolean;
}

/** Puts pinned values and variables into the arguments of a call, and says what is missing. */
export function prepareCall(recorded: JsonObject, context: CallContext): PreparedCall {
  const { values, pairs, tool, call } = context;
  const pinned = pinnedParts(recorded, tool, context.pins, { made: context.made, placed: () => values.placed() });
  const isPinned = (at: string, range: { start: number; end: number }): boolean =>
    pinned.some((pin) => pin.at === at && pin.start < range.end && range.start < pin.end);
  const sent = values.sentIn(call, recorded).filter((part) => !isPinned(part.at, part));
  const problems = [
    ...pinned.flatMap((pin) => (pin.live === undefined ? [lacking(pin, tool)] : [])),
    ...values.doubtsOf(call).flatMap((doubt) => {
      const whole = leavesOf(recorded).find(({ path }) => buildPointer(path) === doubt.at)?.text ?? "";
      return isPinned(doubt.at, rangeOf(whole, doubt.token) ?? { start: 0, end: whole.length })
        ? []
        : [doubted(doubt, context)];
    }),
  ];
  const used: PutValue[] = [];
  const parts: ArgumentPart[] = [];
  for (const { at, start, end, recorded: before, live, from } of pinned) {
    if (live === undefined) continue;
    parts.push({ at, start, end, live });
    if (from !== undefined && live !== before) used.push({ recorded: before, live, from });
  }
  for (const { at, start, end, recorded: before, live, variable, by } of sent) {
    const [first] = variable.places;
    const from = context.placeOf(first?.call ?? 0, first?.at ?? "");
    if (live === undefined) {
      const why = `it is ${variable.name}, which was not read in this run`;
      problems.push(lacking({ at, recorded: before, why, from }, tool));
      continue;
    }
    if (by !== "pin" && isMovedNow(variable, live, context.made)) {
      problems.push(doubted({ call, at, value: before, readings: [variable.name], derived: "moved" }, context));
      continue;
    }
    parts.push({ at, start, end, live });
    if (live !== before) used.push({ recorded: before, live, from });
  }
  const filled = putParts(recorded, parts);
  const put = pairs.intoObject(filled);
  for (const leaf of leavesOf(filled, true)) {
    const path = buildPointer(leaf.path);
    const found = leaf.isNumber ? pairs.intoNumber(readNumber(leaf.text) ?? 0).used : pairs.intoString(leaf.text).used;
    const isReplaced = parts.some(({ at }) => at === path);
    for (const pair of found) {
      if (pair.live !== undefined || isReplaced) continue;
      // A value at hand is put in later, unless two other values were in its place.
      if (pair.recorded.startsWith("[redacted:") && pair.twice !== true) continue;
      problems.push(lacking({ at: path, ...pair }, tool));
    }
    if (found.length === 0 && !leaf.isNumber && !isReplaced) addAll(problems, passedDates(leaf.text, path, context));
  }
  addAll(problems, withoutSecret(put.value, context));
  if (problems.length === 0) addAll(problems, chosenOtherwise(recorded, put.value, context));
  for (const { recorded: before, live, from } of put.used)
    if (live !== undefined) used.push({ recorded: before, live, from });
  return { arguments: put.value, used, problems };
}

/** A record that was chosen as the cheapest would not be chosen now if another one is cheaper; a reference may be another row's. */
function chosenOtherwise(recorded: JsonObject, live: JsonObject, context: CallContext): CallProblem[] {
  const { made, pins, prompts, call, tool } = context;
  const args = pairArguments({ tool, arguments: recorded }, live, pins);
  const rechosen = findRechosen(args, made, prompts);
  const found = rechosen ?? findStrayed(args, made, prompts);
  if (found === undefined) return [];
  const derived = rechosen === undefined ? "moved" : "chosen";
  return [doubted({ call, at: found.at, value: found.recorded, readings: [], derived }, context)];
}

function withoutSecret(args: JsonObject, { isAtHand }: CallContext): CallProblem[] {
  return leavesOf(args, true).flatMap(({ path, text }): CallProblem[] => {
    const secret = text.match(/\[redacted:[^[\]\s]*\]/g)?.find((each) => isAtHand?.(each) !== true);
    if (secret === undefined) return [];
    const name = secret.slice("[redacted:".length, -1).replace(/:\w+$/, "");
    const note = `the recorded value is redacted and has no live value: set the variable ${name}, or pin the argument to a result`;
    return [{ path: buildPointer(path), value: secret, note, acceptable: false }];
  });
}

function lacking(
  { at, recorded, why, from }: Pick<PinnedPart, "at" | "recorded" | "why"> & { from?: DriftPlace },
  into: string,
): CallProblem {
  const pin = { tool: from?.tool ?? "TOOL", path: from?.path ?? "", into, argument: at };
  const note = `the live value for ${JSON.stringify(recorded)} is not known: ${why ?? ""}. If a result has it, say where: "pins": [${JSON.stringify(pin)}]`;
  return { path: at, value: recorded, note, acceptable: false };
}

/** Nobody knows which value this argument has: a guess is never sent. */
function doubted(doubt: Doubt, { tool, values, placeOf }: CallContext): CallProblem {
  const { at, token, value } = doubt;
  const text = seenText(value);
  const pins = pinsFor(doubt, tool, values, placeOf).map((pin) => JSON.stringify(pin));
  const why = `${JSON.stringify(text)} ${describeDerived(doubt) ?? describeReadings(doubt)}`;
  const place = token === undefined ? "" : `, token ${JSON.stringify(token)}`;
  const note = `${why}${place}. Say in the config which: "pins": [${pins.join("] or [")}]`;
  return { path: at, value: text, note, acceptable: false };
}

/** Returns the pins that would answer each doubt of a recording; nothing for a doubt that no pin answers. */
export function pinsForDoubts(learned: Learned, calls: readonly { id: number; tool: string }[]): Pin[][] {
  const toolOf = new Map(calls.map(({ id, tool }) => [id, tool]));
  const placeOf = (call: number, path: string): DriftPlace => ({ part: "result", tool: toolOf.get(call) ?? "", path });
  const all = learned.doubtful.map((doubt) => pinsFor(doubt, toolOf.get(doubt.call) ?? "", { learned }, placeOf));
  return [...new Map(all.map((pins) => [JSON.stringify(pins), pins])).values()].filter((pins) => pins.length > 0);
}

/** Returns the pins that would answer a doubt: one for each reading. */
export function pinsFor(
  doubt: Doubt,
  into: string,
  { learned }: Pick<LiveValues, "learned">,
  placeOf: (call: number, path: string) => DriftPlace,
): Pin[] {
  const { readings, excluded = [] } = doubt;
  const all = readings.includes("constant") || excluded.includes("constant") ? readings : [...readings, "constant"];
  return all.flatMap((reading) => pinOfReading(doubt, reading, into, { learned, placeOf }) ?? []);
}

/**
 * Returns the pin that calls a doubtful argument a variable of this name, or a constant; undefined where no pin can: the
 * argument was calculated from the variable.
 */
export function pinOfReading(
  { at, token, value }: Pick<Doubt, "at" | "token" | "value">,
  reading: string,
  into: string,
  { learned, placeOf }: { learned: Learned; placeOf: (call: number, path: string) => DriftPlace },
): Pin | undefined {
  const where = { into, argument: at, ...(typeof token === "number" && { token }) };
  if (reading === "constant") return { ...where, constant: true };
  const variable = learned.variables.find(({ name }) => name === reading);
  const place = variable?.places.find(({ call }) => call > 0);
  const tool = place === undefined ? undefined : placeOf(place.call, place.at).tool;
  if (variable === undefined || place === undefined || tool === undefined) return undefined;
  const made = seenText(variable.seen[0]);
  const as = PINNED_AS.find((each) => placesInArgument(makeAs(made, each), seenText(value), undefined).length > 0);
  if (as === undefined) return undefined;
  return { tool, path: place.at, ...where, ...(as !== "text" && { as }) };
}

/** How a pin may make an argument of a value; `text` is the value itself. */
const PINNED_AS = ["text", "upper", "lower", "base64", "percent", "number"] as const;

/** Finds dates that were in the future when the call was recorded, and are in the past now. */
function passedDates(text: string, path: string, { prompts, recordedAt, now }: CallContext): CallProblem[] {
  return wordsOf(text).flatMap((word) => {
    if (word.date === undefined) return [];
    const end = word.date.at + word.date.span;
    if (end <= recordedAt || end > now || prompts.some((prompt) => prompt.includes(word.text))) return [];
    const note =
      "the date was in the future when this was recorded and is in the past now; record again, or give the date in the prompt";
    return [{ path, value: word.text, note, acceptable: true }];
  });
}
