// Renders the reports of a command for the console, in the layout of the usage guide.
import type { Evaluation, Report } from "../../report/report.js";
import { standsOn } from "../../report/stands-on.js";
import { sumReports, type Totals } from "../../report/totals.js";
import { slower } from "../parts/workflow-notes.js";
import { judgeLine } from "../parts/judge-line.js";
import { groupByCause, type SharedCause } from "../parts/same-cause.js";
import { groupSkipped, headline, skippedLine } from "../parts/skipped.js";
import { legend, passedOn, passRateLine, timeText, verdictSum } from "../parts/sums.js";
import { causeLines } from "./console-block.js";
import { comparisonBlock } from "./console-comparison.js";
import { entryBlock, entryLine } from "./console-entries.js";
import { hanging, paintScore, paintVerdict, paragraph, type Look } from "./console-look.js";
import { headLine, toolHealthLines, workflowLines } from "./console-workflow.js";
import { pasteLines } from "./paste-lines.js";
import { createPaint } from "../safe/paint.js";
import { escapeControls } from "../safe/shown-text.js";
import type { WorkflowVerdict } from "../../metrics/verdicts.js";

export interface ConsoleOptions {
  color: boolean;
  debug: boolean;
  /** The long form of each workflow. `debug` implies it. */
  verbose?: boolean | undefined;
  /** Only what did not pass, and the sum. */
  quiet?: boolean | undefined;
  /** Milliseconds that the command took; default: the sum of its runs. */
  elapsed?: number | undefined;
  /** Columns; default 80. */
  width?: number | undefined;
}

const DOUBLE_RULE = "=".repeat(60);
/** From this many workflows on, those that passed take one line each. */
const MANY = 11;

/** What did not pass comes first. Ends with a line end. */
export function renderConsole(reports: readonly Report[], options: ConsoleOptions): string {
  const { color, debug, verbose = false, quiet = false, width = 80 } = options;
  const look: Look = { paint: createPaint(color), width, debug };
  const isLong = verbose || debug;
  const isMany = reports.flatMap((report) => report.evaluations).length >= MANY;
  const blocks = [
    ...(isLong ? longBlocks(reports, look) : compactBlocks(reports, { isMany, quiet }, look)),
    ...reports.flatMap(({ toolHealth }) =>
      toolHealth.filter(({ passed }) => !quiet || !passed).map((suite) => toolHealthLines(suite, look)),
    ),
    ...reports.map(({ comparison }) => (comparison === undefined ? [] : comparisonBlock(comparison, look))),
    ...reports.map(({ evaluations, suite }) => pasteLines(evaluations, suite.file ?? undefined)),
  ].filter((block) => block.length > 0);
  const sums = [
    verdictSum(reports, options.elapsed),
    passRateLine(reports),
    judgeLine(reports),
    passedOn(reports),
  ].flatMap((line) => (line === undefined ? [] : paragraph(line, 0, look)));
  if (quiet) return `${[...blocks.flatMap((block) => [...block, ""]), ...sums].join("\n")}\n`;
  const totals = sumReports(reports);
  const words = legend(reports);
  const lines = [
    look.paint("bold", "MCP Server Evaluation Results"),
    DOUBLE_RULE,
    ...blocks.flatMap((block) => ["", ...block]),
    "",
    DOUBLE_RULE,
    ...(isMany && !isLong ? [] : [...summaryLines(totals, look), ""]),
    lastLine(totals, look),
    "",
    ...sums,
    ...[...(words === undefined ? [] : [words]), ...new Set(reports.flatMap(standsOn))]
      .flatMap((line) => paragraph(line, 0, look))
      .map((line) => look.paint("dim", line)),
  ];
  return `${lines.join("\n")}\n`;
}

/** The long form of each workflow, what did not pass first. */
function longBlocks(reports: readonly Report[], look: Look): string[][] {
  const shown = new Set<string>();
  return inSuites(reports, look, ({ evaluations }) =>
    [...evaluations.filter(isBad), ...evaluations.filter((one) => !isBad(one))].map((evaluation) =>
      workflowLines(evaluation, shown, look),
    ),
  );
}

interface Shape {
  isMany: boolean;
  quiet: boolean;
}

function compactBlocks(reports: readonly Report[], { isMany, quiet }: Shape, look: Look): string[][] {
  const suiteOf = ({ suite }: Report): string | undefined => (reports.length > 1 ? suite.name : undefined);
  const bad = groupByCause(reports).map((cause) => causeBlock(cause, isMany, suiteOf, look));
  if (quiet) return bad;
  const good = ({ evaluations }: Report) => evaluations.filter((one) => !isBad(one));
  if (!isMany)
    return [...bad, ...inSuites(reports, look, (report) => good(report).map((one) => entryBlock(one, look)))];
  const passed = (report: Report) => good(report).filter(({ verdict }) => verdict !== "skipped");
  const lines = reports.flatMap((report) => passed(report).flatMap((one) => entryLine(one, suiteOf(report), look)));
  const mark = paintVerdict("skipped", look);
  const skipped = groupSkipped(reports).flatMap((group) => {
    const [first = "", ...rest] = hanging(skippedLine(group), 2, look);
    return [`${mark}${first.slice(1)}`, ...rest];
  });
  return [...bad, [...lines, ...skipped]];
}

/** With several suites, the blocks of each below its name; nothing for a suite without blocks. */
function inSuites(reports: readonly Report[], look: Look, blocksOf: (report: Report) => string[][]): string[][] {
  return reports.flatMap((report) => {
    const blocks = blocksOf(report);
    const head = [look.paint("bold", `Suite: ${escapeControls(report.suite.name)}`)];
    return reports.length > 1 && blocks.length > 0 ? [head, ...blocks] : blocks;
  });
}

/** The workflows of one cause: a header line each while they are few, else one header, and their names at the end. */
function causeBlock(
  cause: SharedCause,
  isMany: boolean,
  suiteOf: (report: Report) => string | undefined,
  look: Look,
): string[] {
  const names = cause.all.map(({ evaluation, report }) => nameOf(evaluation.workflowName, suiteOf(report)));
  const { verdict } = cause.all[0].evaluation;
  if (isMany && names.length > 1) {
    const head = `${headLine(names, verdict, look)}, one cause`;
    return [head, ...causeLines(cause, { taken: 1, isMany }, look), ...hanging(`in: ${names.join(", ")}`, 4, look)];
  }
  const heads = cause.all.map(({ evaluation, report }) => {
    const { run } = evaluation;
    const facts = [
      ...(run === undefined ? [] : [timeText(run.ms)]),
      ...(suiteOf(report) === undefined ? [] : [`in ${escapeControls(report.suite.name)}`]),
      ...slower(evaluation),
    ];
    return [headLine([evaluation.workflowName], verdict, look), ...facts].join("  ");
  });
  return [...heads, ...causeLines(cause, { taken: heads.length, isMany }, look)];
}

function nameOf(workflow: string, suite: string | undefined): string {
  return suite === undefined ? workflow : `${suite} / ${workflow}`;
}

function isBad({ verdict }: Evaluation): boolean {
  return verdict !== "passed" && verdict !== "skipped";
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

function lastLine(totals: Totals, look: Look): string {
  const { verdict } = totals;
  const [before, after] = SIGN[verdict];
  const colour = verdict === "passed" ? "green" : verdict === "failed" || verdict === "error" ? "red" : "yellow";
  return look.paint(colour, `${before} ${headline(totals)}${after}`);
}
