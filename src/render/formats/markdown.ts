// Renders the reports of a command as Markdown for a pull request's comment or a step's summary: a table, then folded
// details.
// Never longer than GitHub accepts: leaves out whole rows and sections, the least serious first, and counts them.
import { percent } from "../../metrics/percent.js";
import type { Evaluation, HealthSuiteReport, Report } from "../../report/report.js";
import { standsOn } from "../../report/stands-on.js";
import { sumReports, type Totals } from "../../report/totals.js";
import { comparisonMarkdown } from "./markdown-comparison.js";
import { lookOf } from "./console-look.js";
import { judgeLine } from "../parts/judge-line.js";
import { mainReason } from "../parts/main-reason.js";
import type { Judged } from "../parts/next-steps.js";
import { headline } from "../parts/skipped.js";
import { legend, passedOn, passRateLine, verdictSum } from "../parts/sums.js";
import { workflowNotes } from "../parts/workflow-notes.js";
import { fittingTexts } from "../parts/markdown-room.js";
import { cellCode, code, fenceText, htmlCode } from "../safe/safe-markdown.js";
import { plainToolHealth, plainWorkflow } from "./plain-text.js";
import { escapeControls } from "../safe/shown-text.js";
import { VERDICTS, VERDICTS_WORST_FIRST, type WorkflowVerdict } from "../../metrics/verdicts.js";

/** GitHub accepts 65,536 characters in a comment. */
const LIMIT = 65_000;
/** Most characters for the table. */
const TABLE_LIMIT = 30_000;
/** Most characters for what a suite's verdicts are based on. */
const FOOT_LIMIT = 4_000;

interface Item {
  verdict: WorkflowVerdict;
  /** In the order of {@link COLUMNS}. */
  cells: string[];
  section: string;
}

const COLUMNS: readonly string[] = [
  "",
  "Workflow",
  "Score",
  "End-to-End Success",
  "Tool Invocation Order",
  "Tool Call Health",
  "LLM Judge",
  "Why",
  "Turns",
  "Calls",
  "Tokens",
];
const NUMBERS = new Set(["Turns", "Calls", "Tokens"]);

/** Ends with a line end. What did not pass comes first. */
export function renderMarkdown(reports: readonly Report[]): string {
  const totals = sumReports(reports);
  const head = [
    `## ${VERDICTS[totals.verdict].emoji} ${headline(totals)}`,
    "",
    summaryLine(reports, totals),
    "",
    ...reports.flatMap(({ comparison }) => (comparison === undefined ? [] : comparisonMarkdown(comparison))),
  ].join("\n");
  const many = reports.length > 1;
  const items = reports.flatMap((report) => [
    ...report.evaluations.map((evaluation) =>
      workflowItem({ evaluation, report }, many ? report.suite.name : undefined),
    ),
    ...report.toolHealth.map((suite) => healthItem(suite, many ? report.suite.name : undefined)),
  ]);
  const sorted = VERDICTS_WORST_FIRST.flatMap((verdict) => items.filter((item) => item.verdict === verdict));
  const table = buildTable(sorted);
  const foot = buildFoot(reports);
  const room = LIMIT - head.length - table.length - foot.length - 200;
  const text = [head, table, ...buildSections(sorted, room), foot].join("\n");
  return `${text.trimEnd()}\n`;
}

function summaryLine(reports: readonly Report[], totals: Totals): string {
  const { healthSuites, healthSuitesPassed } = totals;
  const suites = healthSuites > 0 ? [`${healthSuitesPassed} of ${healthSuites} tool suites passed`] : [];
  const sum = [`**${verdictSum(reports)}**`, ...suites, `overall score **${percent(totals.overallScore)}**`].join(
    " · ",
  );
  return [sum, passRateLine(reports), judgeLine(reports, code), passedOn(reports), legend(reports)]
    .filter((line) => line !== undefined)
    .join("\n\n");
}

function workflowItem(judged: Judged, suite: string | undefined): Item {
  const { evaluation } = judged;
  const { workflowName, verdict, overallScore, results, run, replay } = evaluation;
  const cell = (id: string): string => {
    const result = results.find((one) => one.id === id);
    if (result === undefined) return "";
    const before = replay?.baseline.find((one) => one.id === id)?.score;
    if (result.verdict === "not-applicable") return lookOf(result.verdict).mark;
    const was = before === undefined || before === result.score ? "" : ` (was ${percent(before)})`;
    return `${lookOf(result.verdict).mark} ${percent(result.score)}${was}`;
  };
  const cells = [
    VERDICTS[verdict].emoji,
    nameCell(workflowName, suite),
    verdict === "skipped" ? "skipped" : `**${percent(overallScore)}**`,
    cell("end-to-end-success"),
    cell("tool-invocation-order"),
    cell("tool-call-health"),
    cell("llm-judge"),
    whyCell(evaluation),
    run === undefined ? "" : String(run.turns),
    run === undefined ? "" : String(run.calls),
    run === undefined ? "" : String(run.inputTokens + run.outputTokens),
  ];
  const summary = `${VERDICTS[verdict].emoji} ${htmlName(workflowName, suite)} ${verdict}`;
  return { verdict, cells, section: fold(summary, plainWorkflow(judged)) };
}

/** Why it did not pass, and what is not plain green where it did. */
function whyCell(evaluation: Evaluation): string {
  if (evaluation.verdict !== "passed") return cellCode(mainReason(evaluation), 100);
  return workflowNotes(evaluation).join(", ");
}

function healthItem(health: HealthSuiteReport, suite: string | undefined): Item {
  const { name, verdict, tests } = health;
  const passed = tests.filter((test) => test.verdict === "passed").length;
  const cells = [
    VERDICTS[verdict].emoji,
    `tools: ${nameCell(name, suite)}`,
    `${passed} of ${tests.length}`,
    ...COLUMNS.slice(3).map(() => ""),
  ];
  const summary = `${VERDICTS[verdict].emoji} tools: ${htmlName(name, suite)} ${verdict}`;
  return { verdict, cells, section: fold(summary, plainToolHealth(health)) };
}

/** Leaves out columns without content. */
function buildTable(items: readonly Item[]): string {
  if (items.length === 0) return "";
  const used = COLUMNS.map((_, at) => items.some(({ cells }) => cells[at] !== ""));
  const row = (cells: readonly string[]): string => `| ${cells.filter((_, at) => used[at]).join(" | ")} |`;
  const rows = items.map(({ cells }) => row(cells));
  const { shown, left } = fittingTexts(rows, TABLE_LIMIT);
  return [
    row(COLUMNS),
    row(COLUMNS.map((name) => (NUMBERS.has(name) ? "--:" : "---"))),
    ...shown,
    "",
    ...(left > 0 ? [`${left} more rows are left out.`, ""] : []),
  ].join("\n");
}

function buildSections(items: readonly Item[], room: number): string[] {
  const sections = items.filter(({ verdict }) => verdict !== "skipped").map((item) => item.section);
  const { shown, left } = fittingTexts(sections, room);
  return [...shown, ...(left > 0 ? [`Details of ${left} more are left out.\n`] : [])];
}

function buildFoot(reports: readonly Report[]): string {
  const lines = [...new Set(reports.flatMap(standsOn))].map(escapeControls);
  const { shown, left } = fittingTexts(lines, FOOT_LIMIT);
  const text = [...shown, ...(left > 0 ? [`${left} more lines are left out.`] : [])].join("\n");
  return `<details><summary>What this is based on</summary>\n\n${fenceText(text)}\n\n</details>\n`;
}

function fold(summary: string, text: string): string {
  return `<details><summary>${summary}</summary>\n\n${fenceText(text)}\n\n</details>\n`;
}

function nameCell(name: string, suite: string | undefined): string {
  return suite === undefined ? cellCode(name, Infinity) : `${cellCode(suite, Infinity)} ${cellCode(name, Infinity)}`;
}

function htmlName(name: string, suite: string | undefined): string {
  return suite === undefined ? htmlCode(name, Infinity) : `${htmlCode(suite, Infinity)} ${htmlCode(name, Infinity)}`;
}
