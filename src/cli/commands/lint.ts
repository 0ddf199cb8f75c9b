// Runs `mcpvals lint`: finds what must not be committed, and files that do not fit together. Runs no server and no
// config that is code.
import { resolve } from "node:path";
import { didYouMean } from "../../config/did-you-mean.js";
import { showPath } from "../../config/show-path.js";
import { EXIT } from "../../errors.js";
import { worstExitCode } from "../../report/exit-code.js";
import { findRoot } from "../../config/find-root.js";
import { lint } from "../../lint/lint.js";
import { RULE_IDS, type RuleId } from "../../lint/rules.js";
import { hasColor } from "../colour.js";
import type { CommandContext } from "../context.js";
import { renderFailure } from "../failure.js";
import { allOf, bad, countFlag, switchedOn } from "../flag-values.js";
import type { Invocation } from "../invocation.js";
import { renderLint, renderLintGithub, renderLintJson } from "../lint-reporters.js";
import { deliver, type ReporterTarget } from "../reporters.js";

const RENDERERS = { console: renderLint, json: renderLintJson, github: renderLintGithub } as const;
type LintReporter = keyof typeof RENDERERS;

/** Resolves to the exit code: 1 where something is left to fix. */
export async function runLint({ configs: paths, values }: Invocation, context: CommandContext): Promise<number> {
  const { cwd, env, stdout, stderr } = context;
  const targets = planTargets(allOf(values, "reporter") ?? ["console"], cwd);
  const report = await lint({
    paths,
    configs: allOf(values, "config"),
    fix: switchedOn(values, "fix"),
    ignore: (allOf(values, "ignore") ?? []).map(parseRule),
    maxSize: countFlag(values, "max-size", "a number of bytes"),
    cwd,
    env,
  });
  const color = hasColor(stdout, env, switchedOn(values, "no-color"));
  const root = findRoot(cwd);
  await deliver(targets, stdout, (name, toFile) =>
    RENDERERS[name](report, {
      color: color && !toFile,
      show: (file) => showPath(file, name === "github" ? root : cwd),
    }),
  );
  for (const fault of report.faults) {
    await stderr.write(`${renderFailure(fault, switchedOn(values, "debug") === true)}\n`);
  }
  const found = report.findings.length > 0 ? EXIT.no : EXIT.yes;
  return worstExitCode([found, ...report.faults.map(({ exitCode }) => exitCode)]);
}

function planTargets(flags: readonly string[], cwd: string): ReporterTarget<LintReporter>[] {
  const targets = new Map<string, ReporterTarget<LintReporter>>();
  for (const flag of flags) {
    const [, name = "", file] = /^([^=]*)(?:=([^]*))?$/.exec(flag) ?? [];
    if (!isReporter(name))
      throw bad("reporter", `takes ${Object.keys(RENDERERS).join(", ")}, not ${JSON.stringify(name)}`);
    if (file === "") throw bad("reporter", `${name}= names no file`);
    const target = file === undefined ? { name } : { name, file: resolve(cwd, file) };
    const before = targets.get(file ?? "");
    if (before !== undefined && before.name !== name)
      throw bad("reporter", `${before.name} and ${name} would mix: give one a file`);
    targets.set(file ?? "", target);
  }
  return [...targets.values()];
}

function isReporter(name: string): name is LintReporter {
  return Object.hasOwn(RENDERERS, name);
}

function parseRule(text: string): RuleId {
  const rule = RULE_IDS.find((id) => id === text);
  if (rule !== undefined) return rule;
  const near = didYouMean(text, RULE_IDS);
  const fix = near === undefined ? `The rules are ${RULE_IDS.join(", ")}` : `Did you mean ${near}?`;
  throw bad("ignore", `names no rule: ${JSON.stringify(text)}`, fix);
}
