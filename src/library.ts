// Offers the commands as functions for programs: each returns its report and never exits. With `reporter` it also
// prints.
import { loadSuite } from "./config/load.js";
import type { Config } from "./config/schema-written.js";
import type { Suite } from "./config/suite.js";
import { McpvalsError } from "./errors.js";
import { breakCommandsOf } from "./log-commands.js";
import { compareNamed } from "./report/compare-reports.js";
import { mergeShards } from "./report/merge-shards.js";
import type { Report } from "./report/report.js";
import { loadReporter, showsTranscripts, type ReporterName } from "./render/formats/index.js";
import type { Shown } from "./render/transcript/shown.js";
import type { DiffReport } from "./diff/diff.js";
import { acceptDrift, removeAccepted, type Acceptance, type AcceptOptions, type RemoveOptions } from "./run/accept.js";
import { diffFiles } from "./diff/sides/diff-files.js";
import type { DiffFilesOptions, DiffServersOptions } from "./diff/sides/diff-options.js";
import { diffServers } from "./diff/sides/diff-servers.js";
import { evaluateSuite } from "./run/evaluate.js";
import { findByFile, findByName, findFile } from "./show/find-shown.js";
import type { RecordOptions, ReplayOptions, RunOptions } from "./suite/options.js";
import { readShards } from "./run/read-shards.js";
import { recordSuite } from "./run/record.js";
import { replaySuite } from "./run/replay.js";
import { resetWork } from "./json-schema/work.js";
import { readFoundRun, showRun } from "./show/show-last.js";
import { readShown, readShownSince, readShownWithLastReplay } from "./show/show.js";
import { resetDeadlines } from "./with-deadline.js";
import type { AgentTape, TapeOptions } from "./wrap/tape.js";

/** What a function of the library takes in addition to its command's options. */
export interface PrintOptions {
  /** Prints the report to stdout, as the command does. By default it prints nothing. */
  reporter?: ReporterName;
  /** Prints everything in the report, not only what decides. */
  debug?: boolean;
}

/**
 * Lets Claude work through the suite's workflows against the live server and scores them.
 * Reads the config (a path, or the config itself), starts the server, spends tokens, writes nothing.
 * @throws {McpvalsError} for a wrong request or an outside that fails before anything was judged; a fault of the server
 * under test is in the report.
 */
export function evaluate(source: string | Config, options: RunOptions & PrintOptions = {}): Promise<Report> {
  return printed(
    options,
    load(source, options, "as-configured").then((suite) => evaluateSuite(suite, withTranscripts(options))),
  );
}

/**
 * Opens the cassette of an agent for a test that starts the agent itself. Listens on loopback until it is disposed of.
 * @throws {McpvalsError} CASSETTE_MISSING and others for a cassette that cannot be played; when it ends, AGENT_DIFFERS.
 */
export async function tape(path: string, options?: TapeOptions): Promise<AgentTape> {
  const { openTape } = await import("./wrap/tape.js");
  return openTape(path, options);
}

/**
 * Records what replay cannot decide into cassettes, and checks that they replay on the same server.
 * Writes the suite's folder of cassettes and `.mcpvals/` beside the config. Spends tokens.
 * @throws {McpvalsError} as {@link evaluate}; REFUSED_IN_CI where `CI` is set and `allowCi` is not.
 */
export function record(source: string | Config, options: RecordOptions & PrintOptions = {}): Promise<Report> {
  return printed(
    options,
    load(source, options, "as-configured").then((suite) => recordSuite(suite, withTranscripts(options))),
  );
}

/**
 * Plays the recorded model against the live server (`offline`: against the recorded one), scores the runs and compares
 * them with the baseline. Asks no model, needs no key, writes no cassette unless `updateScores` is set; what it found is
 * kept in `.mcpvals/last/` beside the config, which git does not see.
 * @throws {McpvalsError} for a wrong request; a cassette that is missing, stale or corrupt is in the report.
 */
export function replay(source: string | Config, options: ReplayOptions & PrintOptions = {}): Promise<Report> {
  return printed(
    options,
    load(source, options, (options.offline ?? false) || "as-configured").then((suite) =>
      replaySuite(suite, withTranscripts(options)),
    ),
  );
}

/**
 * Joins the JSON reports that the shards of one command wrote (paths or globs), one report for each suite. Reads the
 * files, starts nothing.
 * @throws {McpvalsError} FILE_NOT_FOUND; SHARDS_REFUSED for shards that are missing, doubled, or of another run.
 */
export async function mergeReports(
  files: readonly string[],
  options: Pick<RunOptions, "cwd"> & PrintOptions = {},
): Promise<Report[]> {
  const reports = mergeShards(await readShards(files, options.cwd ?? process.cwd()));
  await printReports(options, reports);
  return reports;
}

/** One of several things to compare: a model, a prompt, a server. */
export interface NamedReport {
  name: string;
  /** What {@link evaluate} or {@link record} returned for it. */
  report: Report;
}

/**
 * Compares what several sides made of the same workflows, as `eval --model A --model B` does: trial by trial, each side
 * with the first. The reports in the same order, with `side`, and all but the first with `comparison`. Pure; prints with
 * `reporter`.
 * @throws {McpvalsError} BAD_USAGE for fewer than two sides, two of one name, a side whose trials `sure` stopped, and a
 * report of another command.
 */
export async function compare(sides: readonly NamedReport[], options: PrintOptions = {}): Promise<Report[]> {
  const reports = compareNamed(sides);
  await printReports(options, reports);
  return reports;
}

/**
 * Calls drift of the last replay harmless, by value and with a reason: all ids or none. Writes `accepted.yaml` beside the
 * suite's cassettes; the next replay reads it. With `remove` it takes accepted drift back.
 * @throws {McpvalsError} DRIFT_NOT_FOUND, DRIFT_REFUSED (nobody can accept it, or it is of an older recording),
 * REPLAY_MISSING, CASSETTE_* for an `accepted.yaml` that is no good; REFUSED_IN_CI where `CI` is set and `allowCi` is not.
 */
export async function accept(
  source: string | Config,
  options: (AcceptOptions | (RemoveOptions & { remove: true })) & Pick<RunOptions, "cwd">,
): Promise<Acceptance> {
  const suite = await load(source, options, true);
  const done = "remove" in options ? await removeAccepted([suite], options) : await acceptDrift([suite], options);
  const [first] = done;
  if (first === undefined) throw new McpvalsError("BAD_USAGE", "accept names no drift");
  return first;
}

/**
 * Compares two versions of a server under one recorded model: contract, results, scores. `options.to` is the new side
 * (default: the config's server), `options.from` the old one (default: the cassettes). Starts the servers, needs no key,
 * and keeps in `.mcpvals/last/` what it found, for {@link accept}.
 * @throws {McpvalsError} for a wrong request or an outside that fails; a fault of a server is in the report.
 */
export function diff(source: string | Config, options?: DiffServersOptions): Promise<DiffReport>;
/**
 * Compares two cassettes, two folders of them, or two JSON reports, by their paths. Starts nothing, writes nothing.
 * @throws {McpvalsError} BAD_USAGE for paths that are nowhere or not of a kind; CASSETTE_*.
 */
export function diff(before: string, after: string, options?: DiffFilesOptions): Promise<DiffReport>;
export async function diff(
  source: string | Config,
  second: string | DiffServersOptions = {},
  third: DiffFilesOptions = {},
): Promise<DiffReport> {
  if (typeof second !== "string") return diffServers(await load(source, second), second);
  if (typeof source === "string") return diffFiles(source, second, third);
  throw new McpvalsError("BAD_USAGE", "diff compares a config with servers, and files with files", {
    fix: "Name the servers: diff(config, { to, from }); or two paths: diff(before, after)",
  });
}

/** What {@link show} takes. */
export interface ShowOptions extends Pick<RunOptions, "cwd" | "env"> {
  /** The config that has the workflow. Without it, `name` is a cassette's file. */
  config?: string | Config | undefined;
  /** `true`: beside the last replay. A git ref or a file: what changed since that recording. */
  diff?: true | string | undefined;
  /** The last run instead: of `evaluate`, `record`, `replay` or `diff`, recorded or not. */
  last?: boolean | undefined;
  /** Adds what the server says about itself. */
  contract?: boolean | undefined;
}

/**
 * A recorded run as data: a workflow's by its name, or a cassette's file. Reads the disk, and git for a ref; starts
 * nothing else.
 * @throws {McpvalsError} WORKFLOW_NOT_FOUND, REPLAY_MISSING, RUN_MISSING, RUN_INVALID, REF_NOT_FOUND, GIT_FAILED,
 * CASSETTE_*.
 */
export async function show(name: string, options: ShowOptions = {}): Promise<Shown> {
  const { cwd = process.cwd(), env = process.env, config, diff, last = false, contract = false } = options;
  const suites = config === undefined ? [] : [await load(config, { cwd, env }, true)];
  const file = await findFile(name, cwd);
  const found = file === undefined ? await findByName(name, suites, cwd) : findByFile(file, suites);
  if (last) return showRun(await readFoundRun(found));
  if (diff === true) return readShownWithLastReplay(found);
  if (diff !== undefined) return readShownSince(found.file, diff, { cwd, env });
  return readShown(found.file, { contract });
}

function load(
  source: string | Config,
  { cwd, env }: RunOptions,
  allowUnset: boolean | "as-configured" = false,
): Promise<Suite> {
  resetDeadlines();
  resetWork();
  return loadSuite(source, {
    env: env ?? process.env,
    allowUnset,
    mayRun: true,
    ...(cwd === undefined ? {} : { cwd }),
  });
}

/** A reporter that shows transcripts gets them. */
function withTranscripts<Options extends RunOptions & PrintOptions>(options: Options): Options {
  const { reporter } = options;
  return reporter !== undefined && showsTranscripts(reporter) ? { ...options, transcripts: true } : options;
}

async function printed(options: PrintOptions, running: Promise<Report>): Promise<Report> {
  const report = await running;
  await printReports(options, [report]);
  return report;
}

async function printReports({ reporter, debug }: PrintOptions, reports: readonly Report[]): Promise<void> {
  if (reporter === undefined) return;
  const color = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
  const render = await loadReporter(reporter);
  const text = breakCommandsOf(reporter, render(reports, { color, debug: debug ?? false }));
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
}
