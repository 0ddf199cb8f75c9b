// Runs `mcpvals import`: makes workflows with cassettes of what Claude already did with the server.
import { relative, resolve } from "node:path";
import { showPath } from "../../config/show-path.js";
import { EXIT, McpvalsError } from "../../errors.js";
import { importTranscripts, type BatchOptions } from "../../import/import.js";
import type { ImportReport } from "../../import/import-report.js";
import type { PathMap } from "../../import/path-map.js";
import { worstExitCode } from "../../report/exit-code.js";
import { askPerson, canAsk } from "../ask.js";
import type { CommandContext } from "../context.js";
import { renderFailure } from "../failure.js";
import { allOf, bad, countFlag, oneOf, switchedOn } from "../flag-values.js";
import { findingLines, renderBatch, renderImport } from "../import-text.js";
import type { Invocation } from "../invocation.js";
import { nameEnvFile } from "../env-files.js";
import { planSuites } from "../plan-suites.js";
import { escapeLines } from "../../render/safe/shown-text.js";
import { wordsOfFlags } from "../words-of-flags.js";

/** Resolves to the exit code: 3 where the server answers otherwise, a run ends early, or a cassette does not replay. */
export async function runImport(invocation: Invocation, context: CommandContext): Promise<number> {
  const { configs: paths, values } = invocation;
  const { cwd, stdout, stderr } = context;
  if (paths.length === 0) {
    throw new McpvalsError("BAD_USAGE", "import needs a transcript", {
      fix: "Name a file, a folder or a glob: mcpvals import ~/.claude/projects/NAME/SESSION.jsonl",
    });
  }
  const suite = await oneSuite(invocation, context);
  const dryRun = switchedOn(values, "dry-run") === true;
  const state = oneOf(values, "state");
  const options: BatchOptions = {
    cwd,
    env: context.env,
    signal: context.signal,
    timeout: countFlag(values, "timeout", "milliseconds"),
    allowCi: switchedOn(values, "allow-ci"),
    server: oneOf(values, "server"),
    maps: (allOf(values, "map") ?? []).map(parseMap),
    state: state === undefined ? undefined : stateOf(state, suite.folder, cwd),
    prompts: allOf(values, "prompt") ?? [],
    leaf: oneOf(values, "leaf"),
    dryRun,
    acceptDifferences: switchedOn(values, "accept-differences") === true,
    propose: switchedOn(values, "propose") === true,
    minCalls: countFlag(values, "min-calls", "a number of calls"),
    onlyTools: allOf(values, "only-tool") ?? [],
    limit: countFlag(values, "limit", "a number of transcripts"),
    mayWrite: (report) => mayWrite(report, invocation, context),
  };
  const batch = await importTranscripts(suite, paths, options).catch(async (error: unknown) => {
    throw await nameEnvFile(error, { invocation, cwd, folder: suite.folder });
  });
  const config = suite.file === null ? "" : showPath(suite.file, cwd);
  for (const report of batch.reports) await stdout.write(renderImport(report, { dryRun, config }));
  await stdout.write(renderBatch(batch));
  for (const error of batch.failed)
    await stderr.write(`${renderFailure(error, switchedOn(values, "debug") === true)}\n`);
  return worstExitCode([
    ...batch.reports.map((report) => exitCodeOf(report, dryRun)),
    ...batch.failed.map(({ exitCode }) => exitCode),
  ]);
}

function exitCodeOf({ written, ended }: ImportReport, dryRun: boolean): number {
  if (dryRun) return EXIT.yes;
  // A replay of a run that ends before its transcript does is inconclusive.
  if (written === undefined || ended !== undefined) return EXIT.inconclusive;
  return written.check?.replays === false ? EXIT.inconclusive : EXIT.yes;
}

async function oneSuite(invocation: Invocation, context: CommandContext) {
  const configs = allOf(invocation.values, "config") ?? [];
  const plan = { spends: true, allowUnset: "as-configured" } as const;
  const { planned, faults } = await planSuites({ ...invocation, configs }, context, plan);
  const [fault] = faults;
  if (fault !== undefined) throw fault;
  const [first, second] = planned;
  if (first !== undefined && second === undefined) return first.suite;
  throw new McpvalsError("BAD_USAGE", "import writes into one suite", { fix: "Name its config: --config FILE" });
}

function parseMap(text: string): PathMap {
  const at = text.indexOf("=");
  const [from, to] = [text.slice(0, at).replace(/\/+$/, ""), text.slice(at + 1)];
  if (at > 0 && from !== "" && to !== "") return { from, to };
  throw bad("map", `takes FROM=TO, a folder of the transcript and one that is here, not ${JSON.stringify(text)}`);
}

function stateOf(flag: string, folder: string, cwd: string): string {
  const path = relative(folder, resolve(cwd, flag)).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}

async function mayWrite(report: ImportReport, invocation: Invocation, context: CommandContext): Promise<boolean> {
  const { values } = invocation;
  if (switchedOn(values, "yes") === true) return true;
  const lines = findingLines(report).join("\n");
  if (canAsk(context)) {
    const question = escapeLines(`${report.file}:\n${lines}\n`);
    return /^y(?:es)?$/i.test(await askPerson(`${question}Write it all the same? [y/N] `, context));
  }
  const flags = wordsOfFlags({ ...invocation, values: { ...values, yes: true } });
  throw new McpvalsError("BAD_USAGE", `${report.file} was not imported: look at what is in it first`, {
    evidence: lines,
    fix: `To write it all the same: mcpvals import ${report.file}${flags}`,
  });
}
