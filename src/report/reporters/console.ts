// The reports of a command in; the text that a person reads on the console, in the layout of the usage guide, out.
import type { Evaluation, Report, WorkflowVerdict } from "../report.js";
import { worstVerdict } from "../worst-verdict.js";
import { paintScore, paragraph, type Look } from "./console-look.js";
import { shortLine, toolHealthLines, workflowLines } from "./console-workflow.js";
import { createPaint } from "./paint.js";
import { escapeControls } from "./shown-text.js";

export interface ConsoleOptions {
  color: boolean;
  debug: boolean;
  /** Columns; 80 without. */
  width?: number | undefined;
}

const DOUBLE_RULE = "=".repeat(60);
/** From this many workflows on, those that passed take one line each. */
const MANY = 11;

/** Ends with a line end. */
export function renderConsole(reports: readonly Report[], options: ConsoleOptions): string {
  const look: Look = { paint: createPaint(options.color), width: options.width ?? 80, debug: options.debug };
  const many = reports.flatMap((report) => report.evaluations).length >= MANY;
  const shown = new Set<string>();
  const blocks = reports.flatMap((report) => [
    ...(reports.length > 1 ? [[look.paint("bold", `Suite: ${escapeControls(report.suite.name)}`)]] : []),
    ...workflowBlocks(report.evaluations, many, shown, look),
    ...report.toolHealth.map((suite) => toolHealthLines(suite, look)),
  ]);
  const lines = [
    look.paint("bold", "MCP Server Evaluation Results"),
    DOUBLE_RULE,
    ...blocks.flatMap((block) => ["", ...block]),
    "",
    DOUBLE_RULE,
    ...summaryLines(reports, look),
    "",
    lastLine(reports, look),
    "",
    ...reports.flatMap((report) => standsOn(report, look)),
  ];
  return `${lines.join("\n")}\n`;
}

function workflowBlocks(evaluations: readonly Evaluation[], many: boolean, shown: Set<string>, look: Look): string[][] {
  const isShort = ({ verdict }: Evaluation) => verdict === "skipped" || (many && verdict === "passed");
  if (!many) return evaluations.map((evaluation) => workflowLines(evaluation, shown, look));
  const short = evaluations.filter(isShort).map((evaluation) => shortLine(evaluation, look));
  const full = evaluations.filter((evaluation) => !isShort(evaluation));
  return [...(short.length > 0 ? [short] : []), ...full.map((evaluation) => workflowLines(evaluation, shown, look))];
}

function summaryLines(reports: readonly Report[], look: Look): string[] {
  const sum = (key: "total" | "passed" | "failed" | "inconclusive" | "errors" | "skipped" | "passedOnAccepted") =>
    reports.reduce((total, report) => total + report.summary[key], 0);
  const rare = (label: string, count: number) => (count > 0 ? [`  ${label}: ${count}`] : []);
  const suites = reports.flatMap((report) => report.toolHealth);
  const passedSuites = suites.filter((suite) => suite.passed).length;
  return [
    look.paint("bold", "Summary:"),
    `  Total Workflows: ${sum("total")}`,
    `  Passed: ${sum("passed")}`,
    ...rare("Passed on accepted drift", sum("passedOnAccepted")),
    `  Failed: ${sum("failed")}`,
    ...rare("Inconclusive", sum("inconclusive")),
    ...rare("Errors", sum("errors")),
    ...rare("Skipped", sum("skipped")),
    ...(suites.length > 0 ? [`  Tool Health Suites: ${passedSuites} of ${suites.length} passed`] : []),
    `  Overall Score: ${paintScore(overallScoreOf(reports), look)}`,
  ];
}

/** The mean over all workflows; null while one that was not skipped has no score. */
function overallScoreOf(reports: readonly Report[]): number | null {
  const scores = reports
    .flatMap((report) => report.evaluations)
    .filter((evaluation) => evaluation.verdict !== "skipped")
    .map((evaluation) => evaluation.overallScore);
  const known = scores.filter((score) => score !== null);
  if (known.length === 0 || known.length < scores.length) return null;
  return known.reduce((sum, score) => sum + score, 0) / known.length;
}

const LAST: Record<WorkflowVerdict, string> = {
  passed: "✅ All Evaluations Passed!",
  failed: "❌ Some Evaluations Failed",
  error: "❗ Some Evaluations Could Not Be Made",
  inconclusive: "❓ Some Evaluations Are Inconclusive",
  skipped: "❓ Nothing Was Evaluated",
};

function lastLine(reports: readonly Report[], look: Look): string {
  const items = reports.flatMap((report) => [...report.evaluations, ...report.toolHealth]);
  const nothing = items.every((item) => item.verdict === "skipped");
  const verdict = nothing ? "skipped" : worstVerdict(reports.map((report) => report.verdict));
  const colour = verdict === "passed" ? "green" : verdict === "failed" || verdict === "error" ? "red" : "yellow";
  return look.paint(colour, LAST[verdict]);
}

/** Model, server, protocol, suite: what the verdicts stand on. */
function standsOn(report: Report, look: Look): string[] {
  const runs = report.evaluations.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const models = runs.map(({ model, sources }) => {
    const answered = model.answered === undefined ? "" : `, answered by ${model.answered}`;
    return `Model: ${model.name} (${sources.model}${answered})`;
  });
  const servers = runs.map(({ server, sources }) => {
    const named = server.name === "" ? "unknown" : `${server.name} ${server.version}`;
    const protocol = server.protocol === "" ? "" : `, protocol ${server.protocol}`;
    return `Server: ${named}${protocol} (${sources.server})`;
  });
  const suite = `Suite: ${report.suite.name} (${report.suite.hash}), ${report.command} by ${report.by}`;
  return [...new Set(models), ...new Set(servers), suite]
    .flatMap((line) => paragraph(line, 0, look))
    .map((line) => look.paint("dim", line));
}
