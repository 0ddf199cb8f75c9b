// The columns of the metrics, in the tables of runs and of reviews.
import { markup, type Markup } from "./markup.js";

export const METRIC_COLUMNS = [
  ["end-to-end-success", "Success", "End-to-End Success"],
  ["tool-invocation-order", "Order", "Tool Invocation Order"],
  ["tool-call-health", "Health", "Tool Call Health"],
  ["llm-judge", "Judge", "LLM Judge"],
] as const;
export type MetricColumn = (typeof METRIC_COLUMNS)[number];

export function columnsMarkup(columns: readonly MetricColumn[]): Markup[] {
  return columns.map(() => markup`<col class="n">`);
}

export function headsMarkup(columns: readonly MetricColumn[]): Markup[] {
  return columns.map(
    ([, short, name]) => markup`<th scope="col" class="num"><abbr title="${name}">${short}</abbr></th>`,
  );
}
