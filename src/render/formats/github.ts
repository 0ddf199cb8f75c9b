// Renders the reports of a command as workflow commands of GitHub Actions, which it shows as annotations.
import { claudeLine } from "../parts/claude-line.js";
import { shownPlaces } from "../parts/decisive-drift.js";
import { errorLineOf } from "../parts/error-line.js";
import { nextSteps } from "../parts/next-steps.js";
import { groupByCause, type SharedCause } from "../parts/same-cause.js";
import { groupSkipped, headline, skippedLine } from "../parts/skipped.js";
import { judgeLine } from "../parts/judge-line.js";
import { passedOn, passRateLine, verdictSum } from "../parts/sums.js";
import { trialLines } from "../parts/trial-lines.js";
import { whoseChange } from "../parts/whose-change.js";
import { whyLine } from "../parts/why-line.js";
import { percent } from "../../metrics/percent.js";
import type { Report } from "../../report/report.js";
import { sumReports } from "../../report/totals.js";
import { LONGEST_MESSAGE, renderAnnotations, type Annotation } from "../parts/annotations.js";
import { pinLines } from "./paste-lines.js";
import { VERDICTS } from "../../metrics/verdicts.js";

/** Suites or reasons whose skipped workflows are named. */
const MOST_SKIPPED = 5;

/**
 * Renders one command a line: what did not pass, at most ten of a level, and one notice for the whole. Ends with a line
 * end.
 */
export function renderGithub(reports: readonly Report[]): string {
  const all = [...groupByCause(reports).map(causeAnnotation), ...reports.flatMap(otherAnnotations)];
  return renderAnnotations(all, summary(reports), "workflows or tool tests");
}

/** One annotation for all workflows of one cause. */
function causeAnnotation({ why, all }: SharedCause): Annotation {
  const [{ evaluation, report }, ...others] = all;
  const { workflowName, verdict, overallScore, replay } = evaluation;
  const places = why.kind === "drift" ? shownPlaces([why.drift, ...why.others], { width: 100, most: 3 }).places : [];
  const score = overallScore === null ? "" : ` (${percent(overallScore)})`;
  const name = others.length === 0 ? workflowName : `${workflowName} and ${others.length} more`;
  const words = claudeLine(evaluation, 120);
  const said = why.kind === "server-failed" ? errorLineOf(why.message, evaluation.run) : undefined;
  const message = [
    why.kind === "metric" ? `${why.metric.metric}: ${why.metric.details}` : whyLine(why),
    ...(said === undefined ? [] : [said]),
    ...places.map(({ at, values }) => `  ${at}   ${values}`),
    ...(replay?.regressions ?? []),
    ...(others.length === 0 ? trialLines(evaluation, why.kind === "reason") : []),
    `whose: ${whoseChange(evaluation, why).text}`,
    ...(words === undefined ? [] : [words]),
    ...nextSteps(all).map(({ label, command, note = "" }) => `${label}: ${command ?? note}`),
    ...(others.length === 0 ? [] : [`in: ${all.map((one) => one.evaluation.workflowName).join(", ")}`]),
  ].join("\n");
  // A pin is shown whole or not at all.
  const pins = pinLines(all.flatMap((one) => one.evaluation.recorded ?? [])).map((line) => `\n${line}`);
  const isWhole = pins.length === 0 || [message, ...pins].join("").length <= LONGEST_MESSAGE;
  return {
    level: VERDICTS[verdict].level ?? "warning",
    title: `${name}: ${verdict}${score}`,
    message: [message, ...(isWhole ? pins : ["\nThe pins are in the log and in the other reports."])].join(""),
    file: report.suite.file,
  };
}

/** The tool tests, and a suite that says nothing else. */
function otherAnnotations(report: Report): Annotation[] {
  const { file } = report.suite;
  const tests = report.toolHealth.flatMap((suite) =>
    suite.tests.flatMap(({ tool, description, verdict, details }): Annotation[] => {
      const level = VERDICTS[verdict].level;
      const name = description === undefined ? tool : `${tool}: ${description}`;
      return level === null ? [] : [{ level, title: `${suite.name} / ${name}: ${verdict}`, message: details, file }];
    }),
  );
  const isBad = report.evaluations.some(({ verdict }) => VERDICTS[verdict].level !== null);
  if (isBad || tests.length > 0 || report.passed) return tests;
  // The notice at the end names it.
  if (report.leftOut !== undefined) return [];
  const level = VERDICTS[report.verdict].level ?? "warning";
  return [{ level, title: `${report.suite.name}: ${report.verdict}`, message: "Nothing was evaluated.", file }];
}

function summary(reports: readonly Report[]): Annotation {
  const totals = sumReports(reports);
  const { healthSuites, healthSuitesPassed } = totals;
  const parts = [
    verdictSum(reports),
    ...[passRateLine(reports), judgeLine(reports), passedOn(reports)].filter((line) => line !== undefined),
    ...(healthSuites > 0 ? [`${healthSuitesPassed} of ${healthSuites} tool suites passed`] : []),
    `overall score ${percent(totals.overallScore)}`,
  ];
  const compared = reports.flatMap(({ comparison }) => comparison?.sentence ?? []);
  const groups = groupSkipped(reports);
  const more = groups.length - MOST_SKIPPED;
  const skipped = [
    ...groups.slice(0, MOST_SKIPPED).map(skippedLine),
    ...(more > 0 ? [`and workflows of ${more} more suites or reasons`] : []),
  ];
  return {
    level: "notice",
    title: `mcpvals: ${headline(totals)}`,
    message: [parts.join(", "), ...compared, ...skipped].join("\n"),
    file: null,
  };
}
