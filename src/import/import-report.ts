// Defines what `import` tells of each transcript.
import type { Scores } from "../cassette/schema.js";
import type { RecordedFacts } from "../report/report.js";
import type { Dispatch } from "../trace/trace.js";
import type { CallComparison } from "./compare-call.js";
import type { ImportFinding } from "./findings.js";
import type { PathMap } from "./path-map.js";
import type { TranscriptFormat } from "./said.js";

export const DISPATCH_WORDS: Readonly<Record<Dispatch, string>> = {
  serial: "one after another",
  together: "together",
  "read-only-together": "together where their tools say readOnlyHint",
};

export interface ImportedCall {
  /** The ordinal in the run. */
  id: number;
  /** The server's tool, or what the client names another one. */
  tool: string;
  /** `foreign`: of another tool, or never made; `not-played`: the run ended before it; `taken`: it would be played. */
  outcome: CallComparison | { kind: "foreign"; why?: string } | { kind: "not-played" } | { kind: "taken" };
}

export interface ImportReport {
  /** As the user names it. */
  file: string;
  format: TranscriptFormat;
  /** The model that answered, by the transcript's word. */
  answered: string | null;
  /** The server's name in the transcript. */
  server: string | null;
  workflow: string;
  calls: ImportedCall[];
  dispatch: Dispatch;
  /** Folders that were replaced. */
  maps: PathMap[];
  notes: string[];
  findings: ImportFinding[];
  /** Why the run ends before the transcript does. */
  ended?: string;
  /** What was written; absent where nothing was. */
  written?: {
    cassette: string;
    config: string;
    differs: readonly number[];
    check: RecordedFacts["check"];
    scores: Scores;
  };
}
