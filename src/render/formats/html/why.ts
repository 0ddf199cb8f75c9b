// Says in a few words why a row of the table is as it is.
import type { Evaluation, HealthSuiteReport } from "../../../report/report.js";
import { countDrift } from "../../../report/worst-drift-first.js";
import { cutText } from "../../safe/shown-text.js";
import { mainReason } from "../../parts/main-reason.js";
import { isExplained } from "../../../trace/drift-classes.js";

/** Characters of the column. */
const LONGEST = 240;

/** Of a workflow: what differed where it passed, else the reason. */
export function whyWorkflow(evaluation: Evaluation): string {
  const { verdict } = evaluation;
  return verdict === "passed" ? differences(evaluation) : cutText(mainReason(evaluation), LONGEST);
}

/** `2 additive, 1 changed (1 accepted)`; empty where a workflow passed and nothing differed that a reader must know. */
export function differences({ replay, verdict }: Evaluation): string {
  if (verdict !== "passed" || replay === undefined) return "";
  return countDrift(replay.drift.filter((item) => !isExplained(item))).join(", ");
}

/** Of a suite of tool tests: the first that did not pass. */
export function whyHealth({ tests }: HealthSuiteReport): string {
  const bad = tests.filter(({ verdict }) => verdict !== "passed" && verdict !== "skipped");
  const [first] = bad;
  if (first === undefined) return "";
  const [line = ""] = first.details.split("\n");
  const more = bad.length === 1 ? "" : `, and ${bad.length - 1} more`;
  return `${cutText(`${first.tool}: ${line}`, LONGEST)}${more}`;
}
