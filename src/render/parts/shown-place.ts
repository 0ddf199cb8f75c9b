// Writes a place in a result or a declaration as people read it: `$.temperature`, `text`, `description`.
import { parsePointer } from "../../json/pointer.js";

/** Not escaped. */
export function showPlace(path: string): string {
  const parts = parsePointer(path);
  if (parts === undefined) return path;
  const [first = "", second, third, ...rest] = parts;
  if (first === "structuredContent") return `$${keysOf(parts.slice(1))}`;
  if (first === "content" && third === "json") return `$${keysOf(rest)}`;
  if (first === "content" && third === "text" && rest.length === 0) {
    return second === "0" ? "text" : `text of block ${Number(second) + 1}`;
  }
  return `${first}${keysOf(parts.slice(1))}`;
}

function keysOf(keys: readonly string[]): string {
  return keys
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : /^[\w$-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`))
    .join("");
}
