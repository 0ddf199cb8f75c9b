// Finds the places of arguments that an input schema declares.
import { parsePointer, buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonValue } from "../json/value.js";

/** Returns the pointers of all object members in `value` that the schema names in its `properties`, at any depth. */
export function declaredPlaces(schema: JsonValue, value: JsonValue): Set<string> {
  const places = new Set<string>();
  visit({ root: schema, places, seen: new Set() }, schema, value, []);
  return places;
}

interface Visit {
  root: JsonValue;
  places: Set<string>;
  /** Schema and place together, so that a recursive schema ends. */
  seen: Set<string>;
}

function visit(state: Visit, schema: JsonValue, value: JsonValue, path: readonly (string | number)[]): void {
  if (!isJsonObject(schema)) return;
  const reference = schema["$ref"];
  if (typeof reference === "string" && reference.startsWith("#")) {
    const key = `${reference} ${buildPointer(path)}`;
    if (!state.seen.has(key)) {
      state.seen.add(key);
      visit(state, resolve(state.root, reference), value, path);
    }
  }
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const parts = schema[keyword];
    if (Array.isArray(parts)) for (const part of parts) visit(state, part, value, path);
  }
  if (Array.isArray(value)) {
    const { items, prefixItems } = schema;
    value.forEach((element, at) => {
      const own = Array.isArray(prefixItems) ? prefixItems[at] : undefined;
      const shared = Array.isArray(items) ? items[at] : items;
      visit(state, own ?? shared ?? null, element, [...path, at]);
    });
  } else if (isJsonObject(value) && isJsonObject(schema["properties"])) {
    for (const [name, part] of Object.entries(schema["properties"])) {
      const member = Object.hasOwn(value, name) ? value[name] : undefined;
      if (member === undefined) continue;
      state.places.add(buildPointer([...path, name]));
      visit(state, part, member, [...path, name]);
    }
  }
}

function resolve(root: JsonValue, reference: string): JsonValue {
  let at: JsonValue = root;
  for (const part of parsePointer(reference.slice(1)) ?? []) {
    if (!isJsonObject(at) || !Object.hasOwn(at, part)) return null;
    at = at[part] ?? null;
  }
  return at;
}
