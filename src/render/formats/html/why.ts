// Says in a few words why a row of the table is as it is.
import type { Evaluation, HealthSuiteReport } from "../../../report/report.js";
import { countDrift } from "../../../report/worst-drift-first.js";
import { whyOf } from "../../../report/why-of.js";
import { isExplained } from "../../../trace/drift-classes.js";
import { shownPlaces } from "../../parts/decisive-drift.js";
import { whyLine } from "../../parts/why-line.js";
import { cutText } from "../../safe/shown-text.js";

/** Characters of the column, and of the values in it. */
const LONGEST = 240;
const VALUES = 100;

/** Of a workflow: what differed where it passed, else the reason. Not escaped. */
export function whyWorkflow(evaluation: Evaluation): string {
  const why = whyOf(evaluation);
  if (why === undefined)
    return differences(evaluation) || (evaluation.verdict === "passed" ? "" : skippedWhy(evaluation));
  if (why.kind !== "drift") return cutText(whyLine(why), LONGEST);
  const { places, left } = shownPlaces([why.drift, ...why.others], { width: VALUES, most: 2 });
  const values = places.map(({ at, values: pair }) => `${at} ${pair}`.trim());
  const more = left > 0 ? [`and ${left} more`] : [];
  const all = [...values, ...more].join("; ");
  return `${cutText(whyLine(why), LONGEST)}${all === "" ? "" : `: ${all}`}`;
}

function skippedWhy({ reasons, verdict }: Evaluation): string {
  return cutText(reasons[0]?.split("\n")[0] ?? verdict, LONGEST);
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
