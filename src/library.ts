// The commands as functions, for programs: each returns its report and never exits. With `reporter` it also prints.
import { loadSuite } from "./config/load.js";
import type { Config } from "./config/schema.js";
import type { Suite } from "./config/suite.js";
import type { Report } from "./report/report.js";
import { loadReporter } from "./report/reporters/index.js";
import { evaluateSuite } from "./run/evaluate.js";
import type { RecordOptions, ReplayOptions, RunOptions } from "./run/options.js";
import { recordSuite } from "./run/record.js";
import { replaySuite } from "./run/replay.js";

/** What a function of the library takes beside what its command takes. */
export interface PrintOptions {
  /** Prints the report to stdout, as the command does. Silent without. */
  reporter?: "console" | "json";
  /** Everything in the printed report, not only what decides. */
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
    load(source, options).then((suite) => evaluateSuite(suite, options)),
  );
}

/**
 * Records what replay cannot decide into cassettes, and checks that they replay on the same server.
 * Writes the suite's folder of cassettes and `.mcpvals/` beside the config. Spends tokens.
 * @throws {McpvalsError} as {@link evaluate}; REFUSED_IN_CI where `CI` is set and `allowCi` is not.
 */
export function record(source: string | Config, options: RecordOptions & PrintOptions = {}): Promise<Report> {
  return printed(
    options,
    load(source, options).then((suite) => recordSuite(suite, options)),
  );
}

/**
 * Plays the recorded model against the live server (`offline`: against the recorded one), scores the runs and compares
 * them with the baseline. Asks no model, needs no key, writes nothing unless `updateScores` is set.
 * @throws {McpvalsError} for a wrong request; a cassette that is missing, stale or corrupt is in the report.
 */
export function replay(source: string | Config, options: ReplayOptions & PrintOptions = {}): Promise<Report> {
  return printed(
    options,
    load(source, options, options.offline ?? false).then((suite) => replaySuite(suite, options)),
  );
}

function load(source: string | Config, { cwd, env }: RunOptions, allowUnset = false): Promise<Suite> {
  return loadSuite(source, { env: env ?? process.env, allowUnset, ...(cwd === undefined ? {} : { cwd }) });
}

async function printed({ reporter, debug }: PrintOptions, running: Promise<Report>): Promise<Report> {
  const report = await running;
  if (reporter !== undefined) {
    const color = process.stdout.isTTY && process.env["NO_COLOR"] === undefined;
    const render = await loadReporter(reporter);
    const text = render([report], { color, debug: debug ?? false });
    await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
  }
  return report;
}
