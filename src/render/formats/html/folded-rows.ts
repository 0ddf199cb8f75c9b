// Renders rows of a table that fold as one. The page's script folds them; without it they are all seen.
import { markup, type Markup } from "./markup.js";

export interface FoldedRows {
  /** Unique in the page. */
  id: string;
  columns: number;
  open: boolean;
  words: string;
  /** The index of the pack that the rows come from. */
  packed?: number | undefined;
}

/** Renders a line with a button, and the rows below it. */
export function foldedRows({ id, columns, open, words, packed }: FoldedRows, rows: readonly Markup[]): Markup {
  return markup`<tbody class="fold"><tr><th colspan="${columns}" scope="rowgroup"><button type="button" class="unfold" aria-expanded="${open ? "true" : "false"}" aria-controls="${id}"><span class="mark v-passed">✓</span> ${words}</button></th></tr></tbody>
<tbody id="${id}" class="folded"${packed !== undefined && markup` data-packed="${packed}"`}>${rows}</tbody>`;
}
