// Renders the chips that show one kind of section alone. They need the page's script, so they are hidden without it.
import { markup, type Markup } from "./markup.js";
import type { WorkflowVerdict } from "../../../metrics/verdicts.js";

export interface Chip {
  /** The key of the sections that it shows. */
  key: string;
  /** The verdict whose colour it has. */
  tone: WorkflowVerdict;
  mark: string;
  number: number;
  what: string;
}

/** Leaves out what does not occur; undefined where there is nothing to choose. */
export function chipsMarkup(chips: readonly Chip[], all?: number): Markup | undefined {
  const some = chips.filter(({ number }) => number > 0);
  if (some.length < 2) return undefined;
  return markup`<div class="chips" role="group" aria-label="Show only">
<button type="button" class="chip" data-filter="" aria-pressed="true">All${all !== undefined && markup` <b>${all}</b>`}</button>${some.map(
    ({ key, tone, mark, number, what }) =>
      markup`<button type="button" class="chip" data-filter="${key}" aria-pressed="false"><span class="mark v-${tone}">${mark}</span> ${what} <b>${number}</b></button>`,
  )}</div>`;
}
