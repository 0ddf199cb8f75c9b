// Draws a comparison of two sides: a plot of the pass rates with their intervals, a table, and the sentence.
import type { ComparedRate, SideComparison } from "../../../report/comparison.js";
import type { Report } from "../../../report/report.js";
import { comparisonHead, comparisonRows } from "../../parts/comparison-rows.js";
import { percent } from "../../../metrics/percent.js";
import { cutText } from "../../safe/shown-text.js";
import { markup, type Markup } from "./markup.js";

/** Workflows that the plot shows; the table has all. */
const MOST_PLOTTED = 40;
const ROW = 34;
/** Where the scale from 0 to 100 % begins and ends, in the units of the plot. */
const LEFT = 220;
const RIGHT = 780;

/** Nothing where nothing is compared. */
export function comparisonsMarkup(reports: readonly Report[]): Markup[] {
  return reports.flatMap(({ comparison }) => (comparison === undefined ? [] : [comparisonMarkup(comparison)]));
}

function comparisonMarkup(comparison: SideComparison): Markup {
  const { first, second } = comparison;
  const head = comparisonHead(comparison);
  const rows = comparisonRows(comparison).map(
    ({ name, first: one, second: other, difference, verdict }) =>
      markup`<tr><th scope="row">${name}</th><td>${one}</td><td>${other}</td><td>${difference}</td><td>${verdict}</td></tr>`,
  );
  return markup`<section class="comparison"><h2>${second.name} compared with ${first.name}</h2>
<p>${comparison.sentence}</p>
${plot(comparison)}
<div class="scroll"><table class="compared"><thead><tr><th>${head.name}</th><th>${first.name}</th><th>${second.name}</th><th>difference</th><th>${second.name} is</th></tr></thead><tbody>${rows}</tbody></table></div>
</section>`;
}

interface Plotted {
  name: string;
  first: ComparedRate;
  second: ComparedRate;
}

function plot({ first, second, workflows, overall }: SideComparison): Markup | undefined {
  const compared = workflows.flatMap(({ name, pairs }): Plotted[] => (pairs === undefined ? [] : [{ name, ...pairs }]));
  const shown = compared.slice(0, MOST_PLOTTED);
  const rows = overall === undefined || compared.length < 2 ? shown : [...shown, { name: "all trials", ...overall }];
  if (rows.length === 0) return undefined;
  const height = rows.length * ROW + 24;
  const label = `Pass rates with 95% intervals of ${first.name} and ${second.name}`;
  const left = compared.length - shown.length;
  return markup`<figure class="rates"><svg role="img" aria-label="${label}" viewBox="0 0 800 ${height}" width="800" height="${height}">
${[0, 25, 50, 75, 100].map((at) => scaleLine(at, height))}
${rows.map((row, at) => rowMarkup(row, { at, names: [first.name, second.name] }))}
</svg><figcaption>95% intervals (Wilson); above ${first.name} (hollow), below ${second.name} (filled)${left > 0 && `; ${left} more workflows are in the table`}</figcaption></figure>`;
}

function scaleLine(share: number, height: number): Markup {
  const x = xOf(share / 100);
  return markup`<line x1="${x}" x2="${x}" y1="0" y2="${height - 20}" stroke="currentColor" stroke-opacity="0.2"/><text x="${x}" y="${height - 6}" text-anchor="middle" font-size="12" fill="currentColor">${share}%</text>`;
}

function rowMarkup({ name, first, second }: Plotted, { at, names }: { at: number; names: [string, string] }): Markup {
  const y = at * ROW;
  const short = cutText(name, 28);
  return markup`<text x="${LEFT - 12}" y="${y + 20}" text-anchor="end" font-size="13" fill="currentColor"><title>${name}</title>${short}</text>${rateMarkup(first, { y: y + 10, of: `${names[0]}, ${name}`, isFilled: false })}${rateMarkup(second, { y: y + 22, of: `${names[1]}, ${name}`, isFilled: true })}`;
}

function rateMarkup(
  { rate, interval: { low, high } }: ComparedRate,
  { y, of, isFilled }: { y: number; of: string; isFilled: boolean },
): Markup {
  const title = `${of}: ${percent(rate)} (${percent(low)} to ${percent(high)})`;
  return markup`<g><title>${title}</title><line x1="${xOf(low)}" x2="${xOf(high)}" y1="${y}" y2="${y}" stroke="currentColor" stroke-width="${isFilled ? 2.5 : 1.5}"/><circle cx="${xOf(rate)}" cy="${y}" r="4" stroke="currentColor" stroke-width="1.5" ${isFilled ? markup`fill="currentColor"` : markup`class="hollow" fill="none"`}/></g>`;
}

function xOf(share: number): string {
  return (LEFT + share * (RIGHT - LEFT)).toFixed(1);
}
