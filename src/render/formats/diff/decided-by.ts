// Says what decided the verdict of a diff: the counts, and the most important sentence. Not escaped.
import type { DiffReport } from "../../../diff/diff.js";
import { countOf, changesOf, decidingChanges, worstWorkflowsFirst } from "./notable.js";
import { describeSubject, describeWorkflow } from "./place-words.js";
import { factsOfContractClass, QUIET_CHANGES, TO_DECIDE, type ContractClass } from "../../../contract/classes.js";

/** `1 workflow regressed, 2 breaking changes of the contract` */
export function countWhatCounts(report: DiffReport): string {
  const { summary, from, to, contracts, workflows } = report;
  const { workflows: outcomes } = summary;
  const of = (number: number, what: string, more = ""): string[] =>
    number === 0 ? [] : [`${countOf(number, what)}${more}`];
  const changes = (number: number, kind: string): string[] =>
    number === 0 ? [] : [`${countOf(number, `${kind} change`)} of the contract`];
  const open = (weight: "breaks" | "differs"): string[] =>
    TO_DECIDE.filter((kind) => factsOfContractClass(kind).weight === weight).flatMap((kind) =>
      changes(summary[kind], kind),
    );
  const total = (kinds: readonly ContractClass[]): number => kinds.reduce((sum, kind) => sum + summary[kind], 0);
  const parts = [
    ...(to.failure === undefined ? [] : ["the new server returned nothing"]),
    ...(from.failure === undefined ? [] : ["the old server returned nothing"]),
    ...of(outcomes.REGRESSED, "workflow", " got worse"),
    ...open("breaks"),
    ...of(outcomes.BREAKING, "workflow", " with results that break callers"),
    ...of(outcomes.INCONCLUSIVE, "workflow", " inconclusive"),
    ...open("differs"),
    ...of(outcomes.CHANGED, "workflow", " changed"),
    ...of(outcomes.SAME, "workflow", " the same"),
  ];
  const quiet = total(TO_DECIDE) === 0 && contracts.length > 0;
  const deciding = decidingChanges(report);
  if (deciding[0] !== undefined) parts.push(...changes(deciding.length, deciding[0].class));
  else if (quiet) parts.push(total(QUIET_CHANGES) === 0 ? "the same contract" : "a compatible contract");
  if (workflows.length === 0 && contracts.length === 0 && parts.length === 0) parts.push("nothing was compared");
  return parts.join(", ");
}

/**
 * Returns the first reason of the worst workflow, or the first change of the contract; undefined where all is the same.
 */
export function describeWorst(report: DiffReport): string | undefined {
  const { verdict, to, from } = report;
  if (to.failure !== undefined) return to.failure;
  if (from.failure !== undefined) return from.failure;
  if (verdict === "SAME") return undefined;
  const [worst] = worstWorkflowsFirst(report).filter(({ outcome }) => outcome === verdict);
  const [reason] = worst?.reasons ?? [];
  if (worst !== undefined && reason !== undefined && verdict !== "BREAKING")
    return `${describeWorkflow(worst)}: ${reason}`;
  const [change] = verdict === "INCONCLUSIVE" ? [] : [...changesOf(report, TO_DECIDE), ...decidingChanges(report)];
  if (change !== undefined) return `${describeSubject(change)}: ${change.message}`;
  return worst === undefined || reason === undefined ? report.reasons[0] : `${describeWorkflow(worst)}: ${reason}`;
}

/**
 * Returns the most important sentence, why a side could not be loaded, and what must be known about the comparison,
 * each once.
 */
export function describeWhy(report: DiffReport): string[] {
  const all = [describeWorst(report), report.to.failure, report.from.failure, ...report.reasons];
  return [...new Set(all.flatMap((text) => (text === undefined ? [] : [text])))];
}
