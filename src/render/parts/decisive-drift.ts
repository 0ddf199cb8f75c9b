// Says what the decisive difference of a replay is: a sentence, and the values at the places that differ.
import { serializeKept } from "../../json/kept-numbers.js";
import type { JsonValue } from "../../json/value.js";
import { describePlace } from "../../trace/describe-drift.js";
import type { Drift } from "../../trace/drift.js";
import { pairLine } from "./cut-pair.js";
import { showPlace } from "./shown-place.js";

/** One place that differs; `values` is on one line, cut around the difference, controls escaped. */
export interface DifferingPlace {
  at: string;
  values: string;
}

/** Says what differs, without a full stop and on one line: `get_weather (call 1) answered something else`. Not escaped. */
export function describeDecisive({ where, class: kind, note, present }: Drift): string {
  const { part, server, tool = "", call } = where;
  const named = call === undefined ? tool : `${tool} (call ${call})`;
  switch (part) {
    case "result":
      if (note === "no answer") return `${named} did not answer`;
      return kind === "breaking" && present === undefined
        ? `${named} no longer returns ${showPlace(where.path) || "a result"}`
        : `${named} answered something else`;
    case "tool":
      if (note !== undefined) return note.startsWith("the tool is gone") ? gone(tool, note) : `tool ${tool}: ${note}`;
      return `the ${showPlace(where.path) || "definition"} of the tool ${tool} changed`;
    case "arguments":
      return `what to send to ${named} is not known${note === undefined ? "" : `: ${note}`}`;
    case "instructions":
      return server === undefined ? "the server's instructions changed" : `the instructions of ${server} changed`;
    case "server":
      if (note !== "the server failed") return `${describePlace(where)} changed`;
      return server === undefined ? note : `the server ${server} failed`;
    case "model":
    case "run":
      return `${describePlace(where)} changed`;
  }
}

function gone(tool: string, note: string): string {
  return note.replace("the tool is gone", `the tool ${tool} is gone`);
}

/**
 * Returns the places that differ together with the decisive one: in the same result, or in the same tool. `most`: as
 * many at most.
 */
export function shownPlaces(
  [first, ...others]: readonly [Drift, ...Drift[]],
  { width, most }: { width: number; most: number },
): { places: DifferingPlace[]; left: number } {
  const together = [first, ...others.filter(({ where }) => isSameSubject(where, first.where))].filter(hasValues);
  const shown = together.slice(0, most);
  const longest = Math.max(0, ...shown.map(({ where }) => showPlace(where.path).length));
  const column = Math.min(longest, Math.floor(width / 3));
  const places = shown.map((drift) => {
    const at = showPlace(drift.where.path);
    return { at, values: valuesOf(drift, Math.max(24, width - Math.max(column, at.length) - 3)) };
  });
  return { places, left: others.length + 1 - Math.max(1, shown.length) };
}

function isSameSubject(one: Drift["where"], other: Drift["where"]): boolean {
  return one.part === other.part && one.server === other.server && one.tool === other.tool && one.call === other.call;
}

/** A whole tool that is gone or new says nothing by its definition. */
function hasValues({ where, recorded, present }: Drift): boolean {
  return !(where.part === "tool" && where.path === "") && (recorded !== undefined || present !== undefined);
}

function valuesOf({ recorded, present }: Drift, width: number): string {
  if (typeof recorded === "string" && typeof present === "string" && recorded.length + present.length > 60) {
    return pairLine(recorded, present, width);
  }
  return pairLine(textOf(recorded), textOf(present), width);
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined ? "(nothing)" : serializeKept(value);
}
