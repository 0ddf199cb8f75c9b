// Renders the reports of a command as workflow commands of GitHub Actions, which it shows as annotations.
import { mainReason } from "../parts/main-reason.js";
import { percent } from "../../metrics/percent.js";
import type { Report } from "../../report/report.js";
import { sumReports, type Totals } from "../../report/totals.js";
import { renderAnnotations, type Annotation } from "../parts/annotations.js";
import { VERDICTS } from "../../metrics/verdicts.js";

/**
 * Renders one command a line: what did not pass, at most ten of a level, and one notice for the whole. Ends with a line
 * end.
 */
export function renderGithub(reports: readonly Report[]): string {
  const all = reports.flatMap(annotationsOf);
  return renderAnnotations(all, summary(sumReports(reports)), "workflows or tool tests");
}

function annotationsOf(report: Report): Annotation[] {
  const { file } = report.suite;
  const workflows = report.evaluations.flatMap((evaluation): Annotation[] => {
    const level = VERDICTS[evaluation.verdict].level;
    if (level === null) return [];
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
      const level = VERDICTS[verdict].level;
      const name = description === undefined ? tool : `${tool}: ${description}`;
      return level === null ? [] : [{ level, title: `${suite.name} / ${name}: ${verdict}`, message: details, file }];
    }),
  );
  const silent = workflows.length + tests.length === 0 && !report.passed;
  if (!silent) return [...workflows, ...tests];
  const level = VERDICTS[report.verdict].level ?? "warning";
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
  return {
    level: "notice",
    title: `mcpvals: ${VERDICTS[totals.verdict].headline}`,
    message: counts.join(", "),
    file: null,
  };
}
