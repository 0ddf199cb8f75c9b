// Renders the top of the page: the result, one table of every workflow with the worst first, and what the verdicts are
// based on.
import { appendTo } from "../../../append-to.js";
import { percent } from "../../../metrics/percent.js";
import type { Evaluation, Report } from "../../../report/report.js";
import { standsOn } from "../../../report/stands-on.js";
import { type Totals } from "../../../report/totals.js";
import { headline } from "../../parts/skipped.js";
import { judgeLine } from "../../parts/judge-line.js";
import { legend, passedOn, passRateLine, verdictSum } from "../../parts/sums.js";
import { lookOf } from "../console-look.js";
import { chipsMarkup } from "./chips.js";
import { isQuiet, type Item } from "./items.js";
import { foldedRows } from "./folded-rows.js";
import { markup, type Markup } from "./markup.js";
import { columnsMarkup, headsMarkup, METRIC_COLUMNS, type MetricColumn } from "./metric-columns.js";
import { duration, plural } from "./numbers.js";
import { delta } from "./score.js";
import type { WorkflowVerdict } from "../../../metrics/verdicts.js";

/** Renders the heading, the sums, and a chip for each verdict, which shows that verdict alone. */
export function headerMarkup(reports: readonly Report[], totals: Totals, items: readonly Item[]): Markup {
  const [first] = reports;
  const commands = [...new Set(reports.map((report) => report.command))].join(", ");
  const count = (verdict: WorkflowVerdict): number => items.filter((item) => item.verdict === verdict).length;
  const chips = (["failed", "error", "inconclusive", "passed", "skipped"] as const).map((verdict) => ({
    key: verdict,
    tone: verdict,
    mark: lookOf(verdict).mark,
    number: count(verdict),
    what: verdict,
  }));
  const { healthSuites, healthSuitesPassed } = totals;
  const health = healthSuites === 0 ? "" : ` · ${healthSuitesPassed} of ${plural(healthSuites, "tool suite")} passed`;
  return markup`<header>
<p class="quiet">${first?.by}, ${commands}, ${first?.timestamp.replace("T", " ").replace(/\.\d+Z$/, " UTC")}</p>
<h1><span class="mark v-${totals.verdict}">${lookOf(totals.verdict).mark}</span> ${headline(totals)}</h1>
<p class="sums">${verdictSum(reports)}${health}</p>
${[passRateLine(reports), judgeLine(reports), passedOn(reports), legend(reports)].map((line) => line !== undefined && markup`<p class="quiet">${line}</p>`)}
${chipsMarkup(chips, items.length)}</header>`;
}

/** The metrics that have a column. */
export function metricsOf(items: readonly Item[]): MetricColumn[] {
  const ids = new Set(
    items.flatMap(({ what }) => (what.kind === "workflow" ? what.evaluation.results : [])).map(({ id }) => id),
  );
  return METRIC_COLUMNS.filter(([id]) => ids.has(id));
}

/** Renders the table; those that passed or were skipped fold, suite by suite. Where they are packed, without their rows. */
export function tableMarkup(items: readonly Item[], packed: boolean): Markup {
  const metrics = metricsOf(items);
  const loud = items.filter((item) => !isQuiet(item));
  const folds = groupBySuite(items.filter(isQuiet)).map((some, at) => {
    const open = loud.length === 0 && items.length <= 20;
    const fold = { id: `passed-${at + 1}`, columns: metrics.length + 5, open, words: foldWords(some) };
    return packed
      ? foldedRows({ ...fold, packed: at }, [])
      : foldedRows(
          fold,
          some.map((item) => rowMarkup(item, metrics)),
        );
  });
  return markup`<section class="overview"><table><colgroup><col class="name"><col class="why"><col class="n">${columnsMarkup(metrics)}<col class="n"><col class="n"></colgroup>
<thead><tr><th scope="col">Workflow</th><th scope="col">Why</th><th scope="col" class="num">Score</th>${headsMarkup(metrics)}<th scope="col" class="num">Calls</th><th scope="col" class="num">Time</th></tr></thead>
${loud.length > 0 && markup`<tbody>${loud.map((item) => rowMarkup(item, metrics))}</tbody>`}${folds}</table></section>`;
}

/** The items of each suite, in order. */
export function groupBySuite(items: readonly Item[]): Item[][] {
  const groups = new Map<string | undefined, Item[]>();
  for (const item of items) appendTo(groups, item.suite, item);
  return [...groups.values()];
}

/** `everything: 3 passed, 1 of them not plain green` */
export function foldWords(items: readonly Item[]): string {
  const passed = items.filter(({ verdict }) => verdict === "passed");
  const skipped = items.length - passed.length;
  const marked = passed.filter((item) => item.notGreen !== "").length;
  const parts = [
    ...(passed.length > 0 ? [`${passed.length} passed`] : []),
    ...(marked > 0 ? [`${marked} of them with a difference`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const suite = items[0]?.suite;
  return `${suite === undefined ? "" : `${suite}: `}${parts.join(", ")}`;
}

/** Renders a row of the table. */
export function rowMarkup(item: Item, metrics: readonly MetricColumn[]): Markup {
  const { verdict, section, what, suite, why } = item;
  const look = lookOf(verdict);
  const head = markup`<th scope="row"><span class="mark v-${verdict}">${look.mark}</span> ${suite !== undefined && markup`<small>${suite} / </small>`}<a href="#${section.id}">${item.name}</a></th><td class="why">${why}</td>`;
  const cells =
    what.kind === "workflow"
      ? cellsOf(what.evaluation, metrics)
      : markup`<td class="num" data-label="Tests">${item.score}</td><td colspan="${metrics.length + 2}"></td>`;
  return markup`<tr data-row="${section.id}" data-verdict="${verdict}">${head}${cells}</tr>`;
}

function cellsOf(
  { verdict, overallScore, results, run, replay }: Evaluation,
  metrics: readonly MetricColumn[],
): Markup {
  const cells = metrics.map(([metric, short]) => {
    const result = results.find((one) => one.id === metric);
    if (result === undefined) return markup`<td></td>`;
    const baseline = replay?.baseline.find((one) => one.id === metric)?.score;
    const change = delta(result.score, baseline);
    const plain = result.verdict === "passed" && change === undefined;
    return markup`<td data-label="${short}" class="num v-${result.verdict}${plain && " plain"}">${percent(result.score)} ${change}</td>`;
  });
  return markup`<td class="num${verdict === "passed" && " plain"}" data-label="Score"><b>${verdict === "skipped" ? "" : percent(overallScore)}</b></td>${cells}<td class="num plain" data-label="Calls">${run?.calls}</td><td class="num plain" data-label="Time">${run !== undefined && duration(run.ms)}</td>`;
}

/** Renders model, server and suite, each once. */
export function footerMarkup(reports: readonly Report[]): Markup {
  const texts = [...new Set(reports.flatMap(standsOn))];
  return markup`<footer><h2>What this is based on</h2><ul>${texts.map((text) => markup`<li>${text}</li>`)}</ul></footer>`;
}
