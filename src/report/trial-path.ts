// Reduces a run to the path that it took, and finds where the paths of several trials part. Pure.
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import { lastWordsOf, turnsOf } from "../trace/read.js";
import type { Trace } from "../trace/trace.js";
import type { Parting, PartingPath } from "./trials.js";

/** The calls of each turn, and Claude's last words. Values that came from the server are named as such. */
export interface TrialPath {
  turns: { tools: string[]; calls: string }[];
  lastWords: string;
}

/** How many characters of a turn are shown. */
const LONGEST = 160;
const FROM_RESULT = "(from a result)";

/** The path of a run without secrets. An argument that a result of the run holds is different in each run. */
export function buildTrialPath(trace: Trace): TrialPath {
  const prompts = trace.steps.map(({ user }) => user).join("\n");
  let seen = "";
  const turns = turnsOf(trace).map(({ calls }) => {
    const isFromServer = (text: string): boolean => text !== "" && !prompts.includes(text) && seen.includes(text);
    const shown = calls.map((call) => `${call.tool} ${canonicalJson(hideResults(call.arguments, isFromServer))}`);
    seen += calls.map(({ outcome }) => JSON.stringify(outcome)).join("\n");
    return { tools: calls.map(({ tool }) => tool), calls: shown.join(", ") };
  });
  return { turns, lastWords: lastWordsOf(trace) };
}

function hideResults(value: JsonValue, isFromServer: (text: string) => boolean): JsonValue {
  if (Array.isArray(value)) return value.map((part: JsonValue) => hideResults(part, isFromServer));
  if (isJsonObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, hideResults(part, isFromServer)]));
  }
  const isValue = typeof value === "string" || typeof value === "number";
  return isValue && isFromServer(String(value)) ? FROM_RESULT : value;
}

/** A trial that counts. */
export interface WalkedTrial {
  /** From 1. */
  trial: number;
  passed: boolean;
  path: TrialPath;
}

/** Undefined where all verdicts are the same. */
export function findParting(trials: readonly WalkedTrial[]): Parting | undefined {
  const [first] = trials;
  if (first === undefined || trials.every(({ passed }) => passed === first.passed)) return undefined;
  const longest = Math.max(...trials.map(({ path }) => path.turns.length));
  for (let turn = 1; turn <= longest; turn++) {
    const paths = groupBy(trials, ({ path }) => path.turns[turn - 1]?.calls ?? "").map(([calls, walked]) =>
      describePath(calls === "" ? endWords(walked) : calls, walked, turn),
    );
    if (paths.length > 1) return { turn, differ: "calls", paths };
  }
  const paths = groupBy(trials, ({ passed }) => String(passed)).map(([, walked]) =>
    describePath(endWords(walked), walked, longest),
  );
  return { turn: longest, differ: "words", paths };
}

/** Groups in order of first appearance. */
function groupBy(
  trials: readonly WalkedTrial[],
  keyOf: (trial: WalkedTrial) => string,
): [string, [WalkedTrial, ...WalkedTrial[]]][] {
  const groups = new Map<string, [WalkedTrial, ...WalkedTrial[]]>();
  for (const one of trials) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return [...groups];
}

function endWords([{ path }]: [WalkedTrial, ...WalkedTrial[]]): string {
  return path.lastWords === "" ? "ended without a word" : `answered ${JSON.stringify(path.lastWords)}`;
}

function describePath(did: string, walked: [WalkedTrial, ...WalkedTrial[]], turn: number): PartingPath {
  const passed = walked.filter((one) => one.passed).length;
  return {
    trials: walked.map(({ trial }) => trial),
    passed,
    failed: walked.length - passed,
    did: did.length <= LONGEST ? did : `${did.slice(0, LONGEST - 1)}…`,
    later: walked[0].path.turns.slice(turn).flatMap(({ tools }) => tools),
  };
}
