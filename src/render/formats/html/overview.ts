// Renders the top of the page: the result, a table of every workflow, and what the verdicts are based on.
import { percent } from "../../../metrics/percent.js";
import type { Evaluation, HealthSuiteReport, Report } from "../../../report/report.js";
import { standsOn } from "../../../report/stands-on.js";
import { type Totals } from "../../../report/totals.js";
import { lookOf } from "../console-look.js";
import { markup, type Markup } from "./markup.js";
import { shortCount, duration } from "./numbers.js";
import { delta, scoreBar } from "./score.js";
import { VERDICTS, type WorkflowVerdict } from "../../../metrics/verdicts.js";

/** Renders the heading and the counts, each a filter. */
export function headerMarkup(reports: readonly Report[], totals: Totals): Markup {
  const [first] = reports;
  const commands = [...new Set(reports.map((report) => report.command))].join(", ");
  const counts: [WorkflowVerdict, number][] = [
    ["passed", totals.passed],
    ["failed", totals.failed],
    ["inconclusive", totals.inconclusive],
    ["error", totals.errors],
    ["skipped", totals.skipped],
  ];
  const accepted = totals.passedOnAccepted > 0 && markup` <small>${totals.passedOnAccepted} on accepted drift</small>`;
  return markup`<header>
<p class="quiet">${first?.by}, ${commands}, ${first?.timestamp.replace("T", " ").replace(/\.\d+Z$/, " UTC")}</p>
<h1><span class="mark v-${totals.verdict}">${lookOf(totals.verdict).mark}</span> ${VERDICTS[totals.verdict].headline}</h1>
<div class="tiles">
<div class="tile"><b>${percent(totals.overallScore)}</b><span>overall score</span></div>
${counts
  .filter(([verdict, number]) => number > 0 || verdict === "passed")
  .map(
    ([verdict, number]) =>
      markup`<button type="button" class="tile" data-filter="${verdict}" aria-pressed="false"><b class="v-${verdict}">${number}</b><span>${verdict}${verdict === "passed" && accepted}</span></button>`,
  )}
${totals.healthSuites > 0 && markup`<div class="tile"><b>${totals.healthSuitesPassed}/${totals.healthSuites}</b><span>tool suites</span></div>`}
</div></header>`;
}

const METRICS = [
  ["end-to-end-success", "End-to-End Success"],
  ["tool-invocation-order", "Tool Invocation Order"],
  ["tool-call-health", "Tool Call Health"],
  ["llm-judge", "LLM Judge"],
] as const;

/** Renders the table of one suite. `idOf` names the section of an evaluation. */
export function suiteTable(
  { suite, evaluations, toolHealth }: Report,
  idOf: (item: Evaluation | HealthSuiteReport) => string,
  many: boolean,
): Markup {
  const metrics = METRICS.filter(([id]) => evaluations.some(({ results }) => results.some((one) => one.id === id)));
  const rows = evaluations.map((evaluation) => row(evaluation, idOf(evaluation), metrics));
  const health = toolHealth.map(
    (one) =>
      markup`<tr data-row="${idOf(one)}" data-verdict="${one.verdict}"><th scope="row"><span class="mark v-${one.verdict}">${lookOf(one.verdict).mark}</span> <a href="#${idOf(one)}">Tool Health: ${one.name}</a></th><td class="num" data-label="Score">${one.tests.filter((test) => test.verdict === "passed").length} of ${one.tests.length}</td><td colspan="${metrics.length + 3}"></td></tr>`,
  );
  return markup`<section class="overview">${many && markup`<h2>${suite.name}</h2>`}
<table><thead><tr><th scope="col">Workflow</th><th scope="col">Score</th>${metrics.map(([, name]) => markup`<th scope="col">${name}</th>`)}<th scope="col" class="num">Calls</th><th scope="col" class="num">Tokens</th><th scope="col" class="num">Time</th></tr></thead>
<tbody>${rows}${health}</tbody></table></section>`;
}

function row(evaluation: Evaluation, id: string, metrics: readonly (readonly [string, string])[]): Markup {
  const { workflowName, verdict, overallScore, results, run, replay } = evaluation;
  const cells = metrics.map(([metric, name]) => {
    const result = results.find((one) => one.id === metric);
    if (result === undefined) return markup`<td data-label="${name}"></td>`;
    const baseline = replay?.baseline.find((one) => one.id === metric)?.score;
    return markup`<td data-label="${name}" class="v-${result.verdict}">${percent(result.score)} ${delta(result.score, baseline)}${scoreBar(result.score, baseline)}</td>`;
  });
  return markup`<tr data-row="${id}" data-verdict="${verdict}"><th scope="row"><span class="mark v-${verdict}">${lookOf(verdict).mark}</span> <a href="#${id}">${workflowName}</a></th><td class="num" data-label="Score"><b>${verdict === "skipped" ? "skipped" : percent(overallScore)}</b></td>${cells}<td class="num" data-label="Calls">${run?.calls}</td><td class="num" data-label="Tokens">${run !== undefined && shortCount(run.inputTokens + run.outputTokens)}</td><td class="num" data-label="Time">${run !== undefined && duration(run.ms)}</td></tr>`;
}

/** Renders model, server and suite, each once. */
export function footerMarkup(reports: readonly Report[]): Markup {
  const texts = [...new Set(reports.flatMap(standsOn))];
  return markup`<footer><h2>What this is based on</h2><ul>${texts.map((text) => markup`<li>${text}</li>`)}</ul></footer>`;
}
