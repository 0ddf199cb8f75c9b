// Sorts what no variable explains: orders, grown lists, races, state that the recording left, and unstable places.
import { addAll } from "../append-to.js";
import type { Exact } from "../json/exact.js";
import type { JsonValue } from "../json/value.js";
import type { Beside } from "./beside.js";
import type { GrownList, Learned, Unstable } from "./learned.js";
import type { Issue, Pairing } from "./leaf-pair.js";
import type { Run } from "./run.js";

type Sorted = Pick<Learned, "orders" | "grows" | "unstable" | "state">;

/** Why a list of another length is unstable. */
export const OTHER_LENGTH = "another number of elements";

const WHY: Readonly<Record<Issue["why"], string>> = {
  type: "another type",
  boolean: "a boolean",
  text: "another text",
  bytes: "binary contents",
  gone: "a field that is not always there",
  new: "a field that is not always there",
  length: OTHER_LENGTH,
  rows: OTHER_LENGTH,
  leftover: OTHER_LENGTH,
  set: "other elements",
  error: "a call that fails in one run",
};

/** Reads the pairings of all checks. */
export function learnIssues(run: Run, checks: readonly Beside[]): Sorted {
  const sorted: Sorted = { orders: [], grows: [], unstable: [], state: [] };
  for (const id of [0, ...run.calls.map((call) => call.id)]) {
    const pairings = checks.flatMap((check) => check.pairings.get(id) ?? []);
    const orders = new Set(pairings.flatMap((pairing) => [...pairing.orders]));
    addAll(
      sorted.orders,
      [...orders].map((at) => ({ call: id, at })),
    );
    addAll(sorted.grows, grownIn(id, pairings));
    sortIssues(
      id,
      pairings.map(({ issues }) => issues),
      sorted,
    );
  }
  return sorted;
}

/** A list whose rows are at the end in one check and at the head in another grows at the head. */
function grownIn(call: number, pairings: readonly Pairing[]): GrownList[] {
  const places = new Set(pairings.flatMap(({ grows }) => [...grows.keys()]));
  return [...places].map((at): GrownList => {
    const pairs = pairings.flatMap(({ grows }) => grows.get(at) ?? []);
    const end = pairs.some((pair) => pair.end === "head") ? "head" : "tail";
    const isApart = pairs.every((pair) => pair.apart && pair.end === end);
    const { window, size } = pairs.find((pair) => pair.window !== undefined) ?? {};
    const shown = { ...(window !== undefined && { window }), ...(size !== undefined && { size }) };
    return { call, at, end, ...shown, ...(isApart && { apart: true }) };
  });
}

/** What all checks find at the same place is state, where it is a failure or a list of a different length. */
function sortIssues(call: number, issues: readonly (readonly Issue[])[], sorted: Sorted): void {
  const seen = new Set<string>();
  for (const issue of issues.flat()) {
    if (seen.has(issue.at) || issue.why === "rows") continue;
    seen.add(issue.at);
    const all = issues.map((each) => each.find(({ at }) => at === issue.at));
    const isEverywhere = all.every((one) => one !== undefined);
    const fails = issue.at === "/isError" && issue.live === true;
    if (isEverywhere && (fails || issue.why === "length")) sorted.state.push({ call, at: issue.at });
    const values = [issue.recorded, ...all.map((one) => (one === undefined ? issue.recorded : one.live))];
    sorted.unstable.push({ call, at: issue.at, why: WHY[issue.why], seen: values.map(toJson) });
  }
}

function toJson(value: Exact | undefined): JsonValue {
  return value === undefined ? null : value;
}

/** Finds the concurrent calls of which one had an outcome that nothing else explains; those of turns with one number. */
export function findRaces(run: Run, unstable: readonly Unstable[], groupOf: (turn: number) => number): number[][] {
  return [...new Set(run.calls.map(({ turn }) => groupOf(turn)))].flatMap((group) => {
    const ids = run.calls.filter((call) => groupOf(call.turn) === group).map(({ id }) => id);
    return ids.length > 1 && unstable.some(({ call }) => ids.includes(call)) ? [ids] : [];
  });
}
