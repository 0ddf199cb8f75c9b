// Renders one workflow of a diff as a section of the page: scores before and after, calls, results side by side.
import { serializeKept } from "../../../json/kept-numbers.js";
import type { CallDiff, ScoreDiff, WorkflowDiff } from "../../../diff/diff.js";
import type { Drift } from "../../../trace/drift.js";
import { describePlace } from "../../../trace/describe-drift.js";
import { metricScore, percent } from "../../../metrics/percent.js";
import { countDrift } from "../../../report/worst-drift-first.js";
import { lookOf } from "../console-look.js";
import { jsonAsText } from "../html/json-as-text.js";
import { cutForPage } from "../html/cut-for-page.js";
import { list } from "../html/list.js";
import { markup, pre, type Markup } from "../html/markup.js";
import { plural } from "../html/numbers.js";
import { delta, scoreBar } from "../html/score.js";
import { frameMarkup, type Section } from "../html/section.js";
import { CHANGE, describeLatency, describeOutcomes } from "./call-words.js";
import type { SectionLook } from "./html-contract.js";
import { isUngrounded, quietDrift, tellingDrift, troubledCalls } from "./notable.js";
import { OUTCOME_MARK, OUTCOME_TONE } from "./outcome.js";
import { describeImportedSides, describeUngrounded, describeWorkflow } from "./place-words.js";
import { factsOf, wasSettled } from "../../../trace/drift-classes.js";

/** How many differences, and calls, of one workflow are shown; the rest is counted. */
const SHOWN = 200;
/** How many of the first differences are open. */
const OPEN = 3;

export function diffWorkflowMarkup(workflow: WorkflowDiff, section: Section, look: SectionLook): Markup {
  const { outcome, reasons, scores, verdict, settle, calls } = workflow;
  const ungrounded = describeUngrounded(workflow);
  const imported = describeImportedSides(workflow);
  const head = {
    key: outcome,
    tone: OUTCOME_TONE[outcome],
    mark: OUTCOME_MARK[outcome],
    name: describeWorkflow(workflow),
    facts: verdict.before === verdict.after ? verdict.after : `${verdict.before} → ${verdict.after}`,
    score: outcome,
  };
  const inside = markup`
${imported !== undefined && markup`<p class="quiet">${imported}</p>`}
${list("reasons", reasons)}
${ungrounded !== undefined && markup`<p class="ground"><span>${ungrounded}</span></p>`}
${settle.length > 0 && markup`<h4>To settle it</h4>${pre(settle.join("\n"), "command")}`}
${workflow.drift.length > 0 && driftMarkup(workflow, look)}
${calls.length > 0 && callsMarkup(workflow)}
${scores.length > 0 && markup`<div class="metrics">${scores.map(scoreMarkup)}</div>`}`;
  return frameMarkup(section, head, inside);
}

function scoreMarkup({ metric, before, after, change }: ScoreDiff): Markup {
  const unknown = change === "unknown" && markup`<p>They cannot be compared: one is inconclusive.</p>`;
  return markup`<div class="metric v-${after.verdict}"><h5><span class="mark">${lookOf(after.verdict).mark}</span> ${metric}</h5><p class="big">${metricScore(after)} ${delta(after.score, before.score)}</p>${scoreBar(after.score, before.score)}<p>${before.verdict} (${percent(before.score)}) → ${after.verdict} (${percent(after.score)})</p>${unknown}</div>`;
}

function driftMarkup(workflow: WorkflowDiff, look: SectionLook): Markup {
  const telling = tellingDrift(workflow);
  const quiet = quietDrift(workflow);
  const left = telling.length - SHOWN;
  return markup`<details class="part" open><summary>Results <small>${countDrift(workflow.drift).join(", ")}</small></summary>
${telling.slice(0, SHOWN).map((drift, at) => oneDrift(drift, at < OPEN, workflow, look))}
${left > 0 && markup`<p class="quiet">${left} more are not shown here; the JSON report has them all.</p>`}
${!look.withValues && markup`<p class="quiet left-out">The values are left out: the file would be too large. The JSON report has them.</p>`}
${quiet.length > 0 && markup`<details><summary>${plural(quiet.length, "difference")}, harmless or accepted</summary>${quiet.slice(0, SHOWN).map((drift) => oneDrift(drift, false, workflow, look))}</details>`}
</details>`;
}

function oneDrift(
  drift: Drift,
  open: boolean,
  workflow: WorkflowDiff,
  { sideBySide, withValues }: SectionLook,
): Markup {
  const { id, class: kind, where, recorded, present, note } = drift;
  const mark = isUngrounded(workflow, drift) && markup` <b>for information only</b>`;
  return markup`<details class="drift"${open && " open"}><summary><span class="class c-${factsOf(kind).tone}">${kind}${wasSettled(drift) && ", accepted"}</span> ${describePlace(where)}${mark} <small>${id}</small></summary>
${note !== undefined && markup`<p>${cutForPage(note, 2000)}</p>`}
${withValues && sideBySide(recorded, present)}</details>`;
}

function callsMarkup(workflow: WorkflowDiff): Markup {
  const { calls, ungroundedFrom } = workflow;
  const bad = new Set(troubledCalls(workflow));
  const first = ungroundedFrom === undefined ? undefined : calls.find(({ ungrounded }) => ungrounded);
  const left = calls.length - SHOWN;
  return markup`<details class="part"${bad.size > 0 && " open"}><summary>Calls <small>${plural(calls.length, "call")}${bad.size > 0 && `, ${bad.size} in trouble`}</small></summary>
${calls.slice(0, SHOWN).map((call) => markup`${call === first && GROUND_ENDS}${callMarkup(call, bad.has(call))}`)}
${left > 0 && markup`<p class="quiet">${left} more are not shown here; the JSON report has them all.</p>`}</details>`;
}

const GROUND_ENDS = markup`<p class="ground"><span>for information only from here</span></p>`;

function callMarkup(call: CallDiff, bad: boolean): Markup {
  const { call: number, step, turn, tool, arguments: args, change, driftIds } = call;
  const text = serializeKept(args);
  const latency = describeLatency(call);
  const facts = [
    `call ${number}, step ${step}, turn ${turn}`,
    CHANGE[change],
    ...(latency === undefined ? [] : [latency]),
    ...driftIds,
  ];
  const kind = `call${bad ? " bad" : change === "drift" ? " differs" : ""}`;
  return markup`<details class="${kind}"${bad && " open"}><summary><span class="tool">${tool}</span> <code class="args">${text.length > 100 ? `${text.slice(0, 99)}…` : text}</code> <small>${facts.join(", ")}</small></summary>
<p>${cutForPage(describeOutcomes(call), 2000)}</p>
${Object.keys(args).length > 0 && markup`<h5>arguments</h5>${pre(jsonAsText(args))}`}</details>`;
}
