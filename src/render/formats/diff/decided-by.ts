// Says what decided the verdict of a diff: the counts, and the most important sentence. Not escaped.
import type { DiffReport } from "../../../diff/diff.js";
import type { ContractChange } from "../../../contract/change.js";
import { pluralOfKind } from "./group-changes.js";
import { countOf, decidingChanges, openChanges } from "./notable.js";
import { describeSubject, describeWorkflow } from "./place-words.js";
import { QUIET_CHANGES, TO_DECIDE, type ContractClass } from "../../../contract/classes.js";

/** `1 workflow got worse; contract: 116 breaking changes (100 resources, 16 tools), 6 risky` */
export function countWhatCounts(report: DiffReport): string {
  const { summary, from, to, contracts, workflows } = report;
  const { workflows: outcomes } = summary;
  const of = (number: number, what: string, more = ""): string[] =>
    number === 0 ? [] : [`${countOf(number, what)}${more}`];
  const parts = [
    ...(to.failure === undefined ? [] : ["the new server returned nothing"]),
    ...(from.failure === undefined ? [] : ["the old server returned nothing"]),
    ...of(outcomes.REGRESSED, "workflow", " got worse"),
    ...of(outcomes.BREAKING, "workflow", outcomes.BREAKING === 1 ? " breaks" : " break"),
    ...of(outcomes.INCONCLUSIVE, "workflow", " inconclusive"),
    ...of(outcomes.CHANGED, "workflow", " changed"),
    ...of(outcomes.SAME, "workflow", " the same"),
  ];
  if (contracts.length > 0) parts.push(countContract(report));
  return workflows.length + contracts.length + parts.length === 0 ? "nothing was compared" : parts.join(", ");
}

function countContract(report: DiffReport): string {
  const { summary } = report;
  const deciding = decidingChanges(report);
  const counts = TO_DECIDE.map((kind): [number, ContractClass] => [summary[kind], kind]);
  if (deciding[0] !== undefined) counts.push([deciding.length, deciding[0].class]);
  const words = counts.flatMap(([number, kind]) => {
    if (number === 0) return [];
    const kinds = countKinds(openChanges(report, kind));
    return [`${countOf(number, `${kind} change`)} of the contract${kinds === "" ? "" : ` (${kinds})`}`];
  });
  if (words.length > 0) return words.join(", ");
  return QUIET_CHANGES.every((kind) => summary[kind] === 0) ? "the same contract" : "a compatible contract";
}

/** `100 resources, 12 of tools`: what the changes are about; empty where all are about one kind. */
function countKinds(changes: readonly ContractChange[]): string {
  const kinds = new Map<string, number>();
  for (const { subject } of changes) kinds.set(subject.kind, (kinds.get(subject.kind) ?? 0) + 1);
  if (kinds.size < 2) return "";
  return [...kinds].map(([kind, number]) => `${number} of ${pluralOfKind(kind)}`).join(", ");
}

/** Says what the comparison proves: that it is the server that differs. Undefined where no recorded call was made. */
export function describeEvidence({ verdict, to, workflows }: DiffReport): string | undefined {
  if (verdict === "SAME" || workflows.every(({ calls }) => calls.length === 0)) return undefined;
  return to.kind === "server"
    ? "Same recorded calls on both sides: what differs is the server, not Claude."
    : "Results are compared as far as Claude made the same calls: until then, what differs is the server.";
}

/**
 * Returns the first reason of the worst workflow, or the first change of the contract; undefined where all is the same.
 */
export function describeWorst(report: DiffReport): string | undefined {
  const { verdict, to, from } = report;
  if (to.failure !== undefined) return to.failure;
  if (from.failure !== undefined) return from.failure;
  if (verdict === "SAME") return undefined;
  const worst = report.workflows.find(({ outcome }) => outcome === verdict);
  const [reason] = worst?.reasons ?? [];
  if (worst !== undefined && reason !== undefined) return `${describeWorkflow(worst)}: ${reason}`;
  const [change] = verdict === "INCONCLUSIVE" ? [] : [...openChanges(report, ...TO_DECIDE), ...decidingChanges(report)];
  return change === undefined ? report.reasons[0] : `${describeSubject(change)}: ${change.message}`;
}

/**
 * Returns the most important sentence, why a side could not be loaded, and what must be known about the comparison,
 * each once.
 */
export function describeWhy(report: DiffReport): string[] {
  const all = [describeWorst(report), report.to.failure, report.from.failure, ...report.reasons];
  return [...new Set(all.flatMap((text) => (text === undefined ? [] : [text])))];
}
