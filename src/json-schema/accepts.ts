// Decides whether a shape accepts a value, or that this is unknown.
import { canonicalJson } from "../json/canonical.js";
import { compareNumbers, isMultipleOf, isNumber, isWholeNumber, type ExactNumber } from "../json/digits.js";
import { isJsonObject, jsonType, type JsonObject, type JsonValue } from "../json/value.js";
import { LIMITS, propertyOf, type Alternative, type Extra, type Limit, type LimitName, type Shape } from "./shape.js";
import { matchesPattern } from "./pattern.js";
import type { Node } from "./source.js";

export type SchemaAnswer = "yes" | "no" | "unknown";
/** The shape of a node. */
export type ShapeOf = (node: Node) => Shape;

/** Whether a node accepts a value. */
export function acceptsValue(shapeOf: ShapeOf, node: Node, value: JsonValue): SchemaAnswer {
  return anyOf(shapeOf(node).map((alternative) => accepts(shapeOf, alternative, value)));
}

/** Whether an alternative accepts a value. */
export function accepts(shapeOf: ShapeOf, alternative: Alternative, value: JsonValue): SchemaAnswer {
  const { kind, values, integer, multiples, patterns, formats, limits, extras } = alternative;
  if (jsonType(value) !== kind) return "no";
  if (values !== undefined && !values.entries.has(canonicalJson(value))) return "no";
  const answers: SchemaAnswer[] = extras.map((extra) => followsExtra(shapeOf, extra, value));
  if (integer) answers.push(toAnswer(isNumber(value) && isWholeNumber(value)));
  for (const [name, limit] of limits) answers.push(toAnswer(isWithin(name, limit, value)));
  for (const { value: unit } of multiples) answers.push(isMultiple(value, unit));
  for (const pattern of patterns) answers.push(matches(pattern.value, value));
  if (formats.length > 0) answers.push("unknown");
  if (Array.isArray(value)) answers.push(...itemAnswers(shapeOf, alternative, value));
  if (isJsonObject(value) && !isNumber(value)) answers.push(...propertyAnswers(shapeOf, alternative, value));
  return allOf(answers);
}

function toAnswer(is: boolean): SchemaAnswer {
  return is ? "yes" : "no";
}

function allOf(answers: readonly SchemaAnswer[]): SchemaAnswer {
  if (answers.includes("no")) return "no";
  return answers.includes("unknown") ? "unknown" : "yes";
}

function anyOf(answers: readonly SchemaAnswer[]): SchemaAnswer {
  if (answers.includes("yes")) return "yes";
  return answers.includes("unknown") ? "unknown" : "no";
}

function opposite(answer: SchemaAnswer): SchemaAnswer {
  return answer === "unknown" ? answer : toAnswer(answer === "no");
}

function sizeOf(value: JsonValue): ExactNumber {
  if (isNumber(value)) return value;
  // A length counts characters, not UTF-16 code units.
  if (typeof value === "string") return Array.from(value).length;
  return Object.keys(value ?? {}).length;
}

function isWithin(name: LimitName, limit: Limit, value: JsonValue): boolean {
  const compared = compareNumbers(sizeOf(value), limit.value);
  if (compared === 0) return !limit.exclusive;
  return compared > 0 === (LIMITS[name].end === "low");
}

function isMultiple(value: JsonValue, unit: ExactNumber): SchemaAnswer {
  return toAnswer(isNumber(value) && isMultipleOf(value, unit));
}

function matches(pattern: string, value: JsonValue): SchemaAnswer {
  if (typeof value !== "string") return "no";
  const is = matchesPattern(pattern, value);
  return is === undefined ? "unknown" : toAnswer(is);
}

function itemAnswers(shapeOf: ShapeOf, { list, unique }: Alternative, items: JsonValue[]): SchemaAnswer[] {
  const answers = items.map((item, at) => acceptsValue(shapeOf, list.prefix[at] ?? list.rest, item));
  for (const { node, min, max } of list.contains) {
    const found = items.map((item) => acceptsValue(shapeOf, node, item));
    const [sure, unsure] = ["yes", "unknown"].map((wanted) => found.filter((answer) => answer === wanted).length);
    const [least, most] = [sure ?? 0, (sure ?? 0) + (unsure ?? 0)];
    answers.push(least >= min && most <= max ? "yes" : most < min || least > max ? "no" : "unknown");
  }
  if (unique !== undefined) answers.push(toAnswer(new Set(items.map(canonicalJson)).size === items.length));
  return answers;
}

function propertyAnswers(shapeOf: ShapeOf, { object }: Alternative, value: JsonObject): SchemaAnswer[] {
  const has = (name: string) => Object.hasOwn(value, name);
  return [
    ...[...object.required.keys()].map((name) => toAnswer(has(name))),
    ...Object.entries(value).map(([name, part]) => acceptsValue(shapeOf, propertyOf(object, name), part)),
    ...Object.keys(value).map((name) => acceptsValue(shapeOf, object.names, name)),
    ...[...object.dependents].map(([name, { value: others }]) => toAnswer(!has(name) || [...others].every(has))),
  ];
}

function followsExtra(shapeOf: ShapeOf, extra: Extra, value: JsonValue): SchemaAnswer {
  switch (extra.type) {
    case "opaque":
      return "unknown";
    case "not":
      return opposite(acceptsValue(shapeOf, extra.node, value));
    case "if": {
      const test = acceptsValue(shapeOf, extra.test, value);
      const then = anyOf([opposite(test), acceptsValue(shapeOf, extra.whenTrue, value)]);
      return allOf([then, anyOf([test, acceptsValue(shapeOf, extra.whenFalse, value)])]);
    }
  }
}
