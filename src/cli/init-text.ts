// Renders what `init` will write, and what to do next. Pure.
import { shellWords } from "../shell-words.js";
import type { HealthSuiteReport } from "../report/report.js";
import type { InitPlan } from "../init/init.js";
import { escapeLines } from "../render/safe/shown-text.js";

const WHAT = { new: "new", add: "add", kept: "kept" } as const;

/** The files, the config's text, and what a person should know. `show` shortens a path. */
export function renderPlan({ files, config, notes }: InitPlan, show: (file: string) => string): string {
  const names = files.map(({ file }) => show(file));
  const width = Math.max(...names.map((name) => name.length));
  const lines = files.map(
    ({ what, note }, at) => `  ${WHAT[what].padEnd(5)} ${(names[at] ?? "").padEnd(width)}  ${note}`,
  );
  return escapeLines(
    [
      ...notes,
      ...(notes.length === 0 ? [] : [""]),
      ...lines,
      ...(config === undefined
        ? []
        : [
            "",
            ...config
              .trimEnd()
              .split("\n")
              .map((line) => `    ${line}`),
          ]),
      "",
    ].join("\n"),
  );
}

/** One line for each tool test that did not pass, and the sum. */
export function renderTried(reports: readonly HealthSuiteReport[]): string {
  const tests = reports.flatMap((report) => report.tests);
  const bad = tests.filter(({ verdict }) => verdict !== "passed");
  if (tests.length === 0) return "No tool only reads and needs no argument, so nothing was run without a key.\n";
  return escapeLines(
    [
      ...bad.map(({ tool, details }) => `✗ ${tool}  ${details}`),
      `Tool tests, without a key: ${tests.length - bad.length} of ${tests.length} passed.`,
      "",
    ].join("\n"),
  );
}

export interface NextSteps {
  config: string;
  workflows: number;
  /** Variables that the server needs. */
  secrets: readonly string[];
  /** The variables that are not set here. */
  unset: readonly string[];
  /** The file that sets them, or may. */
  envFile: string;
  files: readonly string[];
  /** What starts mcpvals here. */
  program: string;
}

/** Three steps, each with its command. */
export function renderNext({ config, workflows, secrets, unset, envFile, files, program }: NextSteps): string {
  const needs = ["ANTHROPIC_API_KEY", ...secrets].join(", ");
  const name = shellWords(config);
  const flag = (names: readonly string[]): string =>
    names.some((one) => unset.includes(one)) ? ` -e ${shellWords(envFile)}` : "";
  const record = `${program} record ${name}${flag(["ANTHROPIC_API_KEY", ...secrets])}`;
  const asks =
    workflows === 0
      ? `1. Write what Claude should do into "workflows" of ${config}, then: ${record}`
      : `1. Let Claude work through ${workflows === 1 ? "the workflow" : `the ${workflows} workflows`}; needs ${needs}: ${record}`;
  return escapeLines(
    [
      "Next:",
      `  ${asks}`,
      `  2. Play that without a key: ${program} replay ${name}${flag(secrets)}`,
      `  3. Commit it: git add ${files.map((file) => shellWords(file)).join(" ")}`,
      "",
    ].join("\n"),
  );
}
