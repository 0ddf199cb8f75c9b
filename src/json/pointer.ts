// Builds and parses JSON Pointers (RFC 6901), which name every place in a result, an argument or a schema.

/** `/a/b~1c` from `["a", "b/c"]`; the empty pointer is the whole value. */
export function buildPointer(path: readonly (string | number)[]): string {
  let pointer = "";
  for (const part of path) pointer += `/${typeof part === "number" ? String(part) : escapePart(part)}`;
  return pointer;
}

function escapePart(part: string): string {
  // Few names have them, and every place of a result is named.
  return part.includes("~") || part.includes("/") ? part.replaceAll("~", "~0").replaceAll("/", "~1") : part;
}

/** The parts of a pointer, unescaped; undefined for a text that is not a pointer. */
export function parsePointer(pointer: string): string[] | undefined {
  if (pointer === "") return [];
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** True for a place in a value, and for the value itself. */
export function isAtOrBelow(pointer: string, at: string): boolean {
  return pointer === at || pointer.startsWith(`${at}/`);
}

/** True for a place in a list of a result. Its blocks of content are no list. */
export function isInList(pointer: string): boolean {
  return /\/\d+(?:\/|$)/.test(pointer.replace(/^\/content\/\d+/, ""));
}

/** A pointer with `*` in the place of each index: the same for the rows of one list. */
export function inAnyRow(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, "/*");
}
