// The reports of a command in; workflow commands of GitHub Actions out, which it shows as annotations.
import { mainReason } from "../main-reason.js";
import { percent } from "../percent.js";
import type { Report, WorkflowVerdict } from "../report.js";
import { HEADLINE, sumReports, type Totals } from "../totals.js";
import { cutText, escapeControlsInLines } from "./shown-text.js";

type Level = "error" | "warning" | "notice";

interface Annotation {
  level: Level;
  title: string;
  /** May have lines. */
  message: string;
  file: string | null;
}

/** GitHub shows so many annotations of each level for a step. */
const SHOWN = 10;
/** GitHub cuts longer messages, at 4096 characters. */
const LONGEST = 1000;

const LEVEL: Record<WorkflowVerdict, Level | undefined> = {
  failed: "error",
  error: "error",
  inconclusive: "warning",
  passed: undefined,
  skipped: undefined,
};

/** One command a line: what did not pass, at most ten of a level, and one notice of it all. Ends with a line end. */
export function renderGithub(reports: readonly Report[]): string {
  const all = reports.flatMap(annotationsOf);
  const levels: readonly Level[] = ["error", "warning", "notice"];
  const lines = levels.flatMap((level) => {
    const some = all.filter((annotation) => annotation.level === level);
    if (some.length <= SHOWN) return some;
    const rest = `${some.length - SHOWN + 1} more`;
    const message = `${rest} workflows or tool tests are not shown here; the log and the other reports have them all.`;
    return [...some.slice(0, SHOWN - 1), { level, title: `mcpvals: ${rest}`, message, file: null }];
  });
  return [...lines, summary(sumReports(reports))].map((annotation) => `${renderCommand(annotation)}\n`).join("");
}

function annotationsOf(report: Report): Annotation[] {
  const { file } = report.suite;
  const workflows = report.evaluations.flatMap((evaluation): Annotation[] => {
    const level = LEVEL[evaluation.verdict];
    if (level === undefined) return [];
    const { workflowName, verdict, overallScore, settle } = evaluation;
    const score = overallScore === null ? "" : ` (${percent(overallScore)})`;
    const message = [
      mainReason(evaluation),
      ...(evaluation.replay?.regressions ?? []),
      ...(settle.length === 0 ? [] : ["To settle it:", ...settle]),
    ].join("\n");
    return [{ level, title: `${workflowName}: ${verdict}${score}`, message, file }];
  });
  const tests = report.toolHealth.flatMap((suite) =>
    suite.tests.flatMap(({ tool, description, verdict, details }): Annotation[] => {
      const level = LEVEL[verdict];
      const name = description === undefined ? tool : `${tool}: ${description}`;
      return level === undefined
        ? []
        : [{ level, title: `${suite.name} / ${name}: ${verdict}`, message: details, file }];
    }),
  );
  const silent = workflows.length + tests.length === 0 && !report.passed;
  if (!silent) return [...workflows, ...tests];
  const level = LEVEL[report.verdict] ?? "warning";
  return [{ level, title: `${report.suite.name}: ${report.verdict}`, message: "Nothing was evaluated.", file }];
}

function summary(totals: Totals): Annotation {
  const rare = (label: string, count: number) => (count > 0 ? [`${count} ${label}`] : []);
  const counts = [
    `${totals.passed} of ${totals.total} workflows passed`,
    ...rare("on accepted drift", totals.passedOnAccepted),
    ...rare("failed", totals.failed),
    ...rare("inconclusive", totals.inconclusive),
    ...rare("errors", totals.errors),
    ...rare("skipped", totals.skipped),
    ...(totals.healthSuites > 0 ? [`${totals.healthSuitesPassed} of ${totals.healthSuites} tool suites passed`] : []),
    `overall score ${percent(totals.overallScore)}`,
  ];
  return { level: "notice", title: `mcpvals: ${HEADLINE[totals.verdict]}`, message: counts.join(", "), file: null };
}

function renderCommand({ level, title, message, file }: Annotation): string {
  const where = file === null ? "" : `file=${escapeProperty(file)},`;
  return `::${level} ${where}title=${escapeProperty(cutText(title, 200))}::${escapeData(cutText(message, LONGEST))}`;
}

/** Controls but line ends become visible, so that no recorded text can start a command of its own. */
function escapeData(text: string): string {
  return escapeControlsInLines(text).replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
