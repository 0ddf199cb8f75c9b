// Compares two versions of a schema, and gives each difference its rule, its class and its place.
import { isJsonObject, type JsonValue } from "../json/value.js";
import { canonicalJson } from "../json/canonical.js";
import { compareRemarks } from "./compare-remarks.js";
import { firstDifference } from "./first-difference.js";
import { foldChoices } from "./fold-choices.js";
import { Meanings } from "./meanings.js";
import { orderedText } from "./keywords.js";
import { SchemaComparison } from "./schema-comparison.js";
import type { SchemaChange, SchemaFinding } from "./schema-change.js";
import { areAlike } from "./same-text.js";
import type { SchemaDirection } from "./rules/rule.js";
import { SCHEMA_RULES } from "./schema-rules.js";
import { buildSource } from "./source.js";
import { Undecidable } from "./undecidable.js";
import { Work } from "./work.js";

/**
 * What a new version of a schema does to a caller, who sends what an `input` schema describes and reads what an `output`
 * schema describes. Nothing where the two differ in nothing but the order of keys, `required`, `enum` or `type`.
 *
 * Where no change of an input is breaking, every value that the old schema takes is taken by the new one; but for
 * properties that an open schema did not list (`property-added`, `undeclared-properties-refused`), for `format` (`risky`),
 * and for what generators write beside it. `name`: what the schema belongs to; a title that repeats it says nothing.
 * What cannot be decided is breaking, and its note says why.
 */
export function compareSchemas(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  direction: SchemaDirection,
  name?: string,
): SchemaChange[] {
  if (before === undefined || after === undefined) return classify(compareWithNone(before, after), direction);
  if (isDeep(before) || isDeep(after)) return classify([undecided(undefined, undefined, "It is too deep.")], direction);
  if (areAlike(before, after)) return [];
  const found = compareWritten(before, after, direction, name);
  if (found.length > 0) return classify(found, direction);
  return orderedText(before) === orderedText(after) ? [] : classify([rewritten(before, after)], direction);
}

function compareWithNone(before: JsonValue | undefined, after: JsonValue | undefined): SchemaFinding[] {
  if (before === undefined && after === undefined) return [];
  return before === undefined
    ? [{ rule: "schema-added", path: "", after, message: "There is a schema now." }]
    : [{ rule: "schema-removed", path: "", before, message: "The schema is gone." }];
}

function compareWritten(
  before: JsonValue,
  after: JsonValue,
  direction: SchemaDirection,
  name: string | undefined,
): SchemaFinding[] {
  const [old, now] = [buildSource(before, "before"), buildSource(after, "after")];
  try {
    const work = new Work();
    const meanings = new Meanings([old, now], work);
    const comparison = new SchemaComparison(direction, meanings, work);
    return [...comparison.compare([old], [now], ""), ...compareRemarks(old, now, meanings, work, name)];
  } catch (error) {
    if (error instanceof Undecidable) return [undecided(before, after, error.message)];
    throw error;
  }
}

function undecided(before: JsonValue | undefined, after: JsonValue | undefined, why: string): SchemaFinding {
  const note = `Cannot be decided: ${why}`;
  return { rule: "undecided-changed", path: "", before, after, message: "The schema is another.", note };
}

function rewritten(before: JsonValue, after: JsonValue): SchemaFinding {
  const message = "It is written in another way and means the same.";
  return { rule: "schema-rewritten", ...firstDifference(before, after), message };
}

/** One finding each, even if several places of a schema use the same definition. */
function classify(findings: readonly SchemaFinding[], direction: SchemaDirection): SchemaChange[] {
  const changes = new Map<string, SchemaChange>();
  for (const { rule, path, before, after, message, note } of foldChoices(findings, direction)) {
    const key = canonicalJson([rule, path, before ?? null, after ?? null]);
    const change: SchemaChange = {
      rule,
      class: SCHEMA_RULES[rule].class[direction],
      path,
      before,
      after,
      message,
      note,
    };
    if (!changes.has(key)) changes.set(key, withoutAbsent(change));
  }
  return [...changes.values()];
}

function withoutAbsent({ before, after, note, ...rest }: SchemaChange): SchemaChange {
  return {
    ...rest,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    ...(note === undefined ? {} : { note }),
  };
}

const DEEPEST = 120;

function isDeep(value: JsonValue, depth = 0): boolean {
  if (depth > DEEPEST) return true;
  if (Array.isArray(value)) return value.some((part) => isDeep(part, depth + 1));
  if (!isJsonObject(value)) return false;
  for (const key in value) if (isDeep(value[key] ?? null, depth + 1)) return true;
  return false;
}
