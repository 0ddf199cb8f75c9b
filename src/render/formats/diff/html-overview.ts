// Renders the top and the bottom of a diff's page: the outcome, both sides, the tables of workflows and of the
// contract.
import type { DiffReport, WorkflowDiff } from "../../../diff/diff.js";
import { METRIC_NAMES } from "../../../metrics/metric-names.js";
import { percent } from "../../../metrics/percent.js";
import { chipsMarkup } from "../html/chips.js";
import { foldedRows } from "../html/folded-rows.js";
import { list, lines } from "../html/list.js";
import { markup, pre, type Markup } from "../html/markup.js";
import { delta } from "../html/score.js";
import { cutText } from "../../safe/shown-text.js";
import { countWhatCounts, describeWhy } from "./decided-by.js";
import { TONE_VERDICT } from "./html-contract.js";
import type { DiffItem } from "./html-items.js";
import { countOf } from "./notable.js";
import { howToAccept } from "./how-to-accept.js";
import { OUTCOME_HEADLINE, OUTCOME_MARK, OUTCOME_TONE } from "./outcome.js";
import { OUTCOMES_WORST_FIRST } from "../../../diff/verdict/decide.js";
import { describeWorkflow } from "./place-words.js";
import { describeSide } from "./side-words.js";
import { CONTRACT_WORST_FIRST, factsOfContractClass, TO_DECIDE } from "../../../contract/classes.js";

/** Renders the heading, what decided it, and the counts, each a filter. */
export function diffHeaderMarkup(report: DiffReport, items: readonly DiffItem[]): Markup {
  const { verdict, summary, by, timestamp, from, to } = report;
  const [worst, ...others] = describeWhy(report);
  const outcomes = OUTCOMES_WORST_FIRST.map((outcome) => ({
    key: outcome,
    number: summary.workflows[outcome],
    tone: OUTCOME_TONE[outcome],
    mark: OUTCOME_MARK[outcome],
    what: `${outcome.toLowerCase()} workflows`,
  }));
  const classes = CONTRACT_WORST_FIRST.map((kind) => ({
    key: kind,
    number: items.filter((item) => item.what === "contract" && item.part.kind === kind).length,
    tone: TONE_VERDICT[factsOfContractClass(kind).tone],
    mark: factsOfContractClass(kind).mark,
    what: `contract: ${kind}`,
  }));
  return markup`<header>
<p class="quiet">${by}, diff, ${timestamp.replace("T", " ").replace(/\.\d+Z$/, " UTC")}</p>
<h1><span class="mark v-${OUTCOME_TONE[verdict]}">${OUTCOME_MARK[verdict]}</span> ${verdict}: ${OUTCOME_HEADLINE[verdict]}</h1>
<dl><dt>from</dt><dd>${describeSide(from)}</dd><dt>to</dt><dd>${describeSide(to)}</dd></dl>
<p>${countWhatCounts(report)}.</p>
${worst !== undefined && markup`<p><b>${lines(worst)}</b></p>`}
${list("reasons", others)}
${chipsMarkup([...outcomes, ...classes], items.length)}</header>`;
}

/** Renders a table for the workflows and one for the contract; a row links to its section. */
export function overviewMarkup(items: readonly DiffItem[]): Markup {
  const workflows = items.flatMap((item) => (item.what === "workflow" ? [item] : []));
  const parts = items.flatMap((item) => (item.what === "contract" ? [item] : []));
  return markup`${workflows.length > 0 && workflowTable(workflows)}${parts.length > 0 && contractTable(parts)}`;
}

function workflowTable(items: readonly Extract<DiffItem, { what: "workflow" }>[]): Markup {
  const metrics = [
    ...new Map(
      items.flatMap(({ workflow }) =>
        workflow.scores.flatMap(({ id, metric }) =>
          Object.hasOwn(METRIC_NAMES, id) ? [[id, cutText(metric, 40)] as const] : [],
        ),
      ),
    ),
  ];
  return markup`<section class="overview"><h2>Recorded calls</h2>
<table><colgroup><col class="name"><col class="why"><col class="wide">${metrics.map(() => markup`<col class="n">`)}<col class="n"></colgroup>
<thead><tr><th scope="col">Workflow</th><th scope="col">Why</th><th scope="col">Verdict</th>${metrics.map(([, name]) => markup`<th scope="col" class="num">${name}</th>`)}<th scope="col" class="num">Calls</th></tr></thead>
<tbody>${items.map(({ workflow, section }) => workflowRow(workflow, section.id, metrics))}</tbody></table></section>`;
}

function workflowRow(workflow: WorkflowDiff, id: string, metrics: readonly (readonly [string, string])[]): Markup {
  const { outcome, verdict, scores, calls, reasons } = workflow;
  const why = outcome === "SAME" ? "" : cutText(reasons[0]?.split("\n")[0] ?? "", 240);
  const tone = OUTCOME_TONE[outcome];
  const cells = metrics.map(([metric, name]) => {
    const score = scores.find((one) => one.id === metric);
    if (score === undefined) return markup`<td></td>`;
    const { before, after } = score;
    return markup`<td data-label="${name}" class="num v-${after.verdict}">${percent(after.score)} ${delta(after.score, before.score)}</td>`;
  });
  const was = verdict.before === verdict.after ? verdict.after : `${verdict.before} → ${verdict.after}`;
  return markup`<tr data-row="${id}" data-verdict="${outcome}"><th scope="row"><span class="mark v-${tone}">${OUTCOME_MARK[outcome]}</span> <a href="#${id}">${describeWorkflow(workflow)}</a></th><td class="why">${why}</td><td data-label="Verdict">${was}</td>${cells}<td class="num" data-label="Calls">${calls.length}</td></tr>`;
}

type ContractItem = Extract<DiffItem, { what: "contract" }>;

function contractTable(items: readonly ContractItem[]): Markup {
  const loud = items.filter(({ part: { kind } }) => TO_DECIDE.includes(kind));
  const quiet = items.filter((item) => !loud.includes(item));
  const words = `${countOf(quiet.length, "compatible part")}: what is new, and texts`;
  const fold = { id: "compatible", columns: 4, open: loud.length === 0, words };
  return markup`<section class="overview"><h2>Contract</h2>
<table><colgroup><col class="name"><col class="why"><col class="wide"><col class="name"></colgroup>
<thead><tr><th scope="col">What</th><th scope="col">Why</th><th scope="col">Class</th><th scope="col">Called in</th></tr></thead>
${loud.length > 0 && markup`<tbody>${loud.map(contractRow)}</tbody>`}${quiet.length > 0 && foldedRows(fold, quiet.map(contractRow))}</table></section>`;
}

function contractRow({ part: { kind, title, changes, calledBy }, section: { id } }: ContractItem): Markup {
  const accepted = changes.filter((change) => change.accepted === true).length;
  const { tone, mark } = factsOfContractClass(kind);
  const message = cutText(changes[0].message, 200);
  const why = changes.length === 1 ? message : `${message.replace(/\.$/, "")}, and ${changes.length - 1} more`;
  return markup`<tr data-row="${id}" data-verdict="${kind}"><th scope="row"><span class="mark v-${TONE_VERDICT[tone]}">${mark}</span> <a href="#${id}">${title}</a></th><td class="why">${why}${accepted > 0 && markup` <small>${accepted} accepted</small>`}</td><td data-label="Class">${kind}</td><td data-label="Called in">${cutText(calledBy.join(", "), 80)}</td></tr>`;
}

/** Renders how to accept, and which accepted drift did not occur. */
export function diffFooterMarkup(report: DiffReport, config: string | undefined): Markup {
  const accept = howToAccept(report, config);
  return markup`<footer>${accept !== undefined && markup`<h2>To accept what is harmless</h2>${pre(accept, "command")}`}
${report.unused.length > 0 && markup`<h2>Accepted, but did not occur</h2>${list("unused", report.unused)}`}
<h2>What this is based on</h2><ul><li>From: ${describeSide(report.from)}</li><li>To: ${describeSide(report.to)}</li><li>${report.by}</li></ul></footer>`;
}
