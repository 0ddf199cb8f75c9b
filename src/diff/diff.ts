// Defines the diff of two sides: how a server's new version affects the contract, the results and the scores.
// The recorded model is the same on both sides; only the server differs.
import type { ContractChange } from "../contract/change.js";
import type { ContractClass } from "../contract/classes.js";
import type { JsonObject } from "../json/value.js";
import type { MetricVerdict } from "../metrics/result.js";
import type { Drift } from "../trace/drift.js";
import type { Imported, ServerIdentity } from "../trace/trace.js";
import type { WorkflowVerdict } from "../metrics/verdicts.js";

export interface DiffReport {
  /** Version of this shape. */
  version: 2;
  kind: "diff";
  /** `mcpvals 0.1.0`. */
  by: string;
  from: DiffSide;
  to: DiffSide;
  /** One for each pair of contracts. Empty where the sides have none (reports). */
  contracts: ContractDiff[];
  /** The worst first. */
  workflows: WorkflowDiff[];
  /** One sentence for each accepted drift that did not occur. */
  unused: string[];
  /** What the reader must know about the comparison itself: a side that did not start, or what was not compared. */
  reasons: string[];
  summary: DiffSummary;
  verdict: DiffVerdict;
  /** The exit code that the command ends with. */
  exitCode: number;
  /** ISO 8601, UTC. */
  timestamp: string;
}

/**
 * `REGRESSED`: a metric, the judge or a verdict is worse on evidence, or the server failed. `BREAKING`: the contract or
 * a result breaks a caller, with no score worse. `CHANGED`: something else that counts differs. `SAME`: nothing that
 * counts differs. `INCONCLUSIVE`: the comparison is not sufficient to decide, and found nothing worse.
 */
export type DiffVerdict = "REGRESSED" | "BREAKING" | "CHANGED" | "INCONCLUSIVE" | "SAME";

export interface DiffSide {
  kind: "server" | "cassettes" | "report";
  /** What the user named: the command, the URL, the file or the folder. Secrets redacted. */
  label: string;
  /** Absent where the side has no server. */
  server?: ServerIdentity;
  /** Why the side could not be loaded; then nothing was compared. */
  failure?: string;
}

/** How many changes of the contract have each class, without accepted ones. */
export interface DiffSummary extends Record<ContractClass, number> {
  /** Workflows by their outcome. */
  workflows: Record<DiffVerdict, number>;
}

export interface ContractDiff {
  before: ServerIdentity;
  after: ServerIdentity;
  /** Names of the workflows with this pair; empty where no workflow met it. */
  workflows: string[];
  /** What recorded calls use first, then one subject after another, the worst first; see `sortForReaders`. */
  changes: ContractChange[];
}

export interface WorkflowDiff {
  workflow: string;
  /** Set where several suites were compared. */
  suite?: string;
  /** `both`, or the only side that has it. */
  on: "both" | "from" | "to";
  /** The transcripts that the recordings of both sides were imported from; absent where neither was. */
  imported?: ImportedSides;
  outcome: DiffVerdict;
  /** One sentence each: why it has its outcome. */
  reasons: string[];
  /** Those of `reasons` that neither `calls` nor `scores` nor `drift` say. */
  notes: string[];
  /**
   * Drift between the sides in the classes of replay: results and arguments; drift of the contract is in `contracts`.
   */
  drift: Drift[];
  /** The first turn (from 1) from which the new side proves nothing, and its step. */
  ungroundedFrom?: { step: number; turn: number };
  calls: CallDiff[];
  scores: ScoreDiff[];
  verdict: { before: WorkflowVerdict; after: WorkflowVerdict };
  /** What Claude says last in the recording; `after` where it says something else in the new one. */
  lastWords?: { before: string; after?: string };
  /** Ids of drift that a person may accept; empty where accepting all of it leads to no better outcome. */
  acceptable: string[];
  /** Commands to copy: one that only looks, then those that help to decide. */
  settle: string[];
}

export interface ImportedSides {
  before?: Imported;
  after?: Imported;
}

/** The outcome of a call on one side. */
export interface CallSide {
  kind: "result" | "tool-error" | "error" | "none" | "unknown-tool" | "not-made";
  /** The code of the JSON-RPC error, or why no answer came. */
  code?: string;
  /** One line: the error's message, or why the call was not made. */
  message?: string;
  /** Milliseconds. */
  ms?: number;
}

export interface CallDiff {
  /** The ordinal in the run, from 1. */
  call: number;
  step: number;
  turn: number;
  tool: string;
  /** As recorded, secrets and places hidden. */
  arguments: JsonObject;
  before: CallSide;
  after: CallSide;
  /**
   * `same`: nothing that counts; `drift`: see `driftIds`; `impossible`: it can no longer be made; the others are about
   * errors: new, gone, changed kind or code.
   */
  change: "same" | "drift" | "impossible" | "error-appeared" | "error-gone" | "error-changed";
  /** Ids in the workflow's `drift` that are in this result. */
  driftIds: string[];
  /** Replayed after the recording stopped proving anything: for information only. */
  ungrounded: boolean;
  /** A change needs both 100 ms and a factor of two. Absent otherwise. */
  latency?: "slower" | "faster";
}

export interface ScoreDiff {
  /** `end-to-end-success`, …, `llm-judge`. */
  id: string;
  metric: string;
  before: { verdict: MetricVerdict; score: number | null };
  after: { verdict: MetricVerdict; score: number | null };
  /** `unknown`: one of them is inconclusive; never shown as equal. */
  change: "same" | "better" | "worse" | "unknown";
}
