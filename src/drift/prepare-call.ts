// A recorded call in; the arguments that it has to be made with now, or why it cannot be made, out.
import { readNumber } from "../json/digits.js";
import { buildPointer } from "../json/pointer.js";
import type { JsonObject } from "../json/value.js";
import { leavesOf, type Leaf } from "./leaves.js";
import type { Pair, Pairs } from "./pairs.js";
import { pinsOf, withMember, type MadeCall } from "./pins.js";
import type { Pin } from "./rules.js";
import { wordsOf } from "./words.js";

export interface CallContext {
  tool: string;
  pairs: Pairs;
  pins: readonly Pin[];
  made: readonly MadeCall[];
  /** Texts that Claude was given by us. */
  prompts: readonly string[];
  /** When the call was made, and when it would be made now, in epoch milliseconds. */
  recordedAt: number;
  now: number;
  /** True of the placeholder of a secret whose value will be put in before the call is made. */
  isAtHand?: ((placeholder: string) => boolean) | undefined;
}

export interface PreparedCall {
  arguments: JsonObject;
  used: Pair[];
  problems: CallProblem[];
}

/** Why a call is no evidence. */
export interface CallProblem {
  /** A pointer into the arguments. */
  path: string;
  value: string;
  note: string;
  /** False where nobody can say that it does not matter: a value is missing. */
  acceptable: boolean;
}

/** Puts pairs and pinned values into the arguments of a call, and says what it lacks. */
export function prepareCall(recorded: JsonObject, context: CallContext): PreparedCall {
  const { pairs, tool, pins, made } = context;
  const pinned = pinsOf(recorded, tool, pins, made);
  const free = pinned.reduce((args, { path }) => withMember(args, path, null), recorded);
  const put = pairs.intoObject(free);
  const args = pinned.reduce((all, { path, value }) => withMember(all, path, value ?? null), put.value);
  const problems = pinned.flatMap(({ path, pair }) =>
    pair.live === undefined ? [missing(buildPointer(path), pair, tool)] : [],
  );
  for (const leaf of leavesOf(free, true)) problems.push(...problemsOf(leaf, context));
  for (const { path, text } of leavesOf(args, true)) {
    const secret = text.match(/\[redacted:[^[\]\s]*\]/g)?.find((each) => context.isAtHand?.(each) !== true);
    if (secret === undefined) continue;
    const name = secret.slice("[redacted:".length, -1).replace(/:\w+$/, "");
    const note = `the recorded value is redacted and has no live one: set the variable ${name}, or pin the argument to a result`;
    problems.push({ path: buildPointer(path), value: secret, note, acceptable: false });
  }
  const used = [...put.used, ...pinned.map(({ pair }) => pair)].filter((pair) => pair.live !== undefined);
  return { arguments: args, used, problems };
}

function problemsOf(leaf: Leaf, context: CallContext): CallProblem[] {
  const { pairs, tool } = context;
  const path = buildPointer(leaf.path);
  const used = leaf.isNumber ? pairs.intoNumber(readNumber(leaf.text) ?? 0).used : pairs.intoString(leaf.text).used;
  const lacking = used.filter((pair) => pair.live === undefined && !pair.recorded.startsWith("[redacted:"));
  const problems = lacking.map((pair) => missing(path, pair, tool));
  return used.length > 0 || leaf.isNumber ? problems : passedDates(leaf.text, path, context);
}

function missing(path: string, { recorded, why, from }: Pair, into: string): CallProblem {
  const pin = { tool: from.tool ?? "TOOL", path: from.path, into, argument: path };
  const note = `the live value for ${JSON.stringify(recorded)} is not known: ${why ?? ""}. If a result has it, say where: "pins": [${JSON.stringify(pin)}]`;
  return { path, value: recorded, note, acceptable: false };
}

/** Dates that were still to come when the call was recorded, and that are past. */
function passedDates(text: string, path: string, { prompts, recordedAt, now }: CallContext): CallProblem[] {
  return wordsOf(text).flatMap((word) => {
    if (word.date === undefined) return [];
    const end = word.date.at + word.date.span;
    if (end <= recordedAt || end > now || prompts.some((prompt) => prompt.includes(word.text))) return [];
    const note =
      "the date was not past when this was recorded, and is now; record again, or give the date in the prompt";
    return [{ path, value: word.text, note, acceptable: true }];
  });
}
