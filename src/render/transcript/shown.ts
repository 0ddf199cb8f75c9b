// What `mcpvals show` shows: a recorded run, and what it is compared with. Types only.
import type { Learned } from "../../variables/learned.js";
import type { JsonValue } from "../../json/value.js";
import type { Contract } from "../../trace/contract.js";
import type { Drift, Substitution } from "../../trace/drift.js";
import type { Session } from "../../trace/session.js";
import type { ModelSettings, ServerIdentity, TraceEnd, TraceStep } from "../../trace/trace.js";
import type { WorkflowVerdict } from "../../metrics/verdicts.js";

/** The recorded run of a workflow as its cassette tells it: machine's places as placeholders. */
export interface ShownRun {
  /** As the user names it. */
  file: string;
  kind: "workflow";
  workflow: string;
  model: ModelSettings;
  system: string | null;
  server: ServerIdentity;
  steps: TraceStep[];
  end: TraceEnd;
  findings: string[];
  /** What its checks taught. */
  learned: Learned;
  scores: { [id: string]: number | null | undefined };
  judge: { model: string; score: number; reason: string }[];
  /** `at`: ISO 8601, UTC. */
  /** `clock`: by how much the server's was moved in the checks. */
  recorded: { at: string; by: string; checks?: number | undefined; clock?: string | undefined };
  /** What would keep it from being replayed. */
  problems: string[];
  /** Where it is asked for. */
  contract?: Contract | undefined;
}

/** A later run, turn by turn beside it. */
export interface ShownDiff {
  /** `the last replay`, `main`, `other.yaml`. */
  with: string;
  kind: "replay" | "recording";
  /** Of the replay. */
  verdict?: WorkflowVerdict;
  /** What changed on our own side, one sentence each. */
  changes: string[];
  drift: Drift[];
  substitutions: Substitution[];
  /** The first turn (from 1) that is no evidence. */
  ungroundedFrom?: number | undefined;
  /** Recordings: the first turn (from 1) in which Claude went another way. */
  partsAt?: number | undefined;
  /** What was played and answered later. */
  steps: TraceStep[];
}

export interface Shown {
  run: ShownRun;
  diff?: ShownDiff;
}

/** A session that `mcpvals proxy` recorded, as its cassette tells it. */
export interface ShownSession {
  /** As the user names it. */
  file: string;
  session: Session;
  /** `mcpvals 0.1.0`. */
  by: string;
  /** What would keep it from being served. */
  problems: string[];
}

/** How much is shown. */
export interface TranscriptOptions {
  /** Nothing is folded. */
  full: boolean;
  /** Without what changes with every recording and tells a reviewer nothing: times, tokens, dates, the file's name. */
  timeless: boolean;
}

/** A piece of a message, a call or a result. */
export type Part =
  | { kind: "text"; text: string }
  | { kind: "json"; value: JsonValue }
  /** Our own words on what is not shown. */
  | { kind: "note"; text: string };
