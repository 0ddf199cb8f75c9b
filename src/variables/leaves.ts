// Lists the leaves of what Claude was given, with their pointers.
import { rowsOfText } from "../reading/rows.js";
import { jsonOfText } from "../reading/text-json.js";
import { isNumber } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { below, lineAt } from "./align.js";

/** Returns the leaves of a view with their pointers; lines of a text and JSON in it are leaves of their own. */
export function viewLeavesOf(value: Exact, at: string): { value: Exact; at: string }[] {
  const leaves: { value: Exact; at: string }[] = [];
  addLeaves(leaves, value, at);
  return leaves;
}

function addLeaves(leaves: { value: Exact; at: string }[], value: Exact, at: string): void {
  if (Array.isArray(value)) value.forEach((part, i) => addLeaves(leaves, part, below(at, i)));
  else if (isExactObject(value))
    for (const key of Object.keys(value)) addLeaves(leaves, value[key] ?? null, below(at, key));
  else if (typeof value !== "string" || isNumber(value)) leaves.push({ value, at });
  else addText(leaves, value, at);
}

function addText(leaves: { value: Exact; at: string }[], text: string, at: string): void {
  const json = jsonOfText(text);
  if (json !== undefined) {
    addLeaves(leaves, json, below(at, "json"));
    return;
  }
  const lines = rowsOfText(text);
  lines.forEach((line, i) => {
    const there = lineAt(at, i, lines);
    if (typeof line === "string") leaves.push({ value: line, at: there });
    else addLeaves(leaves, line, there);
  });
}
