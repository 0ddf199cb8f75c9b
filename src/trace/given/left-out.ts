// Says why the Messages API refuses a tool for its input schema: known limits, because one such tool fails every
// request.
// Pure: record and replay leave out the same tools.
import { isJsonObject, type JsonObject } from "../../json/value.js";
import { findMalformed } from "./schema-form.js";

const PROPERTY = /^[a-zA-Z0-9_.-]{1,64}$/;
const COMBINED = ["anyOf", "oneOf", "allOf"];

/** Returns why a request cannot contain this `input_schema`; undefined where no reason is known. */
export function whySchemaRefused(schema: JsonObject): string | undefined {
  const combined = COMBINED.find((keyword) => schema[keyword] !== undefined);
  if (combined !== undefined) return `its input schema has ${combined} at the top level`;
  const malformed = findMalformed(schema);
  if (malformed !== undefined) return `its input schema is not valid in JSON Schema 2020-12: ${malformed}`;
  const { properties } = schema;
  // The API checks the names of the top level only.
  const odd = isJsonObject(properties) ? Object.keys(properties).find((name) => !PROPERTY.test(name)) : undefined;
  if (odd === undefined) return undefined;
  return `its parameter ${JSON.stringify(odd)} is not named with 1 to 64 of A-Z a-z 0-9 _ . -`;
}
