// Finds every difference between what a server asked its client during a call, recorded and now. Pure.
// Both sides have the machine's places hidden. A replay compares what the model is asked earlier (`sampled.ts`).
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { ELICITATION, isAccepted } from "../trace/elicited.js";
import type { ServerRequest } from "../trace/trace.js";
import { compareJson } from "./compare-json.js";
import { requestPlace } from "../variables/run.js";
import { forTrying, type Difference, type LeafContext } from "./leaf-context.js";
import type { Path } from "../json/path.js";
import { factsOf, isExplained, type DriftClass } from "../trace/drift-classes.js";

export const SAMPLING = "sampling/createMessage";
export const NEW_SAMPLING = "the server samples the model, which it did not when this was recorded";

export interface RequestDifference extends Difference {
  /** No answer could be given, so nobody can accept it. */
  unanswered?: true;
}

/** What the model or the user is given of a request; everything else is only reported. */
const GIVEN: Readonly<Record<string, ReadonlySet<string>>> = {
  [SAMPLING]: new Set(["messages", "systemPrompt", "maxTokens", "temperature", "stopSequences", "tools", "toolChoice"]),
  [ELICITATION]: new Set(["message", "requestedSchema", "mode", "url"]),
};
const BESIDE = new Set(["annotations", "_meta"]);

/** Compares what a recorded request asks with what the present one asks. */
export function compareAsked(
  recorded: ServerRequest,
  index: number,
  params: JsonValue | undefined,
  context: LeafContext,
): Difference[] {
  const path: Path = ["requests", index, "params"];
  return compareJson(plain(recorded.params), plain(params), path, context).map((difference): Difference => {
    if (isExplained(difference)) return difference;
    const below = difference.path.slice(path.length);
    const isGiven = below.length === 0 || GIVEN[recorded.method]?.has(String(below[0])) === true;
    if (!isGiven) return { ...difference, class: "docs" };
    const isHarmless = BESIDE.has(String(below.at(-1))) || (recorded.method === ELICITATION && isNewField(below));
    return difference.class === "additive" && !isHarmless ? { ...difference, class: "changed" } : difference;
  });
}

/** True for an additional field in a form. One that must be filled in changes `required` as well. */
function isNewField(path: Path): boolean {
  return path.length === 3 && path[0] === "requestedSchema" && path[1] === "properties";
}

/** A question without a mode is a form. */
function plain(params: JsonValue | undefined): JsonValue {
  if (!isJsonObject(params) || params["mode"] !== "form") return params ?? {};
  const { mode: _, ...rest } = params;
  return rest;
}

interface Pair {
  recorded: ServerRequest;
  index: number;
  /** Its index among the requests that are compared. */
  place: number;
  live: ServerRequest;
}

export interface RequestsContext {
  context: LeafContext;
  /** Whether what the model was asked is compared already. */
  sampled: boolean;
}

/** Compares all requests of a call. */
export function compareRequests(
  recorded: readonly ServerRequest[],
  live: readonly ServerRequest[],
  { context, sampled }: RequestsContext,
): RequestDifference[] {
  const { pairs, gone, added: all } = pairUp(recorded, live, context);
  const isOpen = ({ method }: ServerRequest): boolean => !sampled || method !== SAMPLING;
  const added = all.filter(isOpen);
  const differences = pairs.filter((pair) => isOpen(pair.live)).flatMap((pair) => comparePair(pair, context));
  // What a server asks after we refused it an answer is our doing.
  const refused = live.filter(({ unrecorded }) => unrecorded === true);
  if (refused.length > 0) {
    return [...differences, ...added.filter((request) => refused.includes(request)).flatMap(describeAdded)];
  }
  return [
    ...differences,
    ...gone.map(({ request, index }) => describeGone(request, index)),
    ...added.flatMap(describeAdded),
    ...compareOrder(pairs),
  ];
}

/** Pairs the same questions first, then those whose differences do not matter, then the rest, each in order. */
function pairUp(
  recorded: readonly ServerRequest[],
  live: readonly ServerRequest[],
  context: LeafContext,
): { pairs: Pair[]; gone: { request: ServerRequest; index: number }[]; added: ServerRequest[] } {
  const found = new Map<ServerRequest, Pair>();
  const taken = new Set<number>();
  // Functions, because a comparison remembers what it finds at varying places: it runs only when it must.
  const levels: ((then: ServerRequest, at: number, now: ServerRequest) => boolean)[] = [
    (then, _, now) => textOf(then) === textOf(now),
    (then, at, now) => compareAsked(then, requestPlace(recorded, at), now.params, forTrying(context)).every(isHarmless),
    () => true,
  ];
  for (const fits of levels) {
    for (const now of live) {
      if (found.has(now)) continue;
      const index = recorded.findIndex(
        (then, at) => !taken.has(at) && then.method === now.method && fits(then, at, now),
      );
      const then = recorded[index];
      if (then === undefined) continue;
      taken.add(index);
      found.set(now, { recorded: then, index, place: requestPlace(recorded, index), live: now });
    }
  }
  return {
    pairs: live.flatMap((now) => found.get(now) ?? []),
    gone: recorded.flatMap((request, index) => (taken.has(index) ? [] : [{ request, index }])),
    added: live.filter((now) => !found.has(now)),
  };
}

function textOf({ params }: ServerRequest): string {
  return canonicalJson(plain(params));
}

/** True for a difference that leaves the request essentially the same. */
export function isHarmless(difference: Difference): boolean {
  return isExplained(difference) || factsOf(difference.class).byDefault;
}

function comparePair(pair: Pair, context: LeafContext): RequestDifference[] {
  const { recorded, index, place, live } = pair;
  const differences = compareAsked(recorded, place, live.params, context);
  if (recorded.method !== ELICITATION) return differences;
  const isRefused = live.unrecorded === true && recorded.unrecorded !== true;
  const answers = isRefused ? [describeUnfit(index, recorded)] : compareAnswers(pair);
  const isAgreed = isAccepted(recorded.answer) || isAccepted(live.answer) || answers.length > 0;
  return [...differences.map((difference) => weigh(difference, isAgreed)), ...answers];
}

/** A user who agreed did not agree to what is asked now; a user who declined would decline again. */
function weigh(difference: Difference, isAgreed: boolean): Difference {
  if (difference.class !== "changed" && difference.class !== "breaking") return difference;
  return {
    ...difference,
    class: isAgreed ? "changed" : "docs",
    note: difference.note ?? "the question to the user differs",
  };
}

function compareAnswers({ recorded, index, live }: Pair): Difference[] {
  if (recorded.answer === undefined || live.answer === undefined) return [];
  if (canonicalJson(recorded.answer) === canonicalJson(live.answer)) return [];
  const note = "the config answers the present question differently";
  const path: Path = ["requests", index, "answer"];
  return [{ path, class: "changed", recorded: recorded.answer, present: live.answer, note }];
}

const UNFIT = "the config's answer does not fit the present form";

function describeUnfit(index: number, { answer }: ServerRequest): RequestDifference {
  const recorded = answer === undefined ? {} : { recorded: answer };
  return { path: ["requests", index, "answer"], class: "changed", ...recorded, note: UNFIT, unanswered: true };
}

const GONE: Readonly<Record<string, { class: DriftClass; note: string }>> = {
  [SAMPLING]: { class: "docs", note: "the server did not sample the model this time" },
  [ELICITATION]: { class: "changed", note: "the server did not ask the user this time" },
};

function describeGone({ method, params }: ServerRequest, index: number): Difference {
  const { class: kind, note } = GONE[method] ?? {
    class: "docs",
    note: `the server did not ask for ${method} this time`,
  };
  return { path: ["requests", index], class: kind, recorded: params ?? { method }, note };
}

function describeAdded({ method, params, answer, unrecorded }: ServerRequest): RequestDifference[] {
  if (method === SAMPLING) {
    return [{ path: ["requests"], class: "changed", present: params ?? null, note: NEW_SAMPLING, unanswered: true }];
  }
  if (unrecorded === true) {
    return [{ path: ["requests"], class: "changed", present: params ?? null, note: UNFIT, unanswered: true }];
  }
  const present: JsonObject = { method, ...(params === undefined ? {} : { params }) };
  const asks = method === ELICITATION ? "asks the user" : `asks for ${method}`;
  const note = `the server ${asks}, which it did not when this was recorded`;
  return [{ path: ["requests"], class: isAccepted(answer) ? "changed" : "additive", present, note }];
}

/** The order of requests within one round does not matter. */
function compareOrder(pairs: readonly Pair[]): Difference[] {
  const isSwapped = pairs.some(({ recorded, index }, at) =>
    pairs
      .slice(at + 1)
      .some((next) => next.index < index && (recorded.round === undefined || recorded.round !== next.recorded.round)),
  );
  if (!isSwapped) return [];
  const inOrder = pairs.toSorted((one, other) => one.index - other.index);
  const note = "the order of the server's requests differs";
  return [{ path: ["requests"], class: "docs", recorded: inOrder.map(labelOf), present: pairs.map(labelOf), note }];
}

function labelOf({ recorded: { method, params }, index }: Pair): JsonValue {
  const { message } = isJsonObject(params) ? params : {};
  return `${String(index)}: ${method}${typeof message === "string" ? ` ${message}` : ""}`;
}
