// Counts, after learning, which changes the comparison would find.
import type { Exact } from "../json/exact.js";
import { RecordingBeside } from "./beside.js";
import { Bindings } from "./bindings.js";
import { compareCall } from "./compare.js";
import { type CallPair } from "./call-pair.js";
import { endsGround } from "./finding.js";
import { LearnedIndex } from "./index-learned.js";
import type { AssertedPlaces, Learned } from "./learned.js";
import { viewLeavesOf } from "./leaves.js";
import { piecesOf } from "./pieces.js";
import type { Run } from "./run.js";

/** Changes each constant that Claude was given once, and counts the changes that the comparison finds. */
export function countEvidence(learned: Learned, recorded: Run): AssertedPlaces {
  const recording = new RecordingBeside(recorded);
  const index = new LearnedIndex(learned, recorded);
  const evidence: AssertedPlaces = { places: 0, asserted: 0, variables: 0, ignored: 0 };
  for (const { id, moment } of recorded.calls) {
    const pair = { call: id, recorded: moment, live: moment, index };
    for (const { value, at } of viewLeavesOf(recording.views.get(id) ?? null, "")) {
      countLeaf(value, at, pair, evidence);
    }
  }
  return evidence;
}

function countLeaf(value: Exact, at: string, pair: Omit<CallPair, "bindings">, evidence: AssertedPlaces): void {
  const { index } = pair;
  const variables = index.leaf(pair.call, at).length;
  const changes = changesOf(value).filter((change) => !change.isVariable(index, pair.call, at));
  evidence.places += variables + changes.length;
  evidence.variables += variables;
  for (const { changed } of changes) {
    const found = compareCall(value, changed, { ...pair, bindings: Bindings.of(index) }, at).some(endsGround);
    if (found) evidence.asserted++;
    else evidence.ignored++;
  }
}

interface Change {
  changed: Exact;
  isVariable(index: LearnedIndex, call: number, at: string): boolean;
}

/** Returns a leaf with each of its pieces changed once. */
function changesOf(value: Exact): Change[] {
  if (typeof value !== "string") {
    const changed = typeof value === "boolean" ? !value : value === null ? 0 : "changed";
    return [{ changed, isVariable: (index, call, at) => index.leaf(call, at).length > 0 }];
  }
  return piecesOf(value).map(({ text, start, end, from, to }) => ({
    changed: `${value.slice(0, start)}${text}x${value.slice(end)}`,
    isVariable: (index, call, at) =>
      index.leaf(call, at).some(({ place: { token } }) => {
        const [first, last] = typeof token === "number" ? [token, token] : (token ?? [1, Number.MAX_SAFE_INTEGER]);
        return first <= to && from <= last;
      }),
  }));
}
