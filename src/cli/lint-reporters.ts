// Renders the result of lint for a terminal, as JSON, or as annotations of a GitHub workflow. Escapes recorded text for
// each of them.
import type { LintReport } from "../lint/lint.js";
import { renderJsonText } from "../render/safe/json-text.js";
import { createPaint } from "../render/safe/paint.js";
import { renderGithubCommand } from "../render/safe/github-command.js";
import { escapeControls } from "../render/safe/shown-text.js";

export interface LintTextOptions {
  color: boolean;
  /** Shortens a path as far as it still works from the current folder. */
  show: (file: string) => string;
}

type Finding = LintReport["findings"][number];

/** One block for each file, with a line and a fix for each finding; then what was checked. */
export function renderLint(
  { findings, fixed, count, unconfigured, notRun }: LintReport,
  options: LintTextOptions,
): string {
  const paint = createPaint(options.color);
  const show = (file: string): string => escapeControls(options.show(file));
  const lines: string[] = [];
  for (const { rule, file, message, repair } of fixed) {
    const target = repair?.kind === "move" && repair.target !== file ? ` → ${show(repair.target)}` : "";
    lines.push(`${paint("green", "Fixed")} ${show(file)}${target}  ${escapeControls(message)}  ${paint("dim", rule)}`);
  }
  for (const { file } of fixed.filter(({ rule }) => rule === "seal")) {
    lines.push(
      `      ${show(file)} is sealed as it is now. Only you know whether that run really happened: look at its diff.`,
    );
  }
  if (fixed.length > 0) lines.push("");
  let last: string | undefined;
  for (const { rule, file, line, message, fix } of findings) {
    if (file !== last) lines.push(...(last === undefined ? [] : [""]), paint("bold", show(file)));
    last = file;
    lines.push(`  ${String(line).padStart(5)}  ${escapeControls(message)}  ${paint("dim", rule)}`);
    lines.push(`         ${paint("dim", escapeControls(fix))}`);
  }
  if (findings.length > 0) lines.push("");
  const files = new Set(findings.map(({ file }) => file)).size;
  const mendable = findings.filter(({ repair }) => repair !== undefined).length;
  lines.push(
    findings.length === 0
      ? `${paint("green", "Nothing found")} in ${describeCount(count)}.`
      : `${paint("red", plural(findings.length, "finding"))} in ${plural(files, "file")}; looked at ${describeCount(count)}.`,
  );
  if (mendable > 0) lines.push(`${mendable} can be fixed by: mcpvals lint --fix`);
  for (const file of notRun) {
    lines.push(
      `${show(file)} is code, which lint does not run: orphans, renames, stale cassettes and secrets that only it names were not looked for.`,
    );
  }
  const none = notRun.length === 0 ? "No config" : "No config that lint can read";
  for (const folder of unconfigured) {
    lines.push(`${none} uses ${show(folder)}, so nobody looked for orphans and stale cassettes there (--config FILE).`);
  }
  return `${lines.join("\n")}\n`;
}

/** The same as JSON: `version`, `findings`, `fixed`, `count`, `unconfigured`, `notRun`. */
export function renderLintJson(
  { findings, fixed, count, unconfigured, notRun }: LintReport,
  { show }: LintTextOptions,
): string {
  const plain = ({ rule, file, line, message, fix, repair }: Finding) => ({
    rule,
    file: show(file),
    line,
    message,
    fix,
    fixable: repair !== undefined,
  });
  return renderJsonText({
    version: 1,
    findings: findings.map(plain),
    fixed: fixed.map(plain),
    count,
    unconfigured: unconfigured.map(show),
    notRun: notRun.map(show),
  });
}

/** Workflow commands; `show` gives paths from the root of the repository, as GitHub requires. */
export function renderLintGithub({ findings }: LintReport, { show }: LintTextOptions): string {
  return findings
    .map(({ rule, file, line, message, fix }) => {
      const properties = { file: escapeControls(show(file)), line, title: `mcpvals lint: ${rule}` };
      return `${renderGithubCommand("error", properties, `${escapeControls(message)}\n${escapeControls(fix)}`)}\n`;
    })
    .join("");
}

function describeCount({ cassettes, contracts, blobs, configs, data }: LintReport["count"]): string {
  return [
    plural(cassettes, "cassette"),
    plural(contracts, "contract"),
    plural(blobs, "blob"),
    ...(configs === 0 ? [] : [plural(configs, "config")]),
    ...(data === 0 ? [] : [plural(data, "file of state", "files of state")]),
  ].join(", ");
}

function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : nouns}`;
}
