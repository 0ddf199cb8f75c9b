// Defines a review: the shape of `mcpvals review --format json`, and the source of the Markdown. Data only.
import type { ChangeSide, TurnPlace, RunChanges } from "../diff/recordings/changes.js";
import type { JsonValue } from "../json/value.js";

export interface Review {
  /** Version of this shape. */
  version: 1;
  /** `mcpvals 0.1.0`. */
  by: string;
  /** What the work tree was compared with. */
  base: { commit: string; how: string };
  /**
   * Whether a verdict or a score got worse; null where that is unknown, because something cannot be trusted or read.
   */
  worse: boolean | null;
  /** The same as one sentence. */
  sentence: string;
  /** The worst first. */
  suites: SuiteReview[];
  /** What a person has to look at, beyond what is listed with the workflows. The worst first. */
  attention: Attention[];
  /** One sentence for each changed file that was not read. */
  notLookedAt: string[];
}

export interface SuiteReview {
  /** The folder of its cassettes, relative to the repository's root. */
  folder: string;
  /** The worst first. */
  workflows: WorkflowReview[];
  contracts: ContractReview[];
}

export type WorkflowStatus =
  | "added"
  | "deleted"
  /** The present file cannot be read. */
  | "broken"
  /** Recorded again, and Claude acted differently. */
  | "differs"
  /** Recorded again, and Claude acted the same. */
  | "same"
  /** The same recording; something else in the file changed. */
  | "edited";

export interface WorkflowReview {
  workflow: string;
  /** Relative to the repository's root. */
  file: string;
  renamedFrom?: { workflow: string; file: string };
  status: WorkflowStatus;
  before?: ChangeSide;
  after?: ChangeSide;
  /** The first turn in which Claude acted differently. */
  differsFrom?: TurnPlace;
  /** What differed before that turn; likeliest first. */
  causes: Cause[];
  attention: Attention[];
  changes: RunChanges;
}

export type CauseKind =
  | "prompt"
  | "model"
  | "settings"
  | "description"
  | "contract"
  | "result"
  /** Claude was given the same and acted differently. */
  | "chance"
  /** Claude acted the same, and the score differs. */
  | "expectations";

export interface Cause {
  kind: CauseKind;
  /** What it is, in our words: `step 1, call 2, result`. */
  what: string;
  /** Recorded text: the tool, and the place in it. */
  tool?: string;
  path?: string;
  /** Absent where there was no value. */
  before?: JsonValue;
  after?: JsonValue;
}

export type AttentionKind =
  | "seal"
  | "broken"
  | "verdict"
  | "score"
  /** A result changed for the same arguments. */
  | "value"
  | "rewritten"
  | "deleted"
  | "accepted"
  | "skipped"
  | "loosened"
  /** How the argument of a call is made. */
  | "sent"
  | "doubtful"
  /** Which places may differ on their own. */
  | "variables"
  | "failing"
  /** A take after the first one makes different calls or has a different verdict. */
  | "take"
  | "calls"
  | "tokens";

/** Something that a person has to look at. */
export interface Attention {
  kind: AttentionKind;
  /** In our words, without recorded text. */
  what: string;
  /** The suite's folder or the file that it is about. */
  where: string;
  workflow?: string;
  /** What was seen; recorded text. */
  evidence: ReviewEvidence[];
  command: string;
}

/** A place, with its former and its present value. */
export interface ReviewEvidence {
  label: string;
  before?: JsonValue;
  after?: JsonValue;
}

/** A change of what a server declares about itself. */
export interface ContractReview {
  before: string;
  after: string;
  /** Workflows that were recorded with the former contract, and now with the latter. */
  workflows: string[];
  changes: ReviewedChange[];
}

export interface ReviewedChange {
  /** Absent where it is not about a tool. */
  tool?: string;
  kind: "new" | "gone" | "changed";
  path: string;
  before?: JsonValue;
  after?: JsonValue;
}
