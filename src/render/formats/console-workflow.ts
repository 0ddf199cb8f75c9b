// Renders one evaluation, or one suite of direct tool tests, as lines of the console report.
import { serializeKept } from "../../json/kept-numbers.js";
import { percent } from "../../metrics/percent.js";
import type { Evaluation, HealthSuiteReport, HealthTestReport, RecordedFacts, RunFacts } from "../../report/report.js";
import {
  commandLines,
  metricLines,
  oneLine,
  paintScore,
  paragraph,
  paragraphs,
  verdictWord,
  type Look,
  paintVerdict,
} from "./console-look.js";
import { trialLines, trialTable } from "../parts/trial-lines.js";
import { describeImported } from "../../trace/describe-imported.js";
import { whyOf } from "../../report/why-of.js";
import { replayLines } from "./console-replay.js";
import { escapeControls } from "../safe/shown-text.js";

const RULE = "-".repeat(40);
const STDERR_LINES = 10;

/** Renders everything about a workflow. */
export function workflowLines(evaluation: Evaluation, shown: Set<string>, look: Look): string[] {
  const { verdict, imported, replay, recorded, run } = evaluation;
  if (verdict === "skipped") {
    return [shortLine(evaluation, look), ...evaluation.reasons.flatMap((reason) => paragraphs(reason, 2, look))];
  }
  return [
    ...guideLines(evaluation, look),
    ...(imported === undefined ? [] : paragraph(`Imported ${describeImported(imported)}`, 2, look)),
    ...evaluation.reasons.flatMap((reason) => paragraphs(reason, 2, look)),
    ...trialLines(evaluation, true).flatMap((line) => paragraph(line, 2, look)),
    ...trialTable(evaluation).flatMap((line) => paragraph(line, 4, look)),
    ...(replay === undefined ? [] : replayLines(replay, shown, look)),
    ...(recorded === undefined ? [] : recordedLines(recorded, look)),
    ...(run === undefined ? [] : runLines(run, isSilent(evaluation), look)),
    ...settleLines(evaluation.settle, look),
  ];
}

/** Renders the lines that the usage guide shows. */
export function guideLines(evaluation: Evaluation, look: Look): string[] {
  const { verdict, overallScore, results, replay } = evaluation;
  const baselineOf = (id: string) => replay?.baseline.find((item) => item.id === id)?.score;
  return [
    headLine([evaluation.workflowName], verdict, look),
    `Overall Score: ${paintScore(overallScore, look)}`,
    look.paint("dim", RULE),
    ...results.flatMap((result) => metricLines(result, baselineOf(result.id), look)),
  ];
}

/** `Workflow: calculator-test ✓ PASSED` */
export function headLine(names: readonly string[], verdict: Evaluation["verdict"], look: Look): string {
  const [name = ""] = names;
  const head = names.length === 1 ? `Workflow: ${escapeControls(name)}` : `${names.length} workflows:`;
  return `${look.paint("bold", head)} ${verdictWord(verdict, look)}`;
}

/** `Workflow: calculator-test ✓ PASSED 100%` */
export function shortLine({ workflowName, verdict, overallScore }: Evaluation, look: Look): string {
  const score = verdict === "skipped" ? "" : ` ${percent(overallScore)}`;
  return `Workflow: ${escapeControls(workflowName)} ${verdictWord(verdict, look)}${score}`;
}

export function toolHealthLines(suite: HealthSuiteReport, look: Look): string[] {
  return [
    `${look.paint("bold", `Tool Health: ${escapeControls(suite.name)}`)} ${verdictWord(suite.verdict, look)}`,
    look.paint("dim", RULE),
    ...suite.tests.flatMap((test) => healthTestLines(test, look)),
  ];
}

/** Renders the result of one direct tool test. */
export function healthTestLines(test: HealthTestReport, look: Look): string[] {
  const { verdict, tool, description, ms, attempts } = test;
  const mark = paintVerdict(verdict, look);
  const what = description === undefined ? tool : `${tool}: ${description}`;
  const tries = attempts > 1 ? `, attempt ${attempts}` : "";
  const head = `  ${mark} ${escapeControls(what)}${verdict === "skipped" ? "" : ` (${Math.round(ms)} ms${tries})`}`;
  const { expected, actual } = test;
  const values = [
    ...(expected === undefined ? [] : [`expected ${serializeKept(expected)}`]),
    ...(actual === undefined ? [] : [`actual   ${serializeKept(actual)}`]),
  ];
  if (verdict === "passed" && !look.debug) return [head, ...paragraphs(test.details, 4, look)];
  const told = values.flatMap((line) => (look.debug ? paragraph(line, 4, look) : [oneLine(line, 4, look)]));
  return [head, ...paragraphs(test.details, 4, look), ...told];
}

export function recordedLines({ because, file, check, below }: RecordedFacts, look: Look): string[] {
  const lines = [file === undefined ? `Not recorded: ${because}` : `Recorded: ${file} (${because})`];
  // A cassette that does not replay is a reason of the verdict, and shown above.
  if (check?.replays === true) lines.push(`Check: ${check.message}`);
  if (below.length > 0) lines.push(`Below the old cassette: ${below.join(", ")}`);
  return lines.flatMap((line) => paragraph(line.trimStart(), line.startsWith(" ") ? 4 : 2, look));
}

function runLines(run: RunFacts, withStderr: boolean, look: Look): string[] {
  const { turns, calls, inputTokens, outputTokens, ms } = run;
  const lines: string[] = [];
  if (look.debug) {
    lines.push(`  ${turns} turns, ${calls} calls, ${inputTokens} tokens in, ${outputTokens} out, ${Math.round(ms)} ms`);
  }
  for (const finding of run.findings) for (const line of paragraph(`Finding: ${finding}`, 2, look)) lines.push(line);
  const stderr = run.stderr.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (stderr.length === 0 || !(withStderr || look.debug)) return lines;
  const tail = look.debug ? stderr : stderr.slice(-STDERR_LINES);
  return [...lines, "  The server's stderr ends with:", ...tail.flatMap((line) => paragraph(line, 4, look))];
}

/** The server died or gave no answer, so its own words may say why. */
function isSilent(evaluation: Evaluation): boolean {
  const why = whyOf(evaluation);
  return why?.kind === "server-failed" || (why?.kind === "calls" && why.first.reason.startsWith("no answer"));
}

function settleLines(settle: readonly string[], look: Look): string[] {
  if (settle.length === 0) return [];
  return ["  To settle it:", ...settle.flatMap((command) => commandLines(command, 4, look))];
}
