// Lists the leaves of what Claude was given, with their pointers.
import { rowsOfText } from "../reading/rows.js";
import { jsonOfText } from "../reading/text-json.js";
import { isNumber } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { below, lineAt } from "./align.js";

/** Returns the leaves of a view with their pointers; lines of a text and JSON in it are leaves of their own. */
export function viewLeavesOf(value: Exact, at: string): { value: Exact; at: string }[] {
  if (Array.isArray(value)) return value.flatMap((part, i) => viewLeavesOf(part, below(at, i)));
  if (isExactObject(value)) return Object.entries(value).flatMap(([key, part]) => viewLeavesOf(part, below(at, key)));
  if (typeof value !== "string" || isNumber(value)) return [{ value, at }];
  const json = jsonOfText(value);
  if (json !== undefined) return viewLeavesOf(json, below(at, "json"));
  const lines = rowsOfText(value);
  return lines.flatMap((line, i) => {
    const there = lineAt(at, i, lines);
    return typeof line === "string" ? [{ value: line, at: there }] : viewLeavesOf(line, there);
  });
}
