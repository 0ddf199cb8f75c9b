// Finds and loads the suites that a command line names, each with the workflow names that are its own. Loads all before
// the first is run, so that a typo in the last one costs nothing.
import { dirname } from "node:path";
import { appendTo } from "../append-to.js";
import { requireTags } from "../config/choose.js";
import { findConfigs, type FoundConfig } from "../config/find.js";
import { loadSuite } from "../config/load.js";
import { selectWorkflows } from "../config/select.js";
import { showPath } from "../config/show-path.js";
import type { Suite } from "../config/suite.js";
import { wordsOfConfigs } from "../config/words-of-configs.js";
import { McpvalsError } from "../errors.js";
import { fileWord } from "../shell-words.js";
import { findUnchanged } from "../suite/find-unchanged.js";
import { refuseSameCassettes } from "../suite/refuse-same-cassettes.js";
import type { RunOptions, Share } from "../suite/options.js";
import { selectDue, type LastKind } from "../suite/selection.js";
import type { CommandContext } from "./context.js";
import { renderFailure } from "./failure.js";
import { nameEnvFile } from "./env-files.js";
import { SINCE_BASE } from "./flags.js";
import { allOf, oneOf, switchedOn } from "./flag-values.js";
import type { Invocation } from "./invocation.js";
import { labelSuites } from "./suite-labels.js";
import { wordsOfFlags } from "./words-of-flags.js";

export interface Planned {
  suite: Suite;
  /** What the suite is called among the others of the command. */
  label: string;
  /** Names and globs of `-t` that match in this suite; undefined without `-t`. */
  workflows: string[] | undefined;
  /** Why `--changed` leaves the suite out. */
  leftOut?: string | undefined;
  /** With `--watch`: what is run of it; everything without. */
  share?: Share | undefined;
  /** Where several things are compared: which of them, and how it is run. */
  side?: { name: string; options: Pick<RunOptions, "model" | "server"> } | undefined;
}

export interface PlanOptions {
  /**
   * Whether the command spends money. One that does not takes all suites that a search finds, and searches the folders
   * below, too.
   */
  spends: boolean;
  /** Whether variables may be unset. */
  allowUnset: boolean | "as-configured";
  /** With `--last-failed`: of which runs the last one counts. */
  last?: LastKind;
}

/**
 * Finds and loads the suites. `faults` are the errors of those that do not load. Throws CONFIG_NOT_FOUND,
 * CONFIG_AMBIGUOUS, and WORKFLOW_NOT_FOUND for a name that matches in no suite.
 */
export async function planSuites(
  invocation: Invocation,
  context: Pick<CommandContext, "cwd" | "env">,
  options: PlanOptions,
): Promise<{ planned: Planned[]; faults: McpvalsError[] }> {
  const { planned, faults } = await planChosen(invocation, context, options);
  const ref = oneOf(invocation.values, "changed");
  if (ref === undefined || planned.length === 0) return { planned, faults };
  const suites = planned.map(({ suite }) => suite);
  const reasons = await findUnchanged(suites, { ref: ref === SINCE_BASE ? undefined : ref, ...context });
  return { planned: planned.map((one, at) => ({ ...one, leftOut: reasons[at] })), faults };
}

async function planChosen(
  invocation: Invocation,
  { cwd, env }: Pick<CommandContext, "cwd" | "env">,
  { spends, allowUnset, last = "live" }: PlanOptions,
): Promise<{ planned: Planned[]; faults: McpvalsError[] }> {
  const suites: Suite[] = [];
  const faults: McpvalsError[] = [];
  const found = await findConfigs(invocation.configs, { cwd, below: !spends });
  for (const { file, isMeant } of found) {
    try {
      suites.push(await loadSuite(file, { cwd, env, allowUnset, mayRun: isMeant }));
    } catch (error) {
      if (!(error instanceof McpvalsError)) throw error;
      faults.push(await nameEnvFile(error, { invocation, cwd, folder: dirname(file) }));
    }
  }
  refuseSameCassettes(suites, cwd);
  const labels = labelSuites(suites, cwd);
  const loaded = suites.map((suite, at): Planned => ({ suite, label: labels[at] ?? suite.name, workflows: undefined }));
  if (spends) refuseSeveral(found, loaded, invocation, cwd);
  const tags = allOf(invocation.values, "tag");
  if (faults.length === 0)
    requireTags(
      loaded.map(({ suite }) => suite.config),
      tags,
    );
  const lastFailed = switchedOn(invocation.values, "last-failed");
  const named = chooseNamed(loaded, faults, allOf(invocation.values, "workflow"));
  if (tags === undefined && lastFailed === undefined) return { planned: named, faults };
  const planned: Planned[] = [];
  for (const one of named) {
    const due = await selectDue(one.suite, { workflows: one.workflows, tags, lastFailed }, last);
    if (due.tests || due.workflows.length > 0) planned.push(one);
  }
  if (planned.length > 0 || faults.length > 0 || named.length === 0) return { planned, faults };
  throw lastFailed === true ? noneLeftOpen(invocation, last) : nothingInCommon();
}

function nothingInCommon(): McpvalsError {
  return new McpvalsError("WORKFLOW_NOT_FOUND", "No workflow has both a name of -t and a tag of --tag", {
    fix: "Give one of them, or look what there is: mcpvals list",
  });
}

function noneLeftOpen({ command, configs, values }: Invocation, last: LastKind): McpvalsError {
  const others = wordsOfFlags({ command, values: { ...values, "last-failed": undefined }, serverCommand: undefined });
  const again = `mcpvals ${command}${wordsOfConfigs(configs)}${others}`;
  const message =
    last === "replay"
      ? "Each of these workflows passed when it was last replayed here, so nothing is run"
      : "No run with Claude is kept here that did not pass, so nothing is run";
  return new McpvalsError("NOTHING_DUE", message, { fix: `All of them: ${again}` });
}

function chooseNamed(
  loaded: readonly Planned[],
  faults: readonly McpvalsError[],
  patterns: string[] | undefined,
): Planned[] {
  if (patterns === undefined) return [...loaded];

  // The name may be one of a suite that does not load.
  if (faults.length === 0) {
    selectWorkflows(
      loaded.flatMap(({ suite }) => suite.config.workflows ?? []),
      patterns,
    );
  }
  return loaded.flatMap((one) => {
    const workflows = patterns.filter((pattern) => isIn(one.suite, pattern));
    return workflows.length === 0 ? [] : [{ ...one, workflows }];
  });
}

/**
 * Runs a search in the suites that loaded. If it fails, prints the faults too: what it looks for may be in a suite that
 * did not load.
 */
export async function whileSayingFaults<Result>(
  faults: readonly McpvalsError[],
  { stderr }: Pick<CommandContext, "stderr">,
  search: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await search();
  } catch (error) {
    for (const fault of faults) await stderr.write(`${renderFailure(fault, false)}\n`);
    throw error;
  }
}

/** Nobody may pay for suites that a search found beside the one that was meant. */
function refuseSeveral(
  found: readonly FoundConfig[],
  loaded: readonly Planned[],
  invocation: Invocation,
  cwd: string,
): void {
  const byFolder = new Map<string, FoundConfig[]>();
  for (const one of found.filter(({ isNamed }) => !isNamed)) appendTo(byFolder, dirname(one.file), one);
  const several = [...byFolder].find(([, files]) => files.length > 1);
  if (several === undefined) return;
  const [folder, files] = several;
  const { command, values } = invocation;
  const patterns = allOf(values, "workflow") ?? [];
  const suites = new Map(loaded.map(({ suite }) => [suite.file, suite]));
  const having = files.find(({ file }) => {
    const suite = suites.get(file);
    return suite !== undefined && patterns.every((pattern) => isIn(suite, pattern));
  });
  const example = showPath((having ?? files[0])?.file ?? "", cwd);
  const where = folder === cwd ? "here" : `in ${showPath(folder, cwd)}`;
  throw new McpvalsError(
    "CONFIG_AMBIGUOUS",
    `There are ${files.length} suites ${where}, and ${command} spends money: name those that you mean`,
    {
      evidence: files.map(({ file }) => showPath(file, cwd)).join("\n"),
      fix: `One of them: mcpvals ${command}${wordsOfConfigs([fileWord(example)])}${wordsOfFlags(invocation)}`,
    },
  );
}

/** A name must match in one suite, not in every one. */
function isIn({ config }: Suite, pattern: string): boolean {
  try {
    return selectWorkflows(config.workflows ?? [], [pattern]).length > 0;
  } catch {
    return false;
  }
}
