// Frees what is kept from what it was made of: a text that was cut out of another keeps that other one in memory, however
// large it is.

/** V8 copies what it cuts out where it is shorter. */
const CUT_OUT = 13;

/** The same value with texts of its own. Texts are the only parts of it that hold more than themselves. */
export function ownTexts<T>(value: T): T;
export function ownTexts(value: unknown): unknown {
  if (typeof value === "string") return value.length < CUT_OUT ? value : JSON.parse(JSON.stringify(value));
  if (Array.isArray(value)) return value.map((part: unknown) => ownTexts(part));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]: [string, unknown]) => [key, ownTexts(part)]));
}
