// Defines the report: the scores of one command's runs of one suite. It extends the shape of the usage guide.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { MetricResult, MetricVerdict } from "../metrics/result.js";
import type { Drift, ReadVariable, Substitution } from "../trace/drift.js";
import type { Imported, ModelSettings, ServerIdentity, Source, TraceEnd, StoppedAgent } from "../trace/trace.js";
import type { Doubt, AssertedPlaces, Unstable } from "../variables/learned.js";
import type { Pin } from "../variables/pins.js";
import type { JudgeAgreement } from "./agreement.js";
import type { SideComparison } from "./comparison.js";
import type { Interval } from "../statistics/wilson.js";
import type { Spent } from "./spent.js";
import type { Transcript } from "./transcript.js";
import type { Trials } from "./trials.js";
import type { WorkflowVerdict } from "../metrics/verdicts.js";

export interface Report {
  /** Version of this shape. */
  version: 2;
  /** `mcpvals 0.1.0`. */
  by: string;
  command: "eval" | "record" | "replay";
  suite: { name: string; file: string | null; /** sha256 of the config, 12 hex. */ hash: string };
  /** The config, secrets redacted. */
  config: JsonObject;
  evaluations: Evaluation[];
  toolHealth: HealthSuiteReport[];
  summary: Summary;
  verdict: WorkflowVerdict;
  /** `verdict === "passed"`. */
  passed: boolean;
  /** The exit code that a command ends with for this report alone. */
  exitCode: number;
  /** ISO 8601, UTC. */
  timestamp: string;
  /** Why the whole suite was left out on purpose: it does not count for the exit code where others were judged. */
  leftOut?: string;
  /** Only until the reports of all shards are merged. */
  shard?: ShardFacts;
  /** A sentence for each accepted drift that no workflow met; only with `shard`, whose others may meet it. */
  unused?: string[];
  /** Why it was replayed without its server although the command did not ask for that. */
  offline?: string;
  /** Where several things are compared: which of them ran here. */
  side?: string;
  /** With the first side; in the reports of the others. */
  comparison?: SideComparison;
}

/** Which part of a command one machine ran. */
export interface ShardFacts {
  /** From 1. */
  index: number;
  total: number;
  /** Of git; null where there is none. */
  commit: string | null;
  /** sha256 of the configs, of what was chosen, and of who runs what: the same in all shards of one run. */
  selection: string;
  /** This shard has nothing of the suite. */
  none?: true;
}

export interface Summary {
  total: number;
  passed: number;
  failed: number;
  inconclusive: number;
  errors: number;
  skipped: number;
  /** Passed, with accepted drift. */
  passedOnAccepted: number;
  /** Mean of the workflows' overall scores; null while one is undecided. */
  overallScore: number | null;
  /** Of several workflows that Claude worked on live, some of them several times. */
  passRate?: PassRate;
  /** How often the judge says what the metrics say; of two runs and more that both decided. */
  judge?: JudgeAgreement;
}

/** The mean of the workflows' pass rates, with its 95 % interval; the trials of a workflow are one cluster. */
export interface PassRate extends Interval {
  workflows: number;
  mean: number;
}

export interface Evaluation {
  workflowName: string;
  description?: string;
  verdict: WorkflowVerdict;
  passed: boolean;
  /** Mean of those of the three metrics that apply; null while one is inconclusive, or where none applies. */
  overallScore: number | null;
  results: MetricResult[];
  /** Reasons for the verdict beyond the metrics; one sentence each. */
  reasons: string[];
  /** Absent where nothing ran (cassette missing, stale). */
  run?: RunFacts;
  replay?: ReplayFacts;
  /** Commands that help to decide an inconclusive verdict. */
  settle: string[];
  /** The transcript that the recorded run was imported from; what it lacks is unknown. */
  imported?: Imported;
  /** What the model was asked for, in all trials; absent where none was asked. */
  spent?: Spent;
  /** The trials, where it ran several times; the rest describes one of them. */
  trials?: Trials;
  /** What `record` did with this workflow. */
  recorded?: RecordedFacts;
  /** Only with the option `transcripts`; in the JSON report only with `shard`, for the page of the merged report. */
  transcript?: Transcript;
}

/** What Claude said and called in a run, and what that took. Reports of earlier releases have only the tokens. */
export interface ClaudeFacts {
  /** The last text that Claude wrote. */
  lastWords?: string;
  /** The tools that Claude called, in order. */
  called?: string[];
  inputTokens: number;
  outputTokens: number;
  /** How long the server worked on the calls. */
  callTime?: { ms: number };
}

/** Who a server says it is. */
export type OneServer = Omit<ServerIdentity, "servers">;

export interface RunFacts extends ClaudeFacts {
  model: ModelSettings;
  server: OneServer;
  /** Where the suite has several: each, by its name in the config; `server` is the first of them. */
  servers?: Record<string, OneServer>;
  sources: { model: Source; server: Source };
  turns: number;
  calls: number;
  ms: number;
  /** Why the run ended early; absent where it was completed. */
  end?: Exclude<TraceEnd["kind"], "completed">;
  findings: string[];
  /** The end of the server's stderr, for verdicts other than passed and for --debug. */
  stderr: string;
}

export interface ReplayFacts {
  /** The recorded run that this one is compared with; absent in reports of earlier releases. */
  recording?: ClaudeFacts;
  drift: Drift[];
  substitutions: Substitution[];
  /** Values from the server that differ from the recording. */
  variables: ReadVariable[];
  /** Groups of concurrent calls whose outcomes differ from the recording, as they did when it was checked. */
  races: number[][];
  /** Number of places with redacted values, whose live values were not compared. */
  notCompared: number;
  /** A sentence for each accepted drift that did not occur. */
  unused?: string[];
  /** The server reports the recorded name, version and contract, so what differs may differ on its own. */
  sameBuild?: true;
  /** The first turn (from 1) from which the recording proves nothing, and its step. */
  ungroundedFrom?: { step: number; turn: number };
  /** Of an agent of somebody else: the difference at which it was stopped. */
  stopped?: StoppedAgent;
  baseline: { id: string; metric: string; verdict: MetricVerdict; score: number | null }[];
  /** One sentence for each metric that is worse than the baseline. */
  regressions: string[];
  /** It failed in the recording too, under the present expectations, and did not get worse. */
  failedBefore: boolean;
  /** What failed before passed when it was recorded: only what is expected has changed since. */
  passedThen?: true;
}

export interface RecordedFacts {
  /** Why it was recorded, or why not. */
  because: string;
  /** Relative to the current folder, absent where nothing was written. */
  file?: string;
  /** Absent where no check ran. */
  check?: {
    replays: boolean;
    varies: { call: number; at: string }[];
    message: string;
    /** The check left an older cassette as it is: the server failed, or changed since. */
    unwritten?: true;
  };
  /** The checks of an older recording agree with each other and differ from it: the server changed. */
  changed?: true;
  /** For the config, where the cassette does not replay on its own server because values differ on their own. */
  paste?: PlacesToPaste;
  /** For each doubtful argument the entries of `pins` in the config that settle it, of which one is to be pasted. */
  pins?: Pin[][];
  /** Places that differed in a check without being variables; call 0 is what the server declares about itself. */
  unstable?: Unstable[];
  /** Arguments whose present value is unknown: their turns are not replayed. */
  doubtful?: Doubt[];
  /** How many of the places that Claude was given the cassette asserts. */
  evidence?: AssertedPlaces;
  /** Metrics that score below the former cassette. */
  below: string[];
}

/** Part of a config. Each path is a JSON pointer into the results of the tool. */
export interface PlacesToPaste {
  varies?: { tool: string; path: string; order?: "any" }[];
  ignore?: { tool: string; path: string }[];
}

export interface HealthSuiteReport {
  name: string;
  verdict: WorkflowVerdict;
  passed: boolean;
  tests: HealthTestReport[];
}

export interface HealthTestReport {
  tool: string;
  description?: string;
  verdict: WorkflowVerdict;
  details: string;
  ms: number;
  attempts: number;
  expected?: JsonValue;
  actual?: JsonValue;
}
