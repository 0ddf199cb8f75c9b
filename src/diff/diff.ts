// The diff of two sides: what a server's new version does to the contract, the results and the scores.
// The recorded model is the same on both sides; only the server is another.
import type { ContractChange } from "../contract/change.js";
import type { JsonObject } from "../json/value.js";
import type { MetricVerdict } from "../metrics/result.js";
import type { Drift } from "../trace/drift.js";
import type { ServerIdentity } from "../trace/trace.js";
import type { WorkflowVerdict } from "../metrics/verdicts.js";

export interface DiffReport {
  /** Version of this shape. */
  version: 2;
  kind: "diff";
  /** `mcpvals 0.1.0`. */
  by: string;
  from: DiffSide;
  to: DiffSide;
  /** One for each pair of contracts that were met. Empty where the sides have none (reports). */
  contracts: ContractDiff[];
  workflows: WorkflowDiff[];
  /** One sentence for each accepted drift that did not occur any more. */
  unused: string[];
  /** Things that the reader must know of the comparison itself: a side that could not be started, what was not compared. */
  reasons: string[];
  summary: DiffSummary;
  verdict: DiffVerdict;
  /** The exit code that the command ends with. */
  exitCode: number;
  /** ISO 8601, UTC. */
  timestamp: string;
}

/**
 * `REGRESSED`: a metric, the judge or a verdict is worse on evidence, or the server failed. `BREAKING`: the contract or a
 * result breaks a caller, with no score worse. `CHANGED`: something else that counts differs. `SAME`: nothing that counts.
 * `INCONCLUSIVE`: what was compared does not suffice to say one of them, and nothing worse was found.
 */
export type DiffVerdict = "REGRESSED" | "BREAKING" | "CHANGED" | "INCONCLUSIVE" | "SAME";

export interface DiffSide {
  kind: "server" | "cassettes" | "report";
  /** What was named: the command, the URL, the file or the folder. Secrets redacted. */
  label: string;
  /** Where one was met. */
  server?: ServerIdentity;
  /** Why the side could not be had; then nothing of it was compared. */
  failure?: string;
}

export interface DiffSummary {
  /** Of the contract's changes, accepted ones left out. */
  breaking: number;
  risky: number;
  compatible: number;
  docs: number;
  /** Workflows by their outcome. */
  workflows: Record<DiffVerdict, number>;
}

export interface ContractDiff {
  before: ServerIdentity;
  after: ServerIdentity;
  /** Names of the workflows that met this pair; empty where none did. */
  workflows: string[];
  /** Most important first; see `sortChanges`. */
  changes: ContractChange[];
}

export interface WorkflowDiff {
  workflow: string;
  /** Where several suites were compared. */
  suite?: string;
  /** `both`, or the side that alone has it. */
  on: "both" | "from" | "to";
  outcome: DiffVerdict;
  /** One sentence each: why the outcome is what it is. */
  reasons: string[];
  /** Drift between the sides in the classes of replay, results and arguments; contract drift stands in `contracts`. */
  drift: Drift[];
  /** The first turn (from 1) on the new side that is no evidence, and the step it is in. */
  ungroundedFrom?: { step: number; turn: number };
  calls: CallDiff[];
  scores: ScoreDiff[];
  verdict: { before: WorkflowVerdict; after: WorkflowVerdict };
  /** Commands that settle what is inconclusive. */
  settle: string[];
}

/** What came of a call on one side. */
export interface CallSide {
  kind: "result" | "tool-error" | "error" | "none" | "unknown-tool" | "not-made";
  /** The JSON-RPC error code, the reason of no answer. */
  code?: string;
  /** One line: the error's message, why it was not made. */
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
   * errors: appeared, went, changed kind or code.
   */
  change: "same" | "drift" | "impossible" | "error-appeared" | "error-gone" | "error-changed";
  /** Ids in the workflow's `drift` of what differs in its result. */
  driftIds: string[];
  /** Played on after the ground was gone: for information only. */
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
