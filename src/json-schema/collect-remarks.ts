// A schema in; what it only says (descriptions, defaults, examples, …), each with the properties that it is said of, out.
// It is the same for the same words, in whatever way the schema is written.
import { canonicalJson } from "../json/canonical.js";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import {
  ASSERTIONS,
  DEFINITIONS,
  isImplied,
  meaningText,
  ONE_SCHEMA,
  REFERENCES,
  SCHEMA_LIST,
  SCHEMA_MAP,
  SILENT,
} from "./keywords.js";
import { buildSource, partOf, resolveReference, type Source } from "./source.js";
import { Undecidable } from "./undecidable.js";

const MOST = 20_000;
const WITHOUT_WORDS = [ASSERTIONS, DEFINITIONS, ONE_SCHEMA, REFERENCES, SCHEMA_LIST, SCHEMA_MAP, SILENT];

/**
 * Every remark that a reader of the schema finds, by where it belongs, not by where it is written: a definition speaks for
 * all that refer to it. Remarks under a keyword in `ignored` are left out. Undefined where there are too many.
 */
export function collectRemarks(document: JsonValue, ignored: ReadonlySet<string>): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  let left = MOST;
  try {
    return visit(buildSource(document, ""), "", []) ? found : undefined;
  } catch (error) {
    if (error instanceof Undecidable) return undefined;
    throw error;
  }

  function visit(source: Source, of: string, around: readonly string[]): boolean {
    const { schema, path } = source;
    left -= 1;
    if (left < 0) return false;
    if (!isJsonObject(schema) || around.includes(path)) return true;
    for (const [key, value] of Object.entries(schema)) {
      if (ignored.has(key) || WITHOUT_WORDS.some((keys) => keys.has(key)) || isImplied(key, value)) continue;
      found.add(canonicalJson([of, key, value]));
    }
    return partsOf(source, schema).every((part) => visit(part.source, of + part.name, [...around, path]));
  }
}

/** The schemas right below, each with what it is to the values: nothing where it speaks of the same ones. */
function partsOf(source: Source, schema: JsonObject): { source: Source; name: string }[] {
  return Object.entries(schema).flatMap(([key, value]) => {
    if (REFERENCES.has(key)) {
      const target = typeof value === "string" ? resolveReference(source, value) : undefined;
      return target === undefined ? [] : [{ source: target, name: "" }];
    }
    if (SCHEMA_LIST.has(key) && Array.isArray(value)) {
      const parts = value.map((part, at) => partOf(source, part, key, at));
      return parts.map((part, at) => ({ source: part, name: nameOf(part, key, at) }));
    }
    if (SCHEMA_MAP.has(key) && isJsonObject(value)) {
      return Object.entries(value).map(([name, part]) => ({
        source: partOf(source, part, key, name),
        name: buildPointer([key, name]),
      }));
    }
    return ONE_SCHEMA.has(key) ? [{ source: partOf(source, value, key), name: buildPointer([key]) }] : [];
  });
}

/** One of several alternatives is told by its meaning, since their order says nothing. */
function nameOf(part: Source, key: string, at: number): string {
  if (key === "allOf") return "";
  return key === "anyOf" || key === "oneOf" ? buildPointer([meaningText(targetOf(part))]) : buildPointer([key, at]);
}

function targetOf(source: Source): Source {
  const { schema } = source;
  const reference = isJsonObject(schema) && Object.keys(schema).length === 1 ? schema["$ref"] : undefined;
  return (typeof reference === "string" ? resolveReference(source, reference) : undefined) ?? source;
}
