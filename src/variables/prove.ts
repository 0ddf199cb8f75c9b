// Counts, after learning, which changes the comparison would find.
import type { Exact } from "../json/exact.js";
import { RecordingBeside } from "./beside.js";
import { Bindings } from "./bindings.js";
import { compareCall, LeafComparison } from "./compare.js";
import { compareLine } from "./compare-line.js";
import { type CallPair } from "./call-pair.js";
import { endsGround } from "./finding.js";
import { LearnedIndex } from "./index-learned.js";
import type { AssertedPlaces, Learned } from "./learned.js";
import { viewLeavesOf } from "./leaves.js";
import { withLearnedLines } from "./lines-of-json.js";
import { partsOfLine, type LinePart } from "./line-parts.js";
import type { Run } from "./run.js";

/** Changes each constant that Claude was given once, and counts the changes that the comparison finds. */
export function countEvidence(learned: Learned, recorded: Run): AssertedPlaces {
  const recording = new RecordingBeside(withLearnedLines(recorded, learned));
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
  const spots = index.leaf(pair.call, at);
  evidence.places += spots.length;
  evidence.variables += spots.length;
  const note = (isFound: boolean): void => {
    evidence.places++;
    if (isFound) evidence.asserted++;
    else evidence.ignored++;
  };
  if (typeof value === "string") {
    for (const part of partsOfLine(value, spots)) {
      for (const changed of part.changes) note(isFoundInLine(part, changed, at, pair));
    }
  } else if (spots.length === 0) {
    const changed = typeof value === "boolean" ? !value : value === null ? 0 : "changed";
    note(compareCall(value, changed, { ...pair, bindings: Bindings.of(index) }, at).some(endsGround));
  }
}

function isFoundInLine(
  { text, spots }: LinePart,
  changed: string,
  at: string,
  pair: Omit<CallPair, "bindings">,
): boolean {
  const comparison = new LeafComparison({ ...pair, bindings: Bindings.of(pair.index) });
  compareLine(comparison, text, changed, at, spots);
  return comparison.findings.some(endsGround);
}
