// Renders why a workflow did not pass, whose change it is, what Claude said and called, and what to type.
import { whyOf } from "../../../report/why-of.js";
import { nextSteps, type Judged } from "../../parts/next-steps.js";
import { whoseChange } from "../../parts/whose-change.js";
import { lastWordsOfServer } from "../../parts/error-line.js";
import { cutForPage } from "./cut-for-page.js";
import { list } from "./list.js";
import { markup, pre, type Markup } from "./markup.js";
import { whyWorkflow } from "./why.js";

/** How many calls are named; the rest is counted. */
const SHOWN = 30;

/** Undefined for a workflow that passed or was skipped. */
export function storyMarkup(judged: Judged): Markup | undefined {
  const { evaluation } = judged;
  const { run, replay, reasons } = evaluation;
  const why = whyOf(evaluation);
  if (why === undefined) return undefined;
  const words = why.kind === "server-failed" ? lastWordsOfServer(why.message, run, 4) : { below: [], stderr: [] };
  const stderr = [...words.below, ...words.stderr];
  const regressions = (replay?.regressions ?? []).map((line) => `Regression: ${line}`);
  return markup`<p class="story"><b>${whyWorkflow(evaluation)}</b></p>
<p>${whose(whoseChange(evaluation, why).text)}</p>
${stderr.length > 0 && pre(stderr.join("\n"))}
${claudeMarkup(judged)}
${stepsMarkup(judged)}
<details class="said-of-it"><summary>All that is said of it</summary>${list("reasons", [...reasons, ...regressions, ...(replay?.unused ?? [])])}</details>`;
}

function whose(text: string): Markup {
  return markup`<span class="quiet">Whose change:</span> ${text}.`;
}

function claudeMarkup({ evaluation: { run, replay } }: Judged): Markup | undefined {
  if (run === undefined) return undefined;
  const { lastWords, called = [] } = run;
  const calls = called.slice(0, SHOWN).join(", ");
  const more = called.length > SHOWN ? `, and ${called.length - SHOWN} more` : "";
  const now = shownWords(lastWords);
  const said = now ?? shownWords(replay?.recording?.lastWords);
  const word = now === undefined ? "Claude's recorded last words" : "Claude's last words";
  return markup`<dl class="claude">${called.length > 0 && markup`<dt>called</dt><dd>${calls}${more}</dd>`}
${said !== undefined && markup`<dt>${word}</dt><dd>${pre(cutForPage(said, 2000), "prose")}</dd>`}</dl>`;
}

function shownWords(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === "" ? undefined : text;
}

function stepsMarkup(judged: Judged): Markup | undefined {
  const steps = nextSteps([judged]);
  if (steps.length === 0) return undefined;
  return markup`<h4>What to type</h4><dl class="steps">${steps.map(
    ({ label, command, note }) =>
      markup`<dt>${label}</dt><dd>${command !== undefined && pre(command, "command")}${note !== undefined && markup`<small>${note}</small>`}</dd>`,
  )}</dl>`;
}
