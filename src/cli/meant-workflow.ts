// Finds the workflow that was meant by a word where a config is expected.
import { didYouMean } from "../config/did-you-mean.js";
import { findConfigs } from "../config/find.js";
import { isCode, loadSuite } from "../config/load.js";
import { McpvalsError } from "../errors.js";
import { workflowFlag } from "../shell-words.js";
import type { CommandContext } from "./context.js";
import type { Invocation } from "./invocation.js";
import { wordsOfFlags } from "./words-of-flags.js";

/** The error for configs that do not exist, with the right flag where one of them is rather a workflow's name. */
export async function describeWorkflowMeant(
  error: unknown,
  invocation: Invocation,
  { cwd, env }: Pick<CommandContext, "cwd" | "env">,
): Promise<unknown> {
  const { command, configs } = invocation;
  if (!(error instanceof McpvalsError) || error.code !== "CONFIG_NOT_FOUND" || configs.length !== 1) return error;
  const [word = ""] = configs;
  if (/[/\\]|\.[cm]?[jt]s(?:on)?$/.test(word)) return error;
  const names: string[] = [];
  for (const { file } of await findConfigs([], { cwd }).catch(() => [])) {
    if (isCode(file)) continue;
    const suite = await loadSuite(file, { cwd, env, allowUnset: true, mayRun: false }).catch(() => undefined);
    names.push(...(suite?.config.workflows ?? []).map(({ name }) => name));
  }
  const meant = names.includes(word) ? word : didYouMean(word, names);
  if (meant === undefined) return error;
  return new McpvalsError(error.code, error.message, {
    evidence: error.evidence,
    fix: `A workflow is named with -t: mcpvals ${command} ${workflowFlag(meant)}${wordsOfFlags(invocation)}`,
  });
}
