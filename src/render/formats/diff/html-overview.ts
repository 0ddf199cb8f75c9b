// Renders the top and the bottom of a diff's page: the outcome, both sides, the tables of workflows and of the
// contract.
import type { DiffReport, WorkflowDiff } from "../../../diff/diff.js";
import { percent } from "../../../metrics/percent.js";
import { chipsMarkup } from "../html/chips.js";
import { list, lines } from "../html/list.js";
import { markup, pre, type Markup } from "../html/markup.js";
import { delta } from "../html/score.js";
import { cutText } from "../../safe/shown-text.js";
import { countWhatCounts, describeWhy } from "./decided-by.js";
import { TONE_VERDICT, type ContractPart } from "./html-contract.js";
import { howToAccept } from "./how-to-accept.js";
import { countOf } from "./notable.js";
import { OUTCOME_HEADLINE, OUTCOME_MARK, OUTCOME_TONE } from "./outcome.js";
import { OUTCOMES_WORST_FIRST } from "../../../diff/verdict/decide.js";
import { describeWorkflow } from "./place-words.js";
import { describePair, describeSide } from "./side-words.js";
import { CONTRACT_WORST_FIRST, factsOfContractClass } from "../../../contract/classes.js";

/** The sections of the page, as the tables link to them. */
export type Linked =
  | { what: "contract"; part: ContractPart; section: { id: string } }
  | { what: "workflow"; workflow: WorkflowDiff; section: { id: string } };

/** Renders the heading, what decided it, and the counts, each a filter. */
export function diffHeaderMarkup(report: DiffReport): Markup {
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
    number: summary[kind],
    tone: TONE_VERDICT[factsOfContractClass(kind).tone],
    mark: factsOfContractClass(kind).mark,
    what: `${kind} changes`,
  }));
  return markup`<header>
<p class="quiet">${by}, diff, ${timestamp.replace("T", " ").replace(/\.\d+Z$/, " UTC")}</p>
<h1><span class="mark v-${OUTCOME_TONE[verdict]}">${OUTCOME_MARK[verdict]}</span> ${verdict}: ${OUTCOME_HEADLINE[verdict]}</h1>
<dl><dt>from</dt><dd>${describeSide(from)}</dd><dt>to</dt><dd>${describeSide(to)}</dd></dl>
<p>${countWhatCounts(report)}.</p>
${worst !== undefined && markup`<p><b>${lines(worst)}</b></p>`}
${list("reasons", others)}
${chipsMarkup([...outcomes, ...classes])}</header>`;
}

/** Renders a table for the workflows and one for the contract; a row links to its section. */
export function overviewMarkup(items: readonly Linked[]): Markup {
  const workflows = items.flatMap((item) => (item.what === "workflow" ? [item] : []));
  const parts = items.flatMap((item) => (item.what === "contract" ? [item] : []));
  return markup`${workflows.length > 0 && workflowTable(workflows)}${parts.length > 0 && contractTable(parts)}`;
}

function workflowTable(items: readonly Extract<Linked, { what: "workflow" }>[]): Markup {
  const metrics = [
    ...new Map(
      items.flatMap(({ workflow }) => workflow.scores.map(({ id, metric }) => [id, cutText(metric, 40)] as const)),
    ),
  ];
  return markup`<section class="overview"><h2>Workflows</h2>
<table><thead><tr><th scope="col">Workflow</th><th scope="col">Verdict</th>${metrics.map(([, name]) => markup`<th scope="col" class="num">${name}</th>`)}<th scope="col" class="num">Calls</th></tr></thead>
<tbody>${items.map(({ workflow, section }) => workflowRow(workflow, section.id, metrics))}</tbody></table></section>`;
}

function workflowRow(workflow: WorkflowDiff, id: string, metrics: readonly (readonly [string, string])[]): Markup {
  const { outcome, verdict, scores, calls } = workflow;
  const tone = OUTCOME_TONE[outcome];
  const cells = metrics.map(([metric, name]) => {
    const score = scores.find((one) => one.id === metric);
    if (score === undefined) return markup`<td data-label="${name}"></td>`;
    const { before, after } = score;
    return markup`<td data-label="${name}" class="num v-${after.verdict}">${percent(after.score)} ${delta(after.score, before.score)}</td>`;
  });
  const was = verdict.before === verdict.after ? verdict.after : `${verdict.before} → ${verdict.after}`;
  return markup`<tr data-row="${id}" data-verdict="${outcome}"><th scope="row"><span class="mark v-${tone}">${OUTCOME_MARK[outcome]}</span> <a href="#${id}">${describeWorkflow(workflow)}</a></th><td data-label="Verdict">${was}</td>${cells}<td class="num" data-label="Calls">${calls.length}</td></tr>`;
}

function contractTable(items: readonly Extract<Linked, { what: "contract" }>[]): Markup {
  const rows = items.map(({ part: { contract, kind, changes }, section: { id } }) => {
    const accepted = changes.filter((change) => change.accepted === true).length;
    const { tone, mark } = factsOfContractClass(kind);
    const subjects = new Set(changes.map(({ subject }) => `${subject.kind} ${subject.name ?? ""}`)).size;
    return markup`<tr data-row="${id}" data-verdict="${kind}"><th scope="row"><span class="mark v-${TONE_VERDICT[tone]}">${mark}</span> <a href="#${id}">${kind} changes</a></th><td class="num" data-label="Changes"><b>${changes.length}</b>${accepted > 0 && markup` <small>${accepted} accepted</small>`}</td><td class="num" data-label="Of">${countOf(subjects, "subject")}</td><td data-label="Contract">${cutText(describePair(contract.before, contract.after), 60)}</td></tr>`;
  });
  return markup`<section class="overview"><h2>Contract</h2>
<table><thead><tr><th scope="col">Class</th><th scope="col" class="num">Changes</th><th scope="col" class="num">Of</th><th scope="col">Contract</th></tr></thead>
<tbody>${rows}</tbody></table></section>`;
}

/** Renders how to accept, and which accepted drift did not occur. */
export function diffFooterMarkup(report: DiffReport, config: string | undefined): Markup {
  const accept = howToAccept(report, config);
  return markup`<footer>${accept !== undefined && markup`<h2>To accept what is harmless</h2>${pre(accept, "command")}`}
${report.unused.length > 0 && markup`<h2>Accepted, but did not occur</h2>${list("unused", report.unused)}`}
<h2>What this is based on</h2><ul><li>From: ${describeSide(report.from)}</li><li>To: ${describeSide(report.to)}</li><li>${report.by}</li></ul></footer>`;
}
