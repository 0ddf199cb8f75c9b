// Two schemas in; what differs in what they only say (titles, descriptions, defaults, …) at the same places out.
import { canonicalJson } from "../json/canonical.js";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import {
  ASSERTIONS,
  DEFINITIONS,
  meaningText,
  ONE_SCHEMA,
  REFERENCES,
  SCHEMA_LIST,
  SCHEMA_MAP,
  SILENT,
  isImplied,
} from "./keywords.js";
import { show, type SchemaFinding } from "./schema-change.js";
import type { SchemaRuleId } from "./schema-rules.js";
import { partOf, resolveReference, type Source } from "./source.js";

/** Compares remarks at the places that both schemas have, references followed. */
export function compareRemarks(before: Source, after: Source): SchemaFinding[] {
  const found: SchemaFinding[] = [];
  const seen = new Set<string>();
  const pairs: [Source, Source][] = [[before, after]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const key = pair.map(({ path }) => path).join(" ");
    if (seen.has(key)) continue;
    seen.add(key);
    const [old, now] = pair.map(({ schema }) => (isJsonObject(schema) ? schema : {}));
    found.push(...compareKeywords(old ?? {}, now ?? {}, pair[1].path));
    pairs.push(...pairsBelow(...pair));
  }
  return found;
}

/** What the model reads and acts by, though no validator does. */
const STEERING: ReadonlySet<string> = new Set(["title", "description", "examples"]);

function compareKeywords(before: JsonObject, after: JsonObject, path: string): SchemaFinding[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key): SchemaFinding[] => {
    if (
      [ASSERTIONS, ONE_SCHEMA, SCHEMA_LIST, SCHEMA_MAP, DEFINITIONS, REFERENCES, SILENT].some((some) => some.has(key))
    ) {
      return [];
    }
    const [old, now] = [ownOf(before, key), ownOf(after, key)];
    if (textOf(key, old) === textOf(key, now)) return [];
    const message = STEERING.has(key)
      ? `The ${key} ${old === undefined ? "is new" : now === undefined ? "is gone" : "changed"}; the model is steered by it.`
      : `${JSON.stringify(key)} was ${show(old)} and is ${show(now)}.`;
    return [{ rule: ruleOf(key, old, now), path: path + buildPointer([key]), before: old, after: now, message }];
  });
}

const RULES = new Map<string, SchemaRuleId>([
  ["$schema", "dialect-changed"],
  ["title", "title-changed"],
  ["description", "description-changed"],
  ["examples", "examples-changed"],
  ["deprecated", "deprecated-changed"],
  ["readOnly", "read-only-changed"],
  ["writeOnly", "write-only-changed"],
  ["contentMediaType", "content-changed"],
  ["contentEncoding", "content-changed"],
  ["contentSchema", "content-changed"],
]);

function ruleOf(key: string, old: JsonValue | undefined, now: JsonValue | undefined): SchemaRuleId {
  if (key !== "default") return RULES.get(key) ?? "keyword-changed";
  return old === undefined ? "default-added" : now === undefined ? "default-removed" : "default-changed";
}

/** Names may be those of what every object has in JavaScript. */
function ownOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

function textOf(key: string, value: JsonValue | undefined): string {
  return value === undefined || isImplied(key, value) ? "" : canonicalJson(value);
}

function pairsBelow(before: Source, after: Source): [Source, Source][] {
  const [old, now] = [targetOf(before), targetOf(after)];
  if (old !== before || now !== after) return [[old, now]];
  if (!isJsonObject(before.schema) || !isJsonObject(after.schema)) return [];
  const pairs: [Source, Source][] = [];
  for (const [key, value] of Object.entries(before.schema)) {
    const other = ownOf(after.schema, key);
    if (other === undefined) continue;
    if (SCHEMA_LIST.has(key) && Array.isArray(value) && Array.isArray(other)) {
      pairs.push(...pairLists(partsOf(before, value, key), partsOf(after, other, key)));
    } else if (SCHEMA_MAP.has(key) && isJsonObject(value) && isJsonObject(other)) {
      for (const [name, part] of Object.entries(value)) {
        const same = ownOf(other, name);
        if (same !== undefined) pairs.push([partOf(before, part, key, name), partOf(after, same, key, name)]);
      }
    } else if (ONE_SCHEMA.has(key)) pairs.push([partOf(before, value, key), partOf(after, other, key)]);
  }
  return pairs;
}

/** What a reference leads to; itself, where there is none. */
function targetOf(source: Source): Source {
  const reference = isJsonObject(source.schema) ? source.schema["$ref"] : undefined;
  return (typeof reference === "string" ? resolveReference(source, reference) : undefined) ?? source;
}

function partsOf(source: Source, list: JsonValue[], key: string): Source[] {
  return list.map((part, at) => partOf(source, part, key, at));
}

/** Those of the same meaning first, then by position. */
function pairLists(before: Source[], after: Source[]): [Source, Source][] {
  const left = after.map((source) => ({ source, text: meaningText(source) }));
  const pairs: [Source, Source][] = [];
  const rest = before.filter((old) => {
    const text = meaningText(old);
    const at = left.findIndex((other) => other.text === text);
    const [same] = at < 0 ? [] : left.splice(at, 1);
    if (same !== undefined) pairs.push([old, same.source]);
    return same === undefined;
  });
  const others =
    rest.length === left.length ? rest.flatMap((old, at): [Source, Source][] => pairOf(old, left[at]?.source)) : [];
  return [...pairs, ...others];
}

function pairOf(old: Source, now: Source | undefined): [Source, Source][] {
  return now === undefined ? [] : [[old, now]];
}
