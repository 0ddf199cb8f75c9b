// Renders the reports of a command for the console, in the layout of the usage guide.
import type { Evaluation, PlacesToPaste, Report } from "../../report/report.js";
import { standsOn } from "../../report/stands-on.js";
import { sumReports, type Totals } from "../../report/totals.js";
import { paintScore, paragraph, type Look } from "./console-look.js";
import { pasteLines, shortLines, toolHealthLines, workflowLines } from "./console-workflow.js";
import { createPaint } from "../safe/paint.js";
import { escapeControls } from "../safe/shown-text.js";
import { VERDICTS, type WorkflowVerdict } from "../../metrics/verdicts.js";

export interface ConsoleOptions {
  color: boolean;
  debug: boolean;
  /** Columns; default 80. */
  width?: number | undefined;
}

const DOUBLE_RULE = "=".repeat(60);
/** From this many workflows on, those that passed take one line each, plus lines for anything else to report. */
const MANY = 11;

/** Ends with a line end. */
export function renderConsole(reports: readonly Report[], options: ConsoleOptions): string {
  const look: Look = { paint: createPaint(options.color), width: options.width ?? 80, debug: options.debug };
  const many = reports.flatMap((report) => report.evaluations).length >= MANY;
  const shown = new Set<string>();
  const totals = sumReports(reports);
  const blocks = reports.flatMap((report) => [
    ...(reports.length > 1 ? [[look.paint("bold", `Suite: ${escapeControls(report.suite.name)}`)]] : []),
    ...workflowBlocks(report.evaluations, many, shown, look),
    ...report.toolHealth.map((suite) => toolHealthLines(suite, look)),
  ]);
  const lines = [
    look.paint("bold", "MCP Server Evaluation Results"),
    DOUBLE_RULE,
    ...[...blocks, ...notReplaying(reports, look)].flatMap((block) => ["", ...block]),
    "",
    DOUBLE_RULE,
    ...summaryLines(totals, look),
    "",
    lastLine(totals, look),
    "",
    ...reports
      .flatMap(standsOn)
      .flatMap((line) => paragraph(line, 0, look))
      .map((line) => look.paint("dim", line)),
  ];
  return `${lines.join("\n")}\n`;
}

/** Lists what `record` left that cannot be replayed, and what to paste for all of it. */
function notReplaying(reports: readonly Report[], look: Look): string[][] {
  const all = reports
    .flatMap((report) => report.evaluations)
    .filter(({ recorded }) => recorded?.check !== undefined && !recorded.check.replays);
  if (all.length < 2) return [];
  const entriesOf = <Key extends keyof PlacesToPaste>(key: Key) => [
    ...new Map(
      all.flatMap(({ recorded }) => (recorded?.paste?.[key] ?? []).map((entry) => [JSON.stringify(entry), entry])),
    ).values(),
  ];
  const [varies, ignore] = [entriesOf("varies"), entriesOf("ignore")];
  return [
    [
      look.paint("bold", "Do not replay on their own server:"),
      ...all.flatMap(({ workflowName }) => paragraph(workflowName, 2, look)),
      ...(varies.length + ignore.length > 0 ? pasteLines({ varies, ignore }, 2) : []),
    ],
  ];
}

function workflowBlocks(evaluations: readonly Evaluation[], many: boolean, shown: Set<string>, look: Look): string[][] {
  const isShort = ({ verdict }: Evaluation) => verdict === "skipped" || (verdict === "passed" && !look.debug);
  if (!many) return evaluations.map((evaluation) => workflowLines(evaluation, shown, look));
  const short = evaluations.filter(isShort).flatMap((evaluation) => shortLines(evaluation, look));
  const full = evaluations.filter((evaluation) => !isShort(evaluation));
  return [...(short.length > 0 ? [short] : []), ...full.map((evaluation) => workflowLines(evaluation, shown, look))];
}

function summaryLines(totals: Totals, look: Look): string[] {
  const rare = (label: string, count: number) => (count > 0 ? [`  ${label}: ${count}`] : []);
  const { healthSuites, healthSuitesPassed } = totals;
  return [
    look.paint("bold", "Summary:"),
    `  Total Workflows: ${totals.total}`,
    `  Passed: ${totals.passed}`,
    ...rare("Passed on accepted drift", totals.passedOnAccepted),
    `  Failed: ${totals.failed}`,
    ...rare("Inconclusive", totals.inconclusive),
    ...rare("Errors", totals.errors),
    ...rare("Skipped", totals.skipped),
    ...(healthSuites > 0 ? [`  Tool Health Suites: ${healthSuitesPassed} of ${healthSuites} passed`] : []),
    `  Overall Score: ${paintScore(totals.overallScore, look)}`,
  ];
}

const SIGN: Record<WorkflowVerdict, [before: string, after: string]> = {
  passed: ["✅", "!"],
  failed: ["❌", ""],
  error: ["❗", ""],
  inconclusive: ["❓", ""],
  skipped: ["❓", ""],
};

function lastLine({ verdict }: Totals, look: Look): string {
  const [before, after] = SIGN[verdict];
  const colour = verdict === "passed" ? "green" : verdict === "failed" || verdict === "error" ? "red" : "yellow";
  return look.paint(colour, `${before} ${VERDICTS[verdict].headline}${after}`);
}
