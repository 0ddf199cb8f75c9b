// Defines what the commands and the library's functions take, and the progress that they report.
import type { RunEvent } from "../trace/events.js";
import type { Budget } from "./budget.js";
import type { SpendingPlan } from "./planned-spending.js";
import type { TakesTurns, Turns } from "./turns.js";
import type { WorkflowVerdict } from "../metrics/verdicts.js";

/** What one of several machines runs of a suite. */
export interface Share {
  /** Names of workflows. */
  workflows: readonly string[];
  /** Whether it runs the direct tool tests. */
  tests: boolean;
}

export interface RunOptions {
  /** Folder that a config's path is relative to, and the folder of a config object. Default: the current one. */
  cwd?: string | undefined;
  /** Names or globs; all workflows without. No match is an error. */
  workflows?: string[] | undefined;
  /** Tags or globs, of which a workflow needs one; all workflows without. */
  tags?: string[] | undefined;
  /** Only workflows that did not pass when they were last run here, and no tool tests. */
  lastFailed?: boolean | undefined;
  /** Of what the options above choose, only this. Default: all. */
  share?: Share | undefined;
  model?: string | undefined;
  /** The agent that works, in place of the config's. */
  agent?: "claude-code" | undefined;
  /** The same suite against another build of the server; `name`: of several servers, which one. */
  server?: (({ command: string; args: string[] } | { url: string }) & { name?: string }) | undefined;
  /** Milliseconds; overrides the config. */
  timeout?: number | undefined;
  concurrency?: number | undefined;
  /** Stop after this many workflows that did not pass. */
  bail?: number | undefined;
  llmJudge?: boolean | undefined;
  /** The most trials of each workflow that runs live; overrides the config. */
  repeat?: number | undefined;
  /**
   * Take the trials that an earlier, unfinished command judged, and pay only for the others: the server is taken to be
   * the same. `record` does so without it where the replay of what it has shows that.
   */
  goOn?: boolean | undefined;
  /** US dollars that may be spent on the model; overrides the config. Needs a known price. */
  maxBudgetUsd?: number | undefined;
  /** Tokens of all kinds that the model may use; overrides the config. */
  tokenLimit?: number | undefined;
  /** Stop the trials of a workflow when its threshold is decided; overrides the config. */
  sure?: boolean | undefined;
  /** Gives every evaluation its transcript, as the html report shows it. Default false. */
  transcripts?: boolean | undefined;
  /** Default: the environment of the process. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Aborting ends all runs; all child processes have ended when the promise settles. */
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Progress) => void) | undefined;
  /**
   * The time, in milliseconds since 1970: of each run, of its calls, and of the report. For tests of another day; the
   * server keeps its own clock. Default: `Date.now`.
   */
  now?: (() => number) | undefined;
  /** @internal Called with what is about to be spent; where it rejects, nothing is. */
  agree?: ((plan: SpendingPlan) => Promise<void>) | undefined;
  /** @internal The command line that goes on with this one. Default: one of the command and the config. */
  again?: string | undefined;
  /** @internal What the suite shares with others that run at the same time. */
  beside?: SuiteBeside | undefined;
}

/** What a suite shares with others that run at the same time. */
export interface SuiteBeside {
  /** Each run takes one. */
  turns: TakesTurns;
  /** Each server that waits for its run has one. */
  ahead: Turns;
  /** What the whole command spends. */
  budget: Budget;
  /** Whether there are others: then the trials of a workflow run one after another. */
  others: boolean;
}

export interface RecordOptions extends RunOptions {
  /** What is recorded: what replay cannot judge (default), what has no cassette, or everything. */
  mode?: "changed" | "missing" | "all" | undefined;
  /** Write each trial as a take of its own, not only the first; overrides the config. */
  keepTrials?: boolean | undefined;
  /** Replay each new cassette on the same server. Default true. */
  check?: boolean | undefined;
  /** How many checks; overrides the config's `check.runs`. */
  checks?: number | undefined;
  /** `false`: leave the server's clock alone in the checks. Default: what the config says. */
  checkClock?: false | undefined;
  /** Try the readings of doubtful arguments; overrides the config's `check.try`. */
  tryReadings?: boolean | undefined;
  /** Write the last live run of each workflow, as `eval` kept it, instead of asking Claude again. Needs no key. */
  fromLast?: boolean | undefined;
  /** Only check the cassettes that exist. Needs no key. */
  checkOnly?: boolean | undefined;
  /** Record although `CI` is set. */
  allowCi?: boolean | undefined;
}

export interface ReplayOptions extends RunOptions {
  /** The server side comes from the cassette too. */
  offline?: boolean | undefined;
  /** Rewrite the scores block of the cassettes. */
  updateScores?: boolean | undefined;
  allowCi?: boolean | undefined;
  afterDrift?: "stop" | "play" | undefined;
  failOn?: "any" | "regression" | undefined;
  onInconclusive?: "fail" | "warn" | undefined;
  /** Accept no drift at all. */
  strict?: boolean | undefined;
  /** `live`: ask the judge about each replayed run, instead of taking its recorded verdict. Needs a key; spends tokens. */
  judge?: "live" | undefined;
}

export type Progress =
  | { type: "plan"; command: string; suite: string; workflows: string[]; skipped: number }
  /** One line for people: before work that costs or repeats something, or about something unusual. */
  | { type: "note"; message: string }
  | { type: "started"; suite: string; workflow: string }
  | { type: "event"; suite: string; workflow: string; event: RunEvent }
  | { type: "finished"; suite: string; workflow: string; verdict: WorkflowVerdict; score: number | null; ms: number };
