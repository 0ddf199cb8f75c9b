// Renders the listings of several suites as tables: the suites, their workflows, and what running them needs.
import type { SuiteListing } from "../run/list.js";
import { createPaint } from "../render/safe/paint.js";
import { columnsOf, cutText, escapeControls } from "../render/safe/shown-text.js";
import { appendTo } from "../append-to.js";
import {
  sayCount,
  describeNeeds,
  sayServer,
  describeState,
  explainState,
  STATE_COLORS,
  type ListTextOptions,
} from "./list-text.js";

export interface ListTableOptions extends ListTextOptions {
  /** Columns. */
  width: number;
}

/** What a count of workflows in a state is called. */
const COUNTED = {
  recorded: "recorded",
  missing: "without cassette",
  stale: "stale",
  unreadable: "unreadable",
} as const;

/** The least columns that are left for a server. */
const SERVER_LEAST = 24;

/** One row for each suite, one line for each workflow with the state of its cassette, and each need once. */
export function renderListTable(suites: readonly SuiteListing[], options: ListTableOptions): string {
  const paint = createPaint(options.color);
  const heading = (text: string): string => paint("bold", text);
  const lines = [...renderSuites(suites, options, heading), "", heading("Workflows")];
  const rows = suites.flatMap((suite) => suite.workflows.map((workflow) => ({ suite, workflow })));
  const cells = rows.map(({ suite, workflow }) => [
    escapeControls(suite.name),
    escapeControls(workflow.name),
    `(${sayCount(workflow.steps, "step")}${workflow.skip ? ", skipped" : ""})`,
  ]);
  alignCells(cells).forEach((line, at) => {
    const row = rows[at];
    if (row === undefined) return;
    const { cassette } = row.workflow;
    lines.push(`  ${line}  ${paint(STATE_COLORS[cassette.state], describeState(cassette))}`);
    const why = row.workflow.skipReason;
    lines.push(
      ...[...(why === undefined ? [] : [why]), ...explainState(cassette)].map(
        (why) => `      ${paint("dim", escapeControls(why))}`,
      ),
    );
  });
  if (rows.length === 0) lines.push("  none");
  const leftOut = suites.flatMap(({ name, leftOut: why }) => (why === undefined ? [] : [`  ${name}  ${why}`]));
  if (leftOut.length > 0) lines.push("", heading("Not run here"), ...leftOut.map(escapeControls));
  const needs = renderNeeds(suites);
  if (needs.length > 0) lines.push("", heading("Needs"), ...needs);
  return `${lines.join("\n")}\n`;
}

function renderSuites(
  suites: readonly SuiteListing[],
  { show, width }: ListTableOptions,
  heading: (text: string) => string,
): string[] {
  const rows = suites.map((suite) => [
    escapeControls(suite.name),
    suite.file === null ? "–" : escapeControls(show(suite.file)),
    summarize(suite),
  ]);
  const [head = "", ...lines] = alignCells([["Suite", "Config", "Workflows"], ...rows]);
  const left = Math.max(SERVER_LEAST, width - columnsOf(head) - 2);
  return [
    heading(`${head}  Server`),
    ...lines.map((line, at) => `${line}  ${cutText(sayServer(suites[at]?.server ?? null), left)}`),
  ];
}

/** `3: 2 recorded, 1 stale`, or `3 recorded`. */
function summarize({ workflows, toolHealth }: SuiteListing): string {
  const states = (["unreadable", "stale", "missing", "recorded"] as const).flatMap((state) => {
    const count = workflows.filter(({ cassette }) => cassette.state === state).length;
    return count === 0 ? [] : [`${count} ${COUNTED[state]}`];
  });
  const all = states.length > 1 ? `${workflows.length}: ${states.join(", ")}` : states.join("");
  const tests = toolHealth.reduce((sum, suite) => sum + suite.tests, 0);
  return [all, tests === 0 ? "" : sayCount(tests, "tool test")].filter((part) => part !== "").join(", ") || "none";
}

/** Each need once, with the suites that have it where others do not. */
function renderNeeds(suites: readonly SuiteListing[]): string[] {
  const by = new Map<string, string[]>();
  for (const { name, needs } of suites)
    for (const need of describeNeeds(needs)) appendTo(by, need, escapeControls(name));
  return [...by].map(([need, names]) =>
    names.length === suites.length ? `  ${need}` : `  ${need}  for ${names.join(", ")}`,
  );
}

/** Pads every cell of a column but the last one to the widest. */
function alignCells(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => columnsOf(row[column] ?? ""))));
  return rows.map((row) =>
    row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - columnsOf(cell))).join("  "),
  );
}
