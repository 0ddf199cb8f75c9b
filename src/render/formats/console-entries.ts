// Renders for the console the workflows that passed or were left out: in the guide's block, or on one line each.
import { percent } from "../../metrics/percent.js";
import type { Evaluation } from "../../report/report.js";
import { wasSettled } from "../../trace/drift-classes.js";
import { describePlace } from "../../trace/describe-drift.js";
import { trialLines } from "../parts/trial-lines.js";
import { workflowNotes } from "../parts/workflow-notes.js";
import { escapeControls } from "../safe/shown-text.js";
import { hanging, lookOf, paintScore, paintVerdict, paragraph, paragraphs, type Look } from "./console-look.js";
import { guideLines, recordedLines, shortLine } from "./console-workflow.js";

/** The guide's block, and below it what is not plain green. */
export function entryBlock(evaluation: Evaluation, look: Look): string[] {
  if (evaluation.verdict === "skipped") return [shortLine(evaluation, look), ...reasons(evaluation, look)];
  const { recorded, replay, run } = evaluation;
  const accepted = (replay?.drift ?? []).filter(wasSettled);
  // Findings and accepted drift have a line of their own below.
  const notes = workflowNotes(evaluation).filter((note) => !/^\d+ finding/.test(note));
  return [
    ...guideLines(evaluation, look),
    ...(notes.length === 0 ? [] : hanging(`Note: ${notes.join(", ")}`, 2, look)),
    ...accepted.flatMap(({ id, where }) => hanging(`accepted ${id}: ${describePlace(where)}`, 4, look)),
    ...evaluation.reasons.flatMap((reason) => paragraphs(reason, 2, look)),
    ...trialLines(evaluation, true).flatMap((line) => hanging(line, 2, look)),
    ...(replay?.unused ?? []).flatMap((line) => paragraph(line, 2, look)),
    ...(run?.findings ?? []).flatMap((finding) => paragraph(`Finding: ${finding}`, 2, look)),
    ...(recorded === undefined ? [] : recordedLines(recorded, look)),
  ];
}

/** `✓ packing-list 100%  2 accepted`, of a workflow that passed. */
export function entryLine(evaluation: Evaluation, suite: string | undefined, look: Look): string[] {
  const { workflowName, verdict, overallScore, recorded } = evaluation;
  const name = escapeControls(`${suite === undefined ? "" : `${suite} / `}${workflowName}`);
  const score = scoreOf(overallScore, look);
  const what = recorded?.file === undefined ? [] : ["recorded"];
  const notes = [...workflowNotes(evaluation), ...what];
  const head = `${paintVerdict(verdict, look)} ${name} ${score}${notes.length === 0 ? "" : `  ${escapeControls(notes.join(", "))}`}`;
  return [
    head,
    ...reasons(evaluation, look),
    ...(evaluation.run?.findings ?? []).flatMap((finding) => hanging(`Finding: ${finding}`, 4, look)),
    ...(recorded?.below ?? []).flatMap((below) => paragraph(`Below the old cassette: ${below}`, 4, look)),
    ...(evaluation.replay?.unused ?? []).flatMap((line) => hanging(line, 4, look)),
  ];
}

/** A score that nothing decided is a dash in the colour of its verdict. */
function scoreOf(score: number | null, look: Look): string {
  return score === null ? look.paint(lookOf("not-applicable").colour, percent(null)) : paintScore(score, look);
}

function reasons(evaluation: Evaluation, look: Look): string[] {
  return evaluation.reasons.flatMap((reason) => paragraphs(reason, 2, look));
}
