// Compares the fields of two listed items that are made for people, or that are unknown here.
import { canonicalJson } from "../json/canonical.js";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { ContractChange, ContractSubject } from "./change.js";
import { buildChange } from "./contract-change.js";
import type { ContractRuleId } from "./rules.js";

/** The fields for people, with the rule and the noun for each; the name of a tool or prompt is never compared here. */
const KNOWN: ReadonlyMap<string, readonly [ContractRuleId, string]> = new Map([
  ["name", ["title-changed", "The name"]],
  ["title", ["title-changed", "The title"]],
  ["description", ["description-changed", "The description"]],
  ["icons", ["icons-changed", "The field `icons`"]],
]);

/** Returns a field's own value; undefined where the object lacks it, whatever its name is. */
export function fieldOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Returns the names of all fields of both, each once, in order. */
export function fieldsOf(before: JsonObject, after: JsonObject): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** True where two values are the same JSON, or both are missing. */
export function isSame(before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  if (before === undefined || after === undefined) return before === after;
  return before === after || canonicalJson(before) === canonicalJson(after);
}

/**
 * Compares all fields without a rule of the caller's. `_meta` is compared key by key.
 * @param path - where the two are in the subject.
 */
export function compareFields(
  subject: ContractSubject,
  path: readonly (string | number)[],
  before: JsonObject,
  after: JsonObject,
  apart: ReadonlySet<string>,
): ContractChange[] {
  return fieldsOf(before, after).flatMap((key) => {
    const [one, other] = [fieldOf(before, key), fieldOf(after, key)];
    if (apart.has(key) || isSame(one, other)) return [];
    if (key === "_meta" && isJsonObject(one) && isJsonObject(other)) {
      return compareFields(subject, [...path, key], one, other, new Set());
    }
    const [rule, noun] = (path.includes("_meta") ? undefined : KNOWN.get(key)) ?? [
      "field-changed",
      `The field \`${key}\``,
    ];
    return [
      buildChange(rule, subject, {
        path: buildPointer([...path, key]),
        before: one,
        after: other,
        message: `${noun} ${one === undefined ? "is new" : other === undefined ? "is gone" : "changed"}.`,
        note: noteOf(rule, subject),
      }),
    ];
  });
}

function noteOf(rule: ContractRuleId, { kind }: ContractSubject): string | undefined {
  if (rule !== "description-changed") return undefined;
  return kind === "tool"
    ? "Claude reads it: it may call the tool at different times, or with different arguments."
    : "Where the host gives it to the model, it influences the model.";
}
