// Runs `mcpvals eval --ask`: one prompt, one live run, and its transcript; with `--save` it becomes a workflow.
import { resolve } from "node:path";
import type { ClientServer } from "../config/client-entry.js";
import { loadSuite } from "../config/load.js";
import type { Workflow } from "../config/schema.js";
import { showPath } from "../config/show-path.js";
import type { Suite } from "../config/suite.js";
import { wordsOfConfigs } from "../config/words-of-configs.js";
import { EXIT, McpvalsError } from "../errors.js";
import { SUITE } from "../init/explore.js";
import { askedWorkflow, requireSavable, saveWorkflow, type SaveTarget } from "../init/save-workflow.js";
import { loadReporter } from "../render/formats/index.js";
import type { Report } from "../report/report.js";
import { evaluateSuite } from "../run/evaluate.js";
import { fileWord, shellWords, workflowFlag } from "../shell-words.js";
import { findByName } from "../show/find-shown.js";
import { readFoundRun, showRun } from "../show/show-last.js";
import type { RunOptions } from "../suite/options.js";
import { askPerson, canAsk } from "./ask.js";
import { hasColor } from "./colour.js";
import type { CommandContext } from "./context.js";
import { nameEnvFile } from "./env-files.js";
import { bad, switchedOn } from "./flag-values.js";
import type { Invocation } from "./invocation.js";
import { planSuites } from "./plan-suites.js";
import { buildRunOptions } from "./run-options.js";
import { startProgress } from "./start-progress.js";
import { wordsOfFlags } from "./words-of-flags.js";

/** Resolves to the exit code: 0 also where nothing is judged, as nothing is expected. Throws as `eval` does. */
export async function askClaude(prompt: string, invocation: Invocation, context: CommandContext): Promise<number> {
  const { values } = invocation;
  for (const flag of ["workflow", "tag", "last-failed", "reporter"]) {
    if (values[flag] !== undefined) throw bad(flag, "has no meaning beside --ask, which prints one transcript");
  }
  const { cwd } = context;
  const options = buildRunOptions(invocation, context.platform);
  const found = await findSuite(invocation, context, options);
  const workflow = askedWorkflow(
    prompt,
    (found.config.workflows ?? []).map(({ name }) => name),
  );
  const suite = { ...found, config: { ...found.config, workflows: [workflow], toolHealthSuites: [] } };
  const target: SaveTarget | undefined =
    suite.file !== null
      ? { file: suite.file }
      : options.server === undefined
        ? undefined
        : { folder: resolve(cwd), server: asClientServer(options.server) };
  const save = switchedOn(values, "save") === true;
  if (save && target !== undefined) requireSavable(target);

  const report = await evaluate(suite, options, { invocation, context });
  const called = await printRun(suite, workflow, report, { invocation, context });
  if (context.signal.aborted || target === undefined) return report.exitCode;
  const { verdict } = report;
  if (verdict === "error") return report.exitCode;
  if (save || (await wantsToSave(target, invocation, context))) {
    const expectTools = called.filter((tool, at) => tool !== called[at - 1]);
    const whole = expectTools.length === 0 ? workflow : { ...workflow, expectTools };
    const { file, secrets } = await saveWorkflow(whole, target, { cwd, env: context.env });
    await context.stdout.write(describeSaved(showPath(file, cwd), workflow.name, secrets));
  }
  return verdict === "inconclusive" ? EXIT.yes : report.exitCode;
}

/** The suite whose server is used: the named config, that of the folder, or none where a server is named. */
async function findSuite(invocation: Invocation, context: CommandContext, { server }: RunOptions): Promise<Suite> {
  const { cwd, env } = context;
  if (server !== undefined && invocation.configs.length === 0) {
    return { ...(await loadSuite({}, { cwd, env, mayRun: false })), name: SUITE };
  }
  const plan = { spends: true, allowUnset: "as-configured" } as const;
  const { planned, faults } = await planSuites(invocation, context, plan).catch((error: unknown) => {
    const isNone = error instanceof McpvalsError && error.code === "CONFIG_NOT_FOUND";
    throw isNone && invocation.configs.length === 0 ? describeNoServer(invocation) : error;
  });
  const [fault] = faults;
  if (fault !== undefined) throw fault;
  const [first, second] = planned;
  if (first !== undefined && second === undefined) return first.suite;
  throw new McpvalsError("BAD_USAGE", "--ask takes one suite", { fix: "Name one config, or a server: -- CMD ARGS…" });
}

function describeNoServer(invocation: Invocation): McpvalsError {
  return new McpvalsError("BAD_USAGE", "--ask needs a server, and there is no config here", {
    fix: `Name its command: mcpvals eval${wordsOfFlags({ ...invocation, serverCommand: ["node", "server.js"] })}`,
  });
}

function asClientServer(server: NonNullable<RunOptions["server"]>): ClientServer {
  if ("url" in server) return { transport: "shttp", url: server.url };
  return { transport: "stdio", command: server.command, args: server.args };
}

interface World {
  invocation: Invocation;
  context: CommandContext;
}

async function evaluate(suite: Suite, options: RunOptions, { invocation, context }: World): Promise<Report> {
  const { cwd, env, signal } = context;
  const { values } = invocation;
  const progress = startProgress(context, {
    debug: switchedOn(values, "debug") === true,
    quiet: switchedOn(values, "quiet") === true,
    noColor: switchedOn(values, "no-color"),
    several: false,
  });
  try {
    return await evaluateSuite(suite, { ...options, cwd, env, signal, onProgress: progress.tell });
  } catch (error) {
    throw await nameEnvFile(error, { invocation, cwd, folder: suite.folder });
  } finally {
    await progress.stop();
  }
}

/** Prints the transcript, or the report where the run could not be kept. Returns the tools that were called. */
async function printRun(
  suite: Suite,
  workflow: Workflow,
  report: Report,
  { invocation: { values }, context: { stdout, env, cwd } }: World,
): Promise<string[]> {
  const color = hasColor(stdout, env, switchedOn(values, "no-color"));
  try {
    const run = await readFoundRun(await findByName(workflow.name, [suite], cwd));
    const { renderTranscriptText } = await import("../render/transcript/render-transcript-text.js");
    const full = switchedOn(values, "verbose") === true;
    await stdout.write(
      renderTranscriptText(showRun(run), { full, timeless: false, color, width: Math.min(stdout.columns, 120) }),
    );
    return run.run.steps.flatMap(({ turns }) => turns.flatMap(({ calls }) => calls.map(({ tool }) => tool)));
  } catch (error) {
    if (!(error instanceof McpvalsError) || error.code !== "RUN_MISSING") throw error;
    const render = await loadReporter("console");
    await stdout.write(render([report], { color, debug: false, width: stdout.columns }));
    return [];
  }
}

async function wantsToSave(target: SaveTarget, invocation: Invocation, context: CommandContext): Promise<boolean> {
  try {
    requireSavable(target);
  } catch {
    return false;
  }
  if (canAsk(context)) {
    return /^y(?:es)?$/i.test(await askPerson("\nKeep it as a workflow in a config? [y/N] ", context));
  }
  const { configs, values } = invocation;
  const flags = wordsOfFlags({ ...invocation, values: { ...values, save: true } });
  const words = wordsOfConfigs(configs);
  await context.stderr.write(`To keep a question as a workflow, ask it with --save: mcpvals eval${words}${flags}\n`);
  return false;
}

function describeSaved(file: string, workflow: string, secrets: readonly string[]): string {
  const config = shellWords(fileWord(file));
  return [
    "",
    `Saved as the workflow ${workflow} in ${file}.`,
    ...(secrets.length === 0
      ? []
      : [`Not copied, because they may be secrets: ${secrets.join(", ")}. Set them first.`]),
    `To record it without asking Claude again: mcpvals record --from-last ${config} ${workflowFlag(workflow)}`,
    "",
  ].join("\n");
}
