// Finds every difference between two values at the same place, each with its class and a description.
import { isNumber } from "../json/digits.js";
import type { Exact } from "../json/exact.js";
import { buildPointer, parsePointer } from "../json/pointer.js";
import { jsonType } from "../json/value.js";
import { compareCall } from "../variables/compare.js";
import { type CallPair } from "../variables/call-pair.js";
import type { VariableFinding } from "../variables/finding.js";
import { seenText } from "../variables/learned.js";
import type { Difference, LeafContext } from "./leaf-context.js";
import type { Path } from "../json/path.js";

/** Compares two values with what the recording learned. */
export function compareJson(recorded: Exact, live: Exact, path: Path, context: LeafContext): Difference[] {
  const findings = compareCall(recorded, live, pairOf(context), buildPointer(path));
  return findings.map((finding) => toDifference(finding, context));
}

/** Returns the same context in the shape that the comparison of variables takes. */
export function pairOf({ call, recordedAt, liveAt, index, bindings, free, loose }: LeafContext): CallPair {
  return { call, recorded: recordedAt, live: liveAt, index, bindings, free, ...(loose === true && { loose }) };
}

function toDifference(finding: VariableFinding, context: LeafContext): Difference {
  const { at, class: kind, recorded, now, lost } = finding;
  const note = describe(finding, context);
  return {
    path: parsePointer(at) ?? [],
    class: kind,
    ...(recorded !== undefined && { recorded }),
    ...(now !== undefined && { present: now }),
    ...(lost !== undefined && { lost }),
    ...(note !== undefined && { note }),
  };
}

/** Describes what the two values do not show. */
function describe(
  { why, variable, recorded, now, was, class: kind }: VariableFinding,
  context: LeafContext,
): string | undefined {
  switch (why) {
    case "type":
      return `${jsonType(recorded ?? null)} then, ${jsonType(now ?? null)} now`;
    case "form":
      return `${quote(variable)} has a different form: ${seenOf(variable, context)} before`;
    case "range":
      return `${quote(variable)} is far from its recorded value: ${seenOf(variable, context)} before`;
    case "relation":
      return `${quote(variable)} was ${was ?? ""} in every run`;
    case "same":
      return `${quote(variable)} is ${quote(boundOf(variable, context))} elsewhere in this run`;
    case "distinct":
      return `${quote(variable)} has the value of another variable, which it did not have when recorded`;
    case "time":
      return "a time that the clock does not explain";
    case "ambiguous":
      return "the text can be read in two ways";
    case "order":
      return "the order of the elements differs, or the elements do";
    case "set":
      return "an element is missing, in any order";
    case "length":
      return `${countOf(recorded)} elements recorded, ${countOf(now)} now`;
    case "leftover":
      return `${countOf(recorded)} elements recorded, ${countOf(now)} now, and not all of the others are from an earlier run`;
    case "gone":
      return kind === "breaking" ? "the field is gone" : undefined;
    case "new":
      return kind === "changed" ? "a new field that may report a state, an outcome or more results" : undefined;
    case "grown":
      return "elements that an earlier run left";
    case "constant":
    case "text":
    case "bytes":
    case "race":
    case "variable":
    case "redacted":
    case "varies":
    case "ignored":
      return undefined;
  }
}

function countOf(value: Exact | undefined): string {
  if (Array.isArray(value)) return String(value.length);
  return isNumber(value) ? seenText(value) : "no";
}

function seenOf(name: string | undefined, { index }: LeafContext): string {
  const variable = index.learned.variables.find((one) => one.name === name);
  return (variable?.seen ?? []).map((value) => quote(seenText(value))).join(", ");
}

function boundOf(name: string | undefined, { index, bindings }: LeafContext): string | undefined {
  const at = index.learned.variables.findIndex((one) => one.name === name);
  return at === -1 ? undefined : bindings.valueOf(at);
}

function quote(text: string | undefined): string {
  const shown = text ?? "";
  return JSON.stringify(shown.length > 60 ? `${shown.slice(0, 59)}…` : shown);
}
