// Renders the top of a review's page: the sentence, and one table of the workflows of all suites, the worst first.
import type { Scores } from "../../../cassette/schema.js";
import { percent } from "../../../metrics/percent.js";
import { describeChange } from "../../../review/describe-change.js";
import type { Review, WorkflowReview } from "../../../review/review.js";
import { chipsMarkup } from "../html/chips.js";
import { markup, type Markup } from "../html/markup.js";
import { shortCount } from "../html/numbers.js";
import { delta } from "../html/score.js";
import { columnsMarkup, headsMarkup, METRIC_COLUMNS, type MetricColumn } from "../html/metric-columns.js";
import type { ReviewItem } from "./items.js";
import { LOUDEST_FIRST, loudnessOf } from "./tone.js";

/** Renders the heading, what was compared, and a chip for each loudness. */
export function reviewHeaderMarkup({ by, base, worse, sentence }: Review, items: readonly ReviewItem[]): Markup {
  const [tone, mark] = worse === null ? ["inconclusive", "?"] : worse ? ["failed", "✗"] : ["passed", "✓"];
  const chips = LOUDEST_FIRST.map((one) => ({
    ...one,
    number: items.filter((item) => loudnessOf(item).key === one.key).length,
  }));
  return markup`<header>
<p class="quiet">${by}, review</p>
<h1><span class="mark v-${tone}">${mark}</span> ${sentence}</h1>
<p class="sums">The work tree, compared with ${base.commit.slice(0, 12)} (${base.how}).</p>
${chipsMarkup(chips, items.length)}</header>`;
}

/** Renders the table; a row links to its section. */
export function reviewTableMarkup(items: readonly ReviewItem[]): Markup {
  const reviews = items.flatMap((item) => (item.what === "workflows" ? item.group.members : []));
  const metrics = METRIC_COLUMNS.filter(([id]) =>
    reviews.some(
      (one) => scoreOf(one.before?.scores, id) !== undefined || scoreOf(one.after?.scores, id) !== undefined,
    ),
  );
  return markup`<section class="overview"><h2>What changed</h2><table><colgroup><col class="name"><col class="why">${columnsMarkup(metrics)}<col class="n"><col class="n"></colgroup>
<thead><tr><th scope="col">Workflow</th><th scope="col">Why</th>${headsMarkup(metrics)}<th scope="col" class="num">Calls</th><th scope="col" class="num">Tokens</th></tr></thead>
<tbody>${items.map((item) => row(item, metrics))}</tbody></table></section>`;
}

function row(item: ReviewItem, metrics: readonly MetricColumn[]): Markup {
  const { key, tone, mark } = loudnessOf(item);
  const { id, suite } = item.section;
  const head = (name: string, why: string, more?: Markup): Markup =>
    markup`<tr data-row="${id}" data-verdict="${key}"><th scope="row"><span class="mark v-${tone}">${item.what === "contract" ? "~" : mark}</span> ${suite !== undefined && markup`<small>${suite} / </small>`}<a href="#${id}">${name}</a>${more}</th><td class="why">${why}</td>`;
  if (item.what === "contract") {
    const { before, after, changes, workflows } = item.contract;
    const why = `${changes.length === 1 ? "1 change" : `${changes.length} changes`} of what the server says of itself, in ${workflows.length === 1 ? "1 workflow" : `${workflows.length} workflows`}`;
    return markup`${head(`Contract ${before} → ${after}`, why)}<td colspan="${metrics.length + 2}"></td></tr>`;
  }
  const { first, members } = item.group;
  const more = members.length === 1 ? undefined : markup` <small>and ${members.length - 1} more</small>`;
  const { before, after } = first;
  const cells = metrics.map(([metric, short]) => {
    const [was, is] = [scoreOf(before?.scores, metric), scoreOf(after?.scores, metric)];
    if (was === undefined && is === undefined) return markup`<td></td>`;
    const change = delta(is ?? null, before === undefined ? undefined : (was ?? null));
    return markup`<td data-label="${short}" class="num${change === undefined && " plain"}">${percent(is ?? null)} ${change}</td>`;
  });
  return markup`${head(first.workflow, whyOf(first), more)}${cells}<td class="num${before?.calls === after?.calls && " plain"}" data-label="Calls">${countChange(before?.calls, after?.calls)}</td><td class="num plain" data-label="Tokens">${countChange(before?.tokens, after?.tokens)}</td></tr>`;
}

/** What needs attention first, then what became of it. */
function whyOf(review: WorkflowReview): string {
  const attention = review.attention.map(({ what }) => what);
  return [...new Set([...attention.slice(0, 2), describeChange(review)])].join("; ");
}

function scoreOf(scores: Scores | undefined, id: MetricColumn[0]): number | null | undefined {
  return scores?.[id];
}

function countChange(before: number | undefined, after: number | undefined): string {
  const [one, other] = [before, after].map((value) => (value === undefined ? undefined : shortCount(value)));
  if (one === undefined || other === undefined || one === other) return other ?? one ?? "";
  return `${one} → ${other}`;
}
