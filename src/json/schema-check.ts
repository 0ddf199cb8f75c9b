// Checks a JSON value against a JSON Schema: valid, invalid with the places, or unknown. Never fetches a $ref.
import { Validator, type OutputUnit, type Schema, type SchemaDraft } from "@cfworker/json-schema";
import { withDeadline } from "../with-deadline.js";
import { isQuick, partsOfSchema } from "./quick-check.js";
import { hasKeptNumber, rankNumbers } from "./ranked-numbers.js";
import { isJsonObject, type JsonValue } from "./value.js";

export type SchemaCheck =
  | { kind: "valid" }
  /** One line each: where in the value, and what is wrong there. */
  | { kind: "invalid"; problems: string[] }
  /** The schema cannot be processed (another dialect, an outside reference, a broken pattern), or not in time. */
  | { kind: "unknown"; why: string };

/**
 * Checks a value against a schema, in the dialect that `$schema` names (by default 2020-12, as MCP says). `format` only
 * annotates, as is the default of JSON Schema since 2019-09.
 */
export function checkSchema(schema: JsonValue, value: JsonValue): SchemaCheck {
  const known = typeof value === "object" && value !== null ? stoppedOf(schema)?.get(value) : undefined;
  if (known !== undefined) return { kind: "unknown", why: known };
  try {
    if (isQuick(partsOf(schema), value)) return checkNumbers(schema, value);
    const timed = withDeadline(() => checkNumbers(schema, value));
    if (timed.kind === "done") return timed.value;
    if (timed.tried && typeof value === "object" && value !== null) stoppedOf(schema)?.set(value, timed.why);
    return { kind: "unknown", why: timed.why };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: "unknown", why: message.split("\n")[0] ?? "" };
  }
}

/** Why a check was stopped, by schema and value: a second check would take as long again. */
const stopped = new WeakMap<object, WeakMap<object, string>>();

function stoppedOf(schema: JsonValue): WeakMap<object, string> | undefined {
  if (!isJsonObject(schema)) return undefined;
  const known = stopped.get(schema) ?? new WeakMap<object, string>();
  stopped.set(schema, known);
  return known;
}

function checkNumbers(schema: JsonValue, value: JsonValue): SchemaCheck {
  if (!hasKeptNumber(schema) && !hasKeptNumber(value)) return checkDoubles(schema, value);
  const ranked = rankNumbers(schema, value);
  const check = checkDoubles(ranked.schema, ranked.value);
  return check.kind === "invalid"
    ? { ...check, problems: check.problems.map((problem) => ranked.show(problem)) }
    : check;
}

function checkDoubles(schema: JsonValue, value: JsonValue): SchemaCheck {
  const { valid, errors } = validatorOf(schema).validate(value);
  return valid ? { kind: "valid" } : { kind: "invalid", problems: problemsOf(errors) };
}

const counted = new WeakMap<object, number>();

function partsOf(schema: JsonValue): number {
  if (!isJsonObject(schema)) return 1;
  const parts = counted.get(schema) ?? partsOfSchema(schema);
  counted.set(schema, parts);
  return parts;
}

const compiled = new WeakMap<object, Validator>();

function validatorOf(schema: JsonValue): Validator {
  const known = isJsonObject(schema) ? compiled.get(schema) : undefined;
  if (known !== undefined) return known;
  if (!isJsonObject(schema) && typeof schema !== "boolean") throw new Error("A schema is an object or a boolean.");
  // The library writes into the schema that it gets, so give it a copy.
  const copy: Schema | boolean = JSON.parse(JSON.stringify(prepare(schema)));
  const validator = new Validator(copy, draftOf(schema), false);
  if (isJsonObject(schema)) compiled.set(schema, validator);
  return validator;
}

const DRAFTS: [RegExp, SchemaDraft][] = [
  [/\/draft-04\/schema#?$/, "4"],
  [/\/draft-0[67]\/schema#?$/, "7"],
  [/\/draft\/2019-09\/schema#?$/, "2019-09"],
  [/\/draft\/2020-12\/schema#?$|json-schema\.org\/schema#?$/, "2020-12"],
];

function draftOf(schema: JsonValue): SchemaDraft {
  const named = isJsonObject(schema) ? schema["$schema"] : undefined;
  if (named === undefined) return "2020-12";
  const draft = DRAFTS.find(([pattern]) => typeof named === "string" && pattern.test(named));
  if (draft === undefined) throw new Error(`Unknown schema dialect ${JSON.stringify(named)}.`);
  return draft[1];
}

const TYPES = new Set(["array", "boolean", "integer", "null", "number", "object", "string"]);
const DATA = new Set(["const", "enum", "default", "examples"]);

/** The schema without `format`; throws for an unknown type, which would reject everything. */
function prepare(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(prepare);
  if (!isJsonObject(schema)) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !(key === "format" && typeof value === "string"));
  for (const [key, value] of kept) {
    if (key === "type" && typeof value === "string" && !TYPES.has(value)) throw new Error(`Unknown type "${value}".`);
  }
  return Object.fromEntries(kept.map(([key, value]) => [key, DATA.has(key) ? value : prepare(value)]));
}

/** Errors that only announce an error below them. */
const WRAPPERS = new Set(["$ref", "$recursiveRef", "properties", "patternProperties", "items", "prefixItems", "allOf"]);

function problemsOf(errors: readonly OutputUnit[]): string[] {
  const telling = errors.filter((error) => !WRAPPERS.has(error.keyword) && error.keyword !== "false");
  const lines = (telling.length > 0 ? telling : errors).map((error) => {
    const place = error.instanceLocation.replace(/^#/, "");
    return place === "" ? error.error : `${place}: ${error.error}`;
  });
  return [...new Set(lines)];
}
