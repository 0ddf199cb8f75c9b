// Lists what a page of reports shows, the worst first over all suites: one item for each row and section.
import { percent } from "../../../metrics/percent.js";
import { VERDICTS_WORST_FIRST, type WorkflowVerdict } from "../../../metrics/verdicts.js";
import type { Evaluation, HealthSuiteReport, Report } from "../../../report/report.js";
import type { Section } from "./section.js";
import { differences, whyHealth, whyWorkflow } from "./why.js";

/** How many sections are open at first. */
const OPEN = 5;

export interface Item {
  what: { kind: "workflow"; evaluation: Evaluation; report: Report } | { kind: "health"; health: HealthSuiteReport };
  verdict: WorkflowVerdict;
  /** Absent where the page has one suite. */
  suite: string | undefined;
  name: string;
  score: string;
  why: string;
  /** What a reader must know though it passed; empty where it is plain green. */
  notGreen: string;
  section: Section;
}

/** Returns what a person looks at, the worst first over all suites; then what passed or was skipped, suite by suite. */
export function listItems(reports: readonly Report[]): Item[] {
  const unsorted = reports.flatMap((report) => {
    const suite = reports.length > 1 ? report.suite.name : undefined;
    const workflows = report.evaluations.map((evaluation) => workflowItem(evaluation, report));
    const health = report.toolHealth.map((one) => healthItem(one));
    return [...workflows, ...health].map((item) => ({ ...item, suite }));
  });
  const worstFirst = VERDICTS_WORST_FIRST.flatMap((verdict) => unsorted.filter((item) => item.verdict === verdict));
  const quiet = worstFirst.filter(isQuiet);
  const suites = [...new Set(unsorted.map(({ suite }) => suite))];
  const sorted = [
    ...worstFirst.filter((item) => !isQuiet(item)),
    ...suites.flatMap((suite) => quiet.filter((item) => item.suite === suite)),
  ];
  let opened = 0;
  return sorted.map((item, at) => {
    const open = sorted.length === 1 || (!isQuiet(item) && opened < OPEN);
    if (open) opened += 1;
    return { ...item, section: { id: `w${at + 1}`, suite: item.suite, open } };
  });
}

/** True for what needs nobody. */
export function isQuiet({ verdict }: Pick<Item, "verdict">): boolean {
  return verdict === "passed" || verdict === "skipped";
}

type Unplaced = Omit<Item, "suite" | "section">;

function workflowItem(evaluation: Evaluation, report: Report): Unplaced {
  const { verdict, workflowName, overallScore } = evaluation;
  return {
    what: { kind: "workflow", evaluation, report },
    verdict,
    name: workflowName,
    score: verdict === "skipped" ? "skipped" : percent(overallScore),
    why: whyWorkflow(evaluation),
    notGreen: differences(evaluation),
  };
}

function healthItem(health: HealthSuiteReport): Unplaced {
  const { name, verdict, tests } = health;
  const passed = tests.filter((test) => test.verdict === "passed").length;
  return {
    what: { kind: "health", health },
    verdict,
    name: `Tool Health: ${name}`,
    score: `${passed} of ${tests.length}`,
    why: whyHealth(health),
    notGreen: "",
  };
}
