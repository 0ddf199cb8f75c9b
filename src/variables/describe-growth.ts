// Says of a list that grows where its rows of earlier runs are, and which rows each run leaves.
import type { GrownList } from "./learned.js";

const SHOWN = 60;

/** Returns `grows at its head, each run leaves row 2`; rows are counted from 1. */
export function describeGrowth({ end, left = [] }: GrownList): string {
  const rows = left.map((one) => ("row" in one ? `row ${one.row + 1}` : shorten(JSON.stringify(one.is))));
  return `grows at its ${end}${rows.length === 0 ? "" : `, each run leaves ${rows.join(" and ")}`}`;
}

function shorten(text: string): string {
  return text.length > SHOWN ? `${text.slice(0, SHOWN - 1)}…` : text;
}
