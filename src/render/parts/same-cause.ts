// Puts the workflows that did not pass for the same reason together, the worst first.
import { canonicalJson } from "../../json/canonical.js";
import type { JsonValue } from "../../json/value.js";
import { VERDICTS_WORST_FIRST } from "../../metrics/verdicts.js";
import { whyOf, type Why } from "../../report/why-of.js";
import type { Report } from "../../report/report.js";
import { offeredIds, type Judged } from "./next-steps.js";
import { whoseChange } from "./whose-change.js";

/** One reason, and all the workflows that it kept from passing. */
export interface SharedCause {
  why: Why;
  all: [Judged, ...Judged[]];
}

/**
 * Returns the causes: failed ones first, then what could not be run, then the inconclusive ones, each in the order of
 * the suites. Reasons that differ in a single character are two.
 */
export function groupByCause(reports: readonly Report[]): SharedCause[] {
  const causes = new Map<string, SharedCause>();
  const judged = reports.flatMap((report) => report.evaluations.map((evaluation): Judged => ({ evaluation, report })));
  for (const verdict of VERDICTS_WORST_FIRST) {
    for (const one of judged.filter(({ evaluation }) => evaluation.verdict === verdict)) {
      const why = whyOf(one.evaluation);
      if (why === undefined) continue;
      const key = canonicalJson(keyOf(one, why));
      const known = causes.get(key);
      if (known === undefined) causes.set(key, { why, all: [one] });
      else known.all.push(one);
    }
  }
  return [...causes.values()];
}

/** Two workflows with the same key are explained by the same lines. */
function keyOf({ evaluation, report }: Judged, why: Why): JsonValue {
  const { verdict, results, replay, workflowName } = evaluation;
  const marks = results.map((one) => [one.id, one.verdict]);
  const shared: JsonValue[] = [
    report.command,
    verdict,
    marks,
    whoseChange(evaluation, why).text,
    offeredIds(evaluation).length > 0,
    replay?.failedBefore ?? false,
  ];
  switch (why.kind) {
    case "drift":
      return [
        ...shared,
        ...[why.drift, ...why.others].map(({ class: kind, where, recorded, present, note }) => [
          kind,
          where.part,
          where.server ?? null,
          where.tool ?? null,
          where.path,
          recorded ?? null,
          present ?? null,
          note ?? null,
        ]),
      ];
    case "calls":
      return [...shared, why.first.tool, why.first.reason];
    case "metric":
      return [...shared, why.metric.details, evaluation.run?.lastWords ?? null, evaluation.run?.called ?? []];
    case "server-failed":
    case "check":
    case "reason":
      // The name of the workflow's own cassette is not a difference.
      return [...shared, evaluation.reasons.map((reason) => reason.replaceAll(workflowName, "…"))];
  }
}
