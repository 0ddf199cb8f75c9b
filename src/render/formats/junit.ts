// Renders the reports of a command as one JUnit XML document: a testsuite for each suite and for each suite of direct
// tool tests, a testcase for each workflow and each tool test, the metrics as properties.
import { breakCommandsInMarkup } from "../../log-commands.js";
import { mainReason } from "../parts/main-reason.js";
import { percent } from "../../metrics/percent.js";
import type { Evaluation, HealthSuiteReport, HealthTestReport, Report } from "../../report/report.js";
import { standsOn } from "../../report/stands-on.js";
import { plainHealthTest, plainWorkflow } from "./plain-text.js";
import { element, escapeXml, type Attributes } from "../safe/xml.js";
import { VERDICTS, type WorkflowVerdict } from "../../metrics/verdicts.js";

interface Case {
  name: string;
  classname: string;
  ms: number;
  verdict: WorkflowVerdict;
  properties: [name: string, value: string][];
  /** One line. */
  reason: string;
  /** Everything a person may want to read. */
  story: string;
}

/** Ends with a line end. Inconclusive is an `error`: JUnit has no third verdict, and it must not count as passed. */
export function renderJunit(reports: readonly Report[]): string {
  const suites = reports.flatMap((report) => [
    { report, name: report.suite.name, cases: workflowCases(report) },
    ...report.toolHealth.map((suite) => ({
      report,
      name: `${report.suite.name} / ${suite.name}`,
      cases: suite.tests.map((test) => healthCase(test, suite, report)),
    })),
  ]);
  const cases = suites.flatMap((suite) => suite.cases);
  const document = element(
    "testsuites",
    { name: "mcpvals", ...countsOf(cases), time: seconds(cases) },
    suites.map(suiteElement),
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${breakCommandsInMarkup(document)}\n`;
}

function suiteElement({ report, name, cases }: { report: Report; name: string; cases: readonly Case[] }): string {
  const skipped = cases.filter(({ verdict }) => verdict === "skipped").length;
  const timestamp = report.timestamp.replace(/\.\d+Z$|Z$/, "");
  const attributes: Attributes = { name, ...countsOf(cases), skipped, time: seconds(cases), timestamp };
  // The schema allows properties only on a suite.
  const properties = [
    property("command", report.command),
    ...(report.comparison === undefined ? [] : [property("comparison", report.comparison.sentence)]),
    property("suite.hash", report.suite.hash),
    ...(report.suite.file === null ? [] : [property("suite.file", report.suite.file)]),
    ...standsOn(report).map((line) => property("stands on", line)),
    ...cases.flatMap((one) => one.properties.map(([key, value]) => property(`${one.name}/${key}`, value))),
  ];
  return element("testsuite", attributes, [element("properties", {}, properties), ...cases.map(caseElement)]);
}

function caseElement({ name, classname, ms, verdict, reason, story }: Case): string {
  const told = [escapeXml(story)];
  const outcome = (): string => {
    const { junit } = VERDICTS[verdict];
    switch (junit) {
      case "system-out":
        return element(junit, {}, told);
      case "failure":
      case "error":
        return element(junit, { type: verdict, message: reason }, told);
      case "skipped":
        return element(junit, { message: reason }, []);
    }
  };
  return element("testcase", { name, classname, time: (ms / 1000).toFixed(3) }, [outcome()]);
}

function workflowCases(report: Report): Case[] {
  const cases = report.evaluations.map((evaluation) => workflowCase(evaluation, report));
  return hasBadCase(report) || report.passed || report.leftOut !== undefined ? cases : [...cases, suiteCase(report)];
}

function workflowCase(evaluation: Evaluation, report: Report): Case {
  const { workflowName, verdict, results, run, replay, overallScore } = evaluation;
  const baseline = replay?.baseline ?? [];
  return {
    name: workflowName,
    classname: report.suite.name,
    ms: run?.ms ?? 0,
    verdict,
    properties: [
      ["verdict", verdict],
      ...(verdict === "skipped" ? [] : [score("overallScore", overallScore)]),
      ...results.map(({ id, score: value }) => score(id, value)),
      ...baseline.map(({ id, score: value }) => score(`${id}.baseline`, value)),
      ...(run === undefined
        ? []
        : Object.entries({
            turns: run.turns,
            calls: run.calls,
            inputTokens: run.inputTokens,
            outputTokens: run.outputTokens,
          }).map(([key, value]): [string, string] => [key, String(value)])),
    ],
    reason: mainReason(evaluation),
    story: plainWorkflow({ evaluation, report }),
  };
}

function healthCase(test: HealthTestReport, suite: HealthSuiteReport, report: Report): Case {
  return {
    name: test.description === undefined ? test.tool : `${test.tool}: ${test.description}`,
    classname: `${report.suite.name}.${suite.name}`,
    ms: test.ms,
    verdict: test.verdict,
    properties: [["attempts", String(test.attempts)]],
    reason: test.details.split("\n")[0] ?? test.verdict,
    story: plainHealthTest(test),
  };
}

/** Adds a case to a suite that did not pass although no case says so: all were skipped, or the suite is empty. */
function suiteCase({ suite, verdict }: Report): Case {
  const reason = verdict === "error" ? "The suite could not be run." : "Nothing was evaluated.";
  return { name: "(suite)", classname: suite.name, ms: 0, verdict, properties: [], reason, story: reason };
}

function hasBadCase({ evaluations, toolHealth }: Report): boolean {
  const verdicts = [...evaluations, ...toolHealth.flatMap((suite) => suite.tests)].map(({ verdict }) => verdict);
  return verdicts.some((verdict) => verdict !== "passed" && verdict !== "skipped");
}

function score(name: string, value: number | null): [string, string] {
  return [name, value === null ? percent(null) : String(value)];
}

function property(name: string, value: string): string {
  return element("property", { name, value }, []);
}

function countsOf(cases: readonly Case[]): Attributes {
  const count = (...verdicts: WorkflowVerdict[]) => cases.filter(({ verdict }) => verdicts.includes(verdict)).length;
  return { tests: cases.length, failures: count("failed"), errors: count("inconclusive", "error") };
}

function seconds(cases: readonly Case[]): string {
  return (cases.reduce((sum, { ms }) => sum + ms, 0) / 1000).toFixed(3);
}
