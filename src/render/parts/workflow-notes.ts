// Lists what a passed workflow has to say beside "passed": `2 accepted`, `1 finding`, `slower: 5.2 s, recorded 0.4 s`.
import type { Evaluation } from "../../report/report.js";
import { needsDecision, wasSettled } from "../../trace/drift-classes.js";
import { passiveDriftOf, type PassiveDrift } from "./passive-drift.js";
import { timeText } from "./sums.js";

/** Both have to be reached: less is noise of the machine. */
const LEAST_MS = 1000;
const LEAST_FACTOR = 3;

/** A few words each; empty for plain green. */
export function workflowNotes(evaluation: Evaluation): string[] {
  const { replay, run, recorded, trials } = evaluation;
  const drift = replay?.drift ?? [];
  const passive = (concerns: PassiveDrift): number => drift.filter((one) => passiveDriftOf(one) === concerns).length;
  const count = (number: number, what: string, many = `${what}s`): string[] =>
    number === 0 ? [] : [`${number} ${number === 1 ? what : many}`];
  return [
    ...(trials === undefined
      ? []
      : [`${trials.passed} of ${trials.runs} ${run?.sources.model === "recorded" ? "takes" : "trials"}`]),
    ...(trials?.parting === undefined ? [] : ["flaky"]),
    ...count(drift.filter(wasSettled).length, "accepted", "accepted"),
    ...count(drift.filter((one) => needsDecision(one) && one.accepted !== true).length, "difference"),
    ...count(passive("field"), "new optional field"),
    ...count(passive("list"), "tool new or gone", "tools new or gone"),
    ...count(passive("tool"), "tool described differently", "changes in how tools are described"),
    ...count(passive("text"), "changed text"),
    ...count(drift.filter((one) => one.class === "grown").length, "grown list"),
    ...count(replay?.notCompared ?? 0, "value not compared", "values not compared"),
    ...count((replay?.unused ?? []).length, "accepted drift did not occur", "accepted drifts did not occur"),
    ...count((run?.findings ?? []).length, "finding"),
    ...count((recorded?.below ?? []).length, "lower score than before", "lower scores than before"),
    ...slower(evaluation),
  ];
}

/** `slower: calls took 5.2 s, recorded 0.4 s`, where the server took much longer than when it was recorded. */
export function slower({ run, replay }: Evaluation): string[] {
  const [now, then] = [run?.callTime?.ms, replay?.recording?.callTime?.ms];
  if (now === undefined || then === undefined || run?.sources.server !== "live") return [];
  // A run that made fewer calls cannot be compared.
  if ((run.called ?? []).length !== (replay?.recording?.called ?? []).length) return [];
  const isSlower = now - then >= LEAST_MS && now >= then * LEAST_FACTOR;
  return isSlower ? [`slower: calls took ${timeText(now)}, recorded ${timeText(then)}`] : [];
}
