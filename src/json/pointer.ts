// JSON Pointers (RFC 6901): how every place in a result, an argument or a schema is named.
import { isJsonObject, type JsonValue } from "./value.js";

/** `/a/b~1c` from `["a", "b/c"]`; the empty pointer is the whole value. */
export function buildPointer(path: readonly (string | number)[]): string {
  return path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

/** The parts of a pointer, unescaped. A text that is no pointer gives undefined. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value at a pointer, or undefined where there is none. */
export function valueAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let at: JsonValue | undefined = value;
  for (const part of parsePointer(pointer) ?? ["\u0000no pointer"]) {
    if (Array.isArray(at)) at = /^(?:0|[1-9]\d*)$/.test(part) ? at[Number(part)] : undefined;
    else if (isJsonObject(at)) at = Object.hasOwn(at, part) ? at[part] : undefined;
    else return undefined;
  }
  return at;
}
