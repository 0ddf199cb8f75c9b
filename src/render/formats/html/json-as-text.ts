// Writes JSON for people to read: a string of several lines stands below its key, line by line, behind a bar.
import { serializeKept } from "../../../json/kept-numbers.js";
import { isJsonObject, isKeptNumber, type JsonValue } from "../../../json/value.js";
import { DEEPEST, depthOf } from "../../parts/value-diff.js";
import { cutForPage } from "./cut-for-page.js";

/** Stands before each line of a text, so that no text can pass for the JSON around it. */
export const BAR = "│ ";

/** Returns a string of several lines as it is, and any other value as JSON; cut where it is long. */
export function jsonAsText(value: JsonValue): string {
  if (typeof value === "string" && value.includes("\n")) return cutForPage(value);
  return depthOf(value) < DEEPEST ? cutForPage(write(value, "")) : "(too deep to show)";
}

function write(value: JsonValue, indent: string): string {
  const inner = `${indent}  `;
  if (typeof value === "string" && value.includes("\n")) {
    return value
      .split("\n")
      .map((line) => `\n${inner}${BAR}${line}`)
      .join("");
  }
  if (Array.isArray(value) && value.length > 0) {
    return `[\n${value.map((part) => inner + write(part, inner)).join(",\n")}\n${indent}]`;
  }
  if (isJsonObject(value) && !isKeptNumber(value) && Object.keys(value).length > 0) {
    const members = Object.entries(value).map(([key, part]) => `${inner}${JSON.stringify(key)}: ${write(part, inner)}`);
    return `{\n${members.join(",\n")}\n${indent}}`;
  }
  return serializeKept(value);
}
