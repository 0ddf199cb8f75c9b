// Replaces the numbers of a schema and a value by doubles, so that a validator that knows only doubles decides
// correctly. A validator compares, equates, and tests for whole numbers; multiples are decided here.
import {
  compareNumbers,
  isMultipleOf,
  isNumber,
  isWholeNumber,
  numberText,
  sameNumber,
  type ExactNumber,
} from "./digits.js";
import { isJsonObject, isKeptNumber, type JsonObject, type JsonValue } from "./value.js";

const COMPARED = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]);
const DATA = new Set(["const", "enum"]);
/** Keywords whose value maps names to schemas. */
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);
/** Numbers that occur in no message by chance. */
const BASE = 7_300_000_000_000;
const STAND_IN = /73\d{11}(?:\.5)?/g;

export interface Ranked {
  schema: JsonValue;
  value: JsonValue;
  /** The message with the original numbers. */
  show(message: string): string;
}

/** True where a double cannot hold some number. */
export function hasKeptNumber(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.some(hasKeptNumber);
  if (!isJsonObject(value)) return false;
  return isKeptNumber(value) || Object.values(value).some(hasKeptNumber);
}

/** The same question with other numbers: whole ones stay whole, and the order stays. */
export function rankNumbers(schema: JsonValue, value: JsonValue): Ranked {
  const all: ExactNumber[] = [];
  mapSchema(schema, (number) => all.push(number));
  const inValue: ExactNumber[] = [];
  mapNumbers(value, (number) => inValue.push(number));
  const sorted = [...all, ...inValue].toSorted(compareNumbers);
  const ranks = sorted.filter((number, at) => at === 0 || !sameNumber(number, sorted[at - 1] ?? 0));
  const standIn = (number: ExactNumber): number => BASE + findPlace(ranks, number) + (isWholeNumber(number) ? 0 : 0.5);
  const shown = new Map(ranks.map((number) => [String(standIn(number)), numberText(number)]));
  return {
    schema: mapSchema(schema, standIn, (unit) => inValue.filter((number) => !isMultipleOf(number, unit)).map(standIn)),
    value: mapNumbers(value, standIn),
    show: (message) => message.replaceAll(STAND_IN, (found) => shown.get(found) ?? found),
  };
}

function findPlace(ranks: readonly ExactNumber[], number: ExactNumber): number {
  let [from, to] = [0, ranks.length - 1];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (compareNumbers(ranks[middle] ?? 0, number) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function mapNumbers(value: JsonValue, change: (number: ExactNumber) => number): JsonValue {
  if (isNumber(value)) return change(value);
  if (Array.isArray(value)) return value.map((part) => mapNumbers(part, change));
  return isJsonObject(value) ? mapEntries(value, (_key, part) => mapNumbers(part, change)) : value;
}

function mapSchema(
  schema: JsonValue,
  change: (number: ExactNumber) => number,
  refused: (unit: ExactNumber) => number[] = () => [],
): JsonValue {
  if (Array.isArray(schema)) return schema.map((part) => mapSchema(part, change, refused));
  if (!isJsonObject(schema)) return schema;
  const { multipleOf, ...rest } = schema;
  const mapped = mapEntries(rest, (key, part) => {
    if (DATA.has(key)) return mapNumbers(part, change);
    if (COMPARED.has(key) && isNumber(part)) return change(part);
    if (NAMED.has(key) && isJsonObject(part)) return mapEntries(part, (_, one) => mapSchema(one, change, refused));
    return isKeptNumber(part) ? Number(part.$number) : mapSchema(part, change, refused);
  });
  if (!isNumber(multipleOf)) return multipleOf === undefined ? mapped : { ...mapped, multipleOf };
  const allOf = Array.isArray(mapped["allOf"]) ? mapped["allOf"] : [];
  return { ...mapped, allOf: [...allOf, { not: { enum: refused(multipleOf) } }] };
}

function mapEntries(object: JsonObject, change: (key: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, part]) => [key, change(key, part)]));
}
