// Shows the trials of a workflow: the sentence, where their paths part, each metric's rate, and a row for each trial.
import type { Evaluation } from "../../../report/report.js";
import type { Parting, Trial } from "../../../report/trials.js";
import { pathLine, trialLines, trialSums } from "../../parts/trial-lines.js";
import { lookOf } from "../console-look.js";
import { cutForPage } from "./cut-for-page.js";
import { list } from "./list.js";
import { markup, type Markup } from "./markup.js";
import { duration } from "./numbers.js";

/** Undefined where it ran once. */
export function trialsMarkup(evaluation: Evaluation): Markup | undefined {
  const { trials, run } = evaluation;
  if (trials === undefined || trials.each.length === 0) return undefined;
  const what = run?.sources.model === "recorded" ? "take" : "trial";
  const rows = trials.each.map((one, at) => rowMarkup(one, at + 1, at + 1 === trials.shown));
  const [flaky] = trialLines({ ...evaluation }, true);
  return markup`<details class="part" open><summary>${trials.each.length} ${what}s</summary>
${!evaluation.reasons.includes(trials.sentence) && markup`<p>${trials.sentence}</p>`}
${trials.parting !== undefined && markup`<p>${flaky}</p>${partingMarkup(trials.parting)}`}
${list("reasons", trialSums(trials))}
<div class="scroll"><table class="compared"><thead><tr><th>${what}</th><th>verdict</th><th>turns</th><th>calls</th><th>tokens</th><th>time</th><th>why</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}

function rowMarkup(
  { verdict, turns, calls, inputTokens, outputTokens, ms, because = "" }: Trial,
  number: number,
  isShown: boolean,
): Markup {
  return markup`<tr><th scope="row">${number}${isShown && " (shown)"}</th><td class="v-${verdict}">${lookOf(verdict).mark} ${verdict}</td><td>${turns}</td><td>${calls}</td><td>${inputTokens + outputTokens}</td><td>${duration(ms)}</td><td>${cutForPage(because, 300)}</td></tr>`;
}

function partingMarkup({ paths }: Parting): Markup | undefined {
  return list("paths", paths.map(pathLine));
}
