// Finds the values at a place in the outcome of a call.
// A place is a JSON pointer into the result that goes on into texts: `json` instead of `text` is the JSON that the text
// contains, and a number below a string is one of its words.
import { isExactObject, type Exact } from "../json/exact.js";
import { parsePointer } from "../json/pointer.js";
import type { CallOutcome } from "../trace/trace.js";
import { jsonOfText } from "../reading/text-json.js";
import { wordsOf } from "../reading/words.js";

/** Returns all values at a place, in which `*` matches one part. */
export function valuesAt(outcome: CallOutcome, pointer: string): Exact[] {
  const parts = parsePointer(pointer);
  if (parts === undefined) return [];
  let values: Exact[] = [rootOf(outcome)];
  for (const part of parts) values = values.flatMap((value) => below(value, part));
  return values;
}

function rootOf(outcome: CallOutcome): Exact {
  if (outcome.kind === "result") return outcome.result;
  return outcome.kind === "error" ? { error: outcome.error } : { message: outcome.message };
}

function below(value: Exact, part: string): Exact[] {
  if (Array.isArray(value)) return part === "*" ? value : at(value, part);
  if (typeof value === "string")
    return at(
      wordsOf(value).map((word) => word.text),
      part,
    );
  if (!isExactObject(value)) return [];
  if (part === "*") return Object.values(value);
  const found = Object.hasOwn(value, part) ? value[part] : undefined;
  if (found !== undefined) return [found];
  const text = value["text"];
  const json = part === "json" && typeof text === "string" ? jsonOfText(text) : undefined;
  return json === undefined ? [] : [json];
}

function at(values: readonly Exact[], part: string): Exact[] {
  const found = /^\d+$/.test(part) ? values[Number(part)] : undefined;
  return found === undefined ? [] : [found];
}
