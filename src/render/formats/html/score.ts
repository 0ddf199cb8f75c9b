// Renders a score and its baseline for the page.
import { percent } from "../../../metrics/percent.js";
import { markup, type Markup } from "./markup.js";

/** Draws a bar as long as the score, with a line at the baseline. */
export function scoreBar(score: number | null, baseline: number | null | undefined): Markup {
  const at = (value: number) => (value * 100).toFixed(1);
  return markup`<svg class="bar" height="6" aria-hidden="true"><rect class="rail" width="100%" height="6" rx="3"/>${
    score !== null && markup`<rect class="fill" width="${at(score)}%" height="6" rx="3"/>`
  }${
    baseline !== undefined &&
    baseline !== null &&
    baseline !== score &&
    markup`<rect class="was" x="${at(Math.min(baseline, 0.99))}%" width="2" height="6"/>`
  }</svg>`;
}

/** Returns `▼ 33 points`, or the former value of a missing score; undefined where nothing changed. */
export function delta(score: number | null, baseline: number | null | undefined): Markup | undefined {
  if (baseline === undefined || baseline === score) return undefined;
  if (score === null || baseline === null) return markup`<small class="delta">was ${percent(baseline)}</small>`;
  const points = Math.max(1, Math.round(Math.abs(score - baseline) * 100));
  const [sign, kind] = score < baseline ? ["▼", "down"] : ["▲", "up"];
  return markup`<small class="delta ${kind}" title="baseline ${percent(baseline)}">${sign} ${points}</small>`;
}
