// Defines what `mcpvals show` shows: a recorded run, and what it is compared with. Types only.
import type { Learned } from "../../variables/learned.js";
import type { JsonValue } from "../../json/value.js";
import type { Contract } from "../../trace/contract.js";
import type { Drift, Substitution } from "../../trace/drift.js";
import type { Session } from "../../trace/session.js";
import type { Imported, ModelSettings, ServerIdentity, TraceAgent, TraceEnd, TraceStep } from "../../trace/trace.js";
import type { MetricResult } from "../../metrics/result.js";
import type { WorkflowVerdict } from "../../metrics/verdicts.js";

/** The recorded run of a workflow or of an agent as its cassette has it: with placeholders for the machine's places. */
export interface ShownRun {
  /** As the user names it. */
  file: string;
  kind: "workflow" | "agent";
  workflow: string;
  /** The transcript that the model's side comes from. */
  imported?: Imported;
  /** Who made the run, where it was not the loop of mcpvals. */
  agent?: TraceAgent;
  model: ModelSettings;
  system: string | null;
  server: ServerIdentity;
  steps: TraceStep[];
  end: TraceEnd;
  findings: string[];
  /** What its checks learned. */
  learned: Learned;
  scores: { [id: string]: number | null | undefined };
  judge: { model: string; score: number; reason: string }[];
  /** `at`: ISO 8601, UTC. */
  /** `clock`: by how much the server's was moved in the checks. */
  recorded: { at: string; by: string; checks?: number | undefined; clock?: string | undefined };
  /** Reasons why it cannot be replayed. */
  problems: string[];
  /** Present where the user asks for it. */
  contract?: Contract | undefined;
  /** A run that was kept, not a recording: what ran it, and how it was judged then. */
  last?: LastRunFacts | undefined;
}

export interface LastRunFacts {
  command: "eval" | "record" | "replay" | "diff";
  verdict: WorkflowVerdict;
  results: Pick<MetricResult, "metric" | "verdict" | "score" | "details">[];
  reasons: string[];
  /** How much differed from the recording. */
  drift: number;
}

/** A later run, compared turn by turn. */
export interface ShownDiff {
  /** `the last replay`, `main`, `other.yaml`. */
  with: string;
  kind: "replay" | "recording";
  /** The verdict of the replay. */
  verdict?: WorkflowVerdict;
  /** What changed on our own side, one sentence each. */
  changes: string[];
  drift: Drift[];
  substitutions: Substitution[];
  /** The first turn (from 1) from which the recording proves nothing. */
  ungroundedFrom?: number | undefined;
  /** Recordings: the first turn (from 1) in which Claude acted differently. */
  partsAt?: number | undefined;
  /** What was played and answered later. */
  steps: TraceStep[];
}

export interface Shown {
  run: ShownRun;
  diff?: ShownDiff;
}

/** A session that `mcpvals proxy` recorded, as its cassette has it. */
export interface ShownSession {
  /** As the user names it. */
  file: string;
  session: Session;
  /** `mcpvals 0.1.0`. */
  by: string;
  /** Reasons why it cannot be served. */
  problems: string[];
}

/** How much is shown. */
export interface TranscriptOptions {
  /** Nothing is folded. */
  full: boolean;
  /**
   * Leaves out what changes with every recording and does not help a reviewer: times, tokens, dates, the file's name.
   */
  timeless: boolean;
}

/** A piece of a message, a call or a result. */
export type Part =
  | { kind: "text"; text: string }
  | { kind: "json"; value: JsonValue }
  /** Our own words about what is not shown. */
  | { kind: "note"; text: string };
