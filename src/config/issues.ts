// Describes a zod issue in the words of the config's users.
import type * as z from "zod";
import type { ConfigPath } from "./config-path.js";
import { didYouMean } from "./did-you-mean.js";
import { findKnownKeys } from "./known-keys.js";
import type { Problem } from "./refuse.js";

type Issue = z.core.$ZodIssue;

const NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

/** Describes an issue. `schema` and `value` are those of the root. */
export function describeIssue(issue: Issue, schema: z.ZodType, value: unknown): Problem[] {
  return describe(issue, { schema, value, base: [] });
}

interface Root {
  schema: z.ZodType;
  value: unknown;
  /** Where the issue's path begins: issues of a union's branches begin at the union. */
  base: ConfigPath;
}

function describe(issue: Issue, root: Root): Problem[] {
  const path = [...root.base, ...issue.path];
  const found = valueAt(root.value, path);
  const one = (message: string): Problem[] => [{ path, message }];
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path: [...path, key], message: sayUnknown(key, path, root) }));
    case "invalid_type":
      return one(sayExpected(NAMES[issue.expected] ?? issue.expected, found));
    case "invalid_value": {
      const values = issue.values.map(String);
      return one(sayExpected(sayEither(issue.values), found, suggest(found, values)));
    }
    case "too_small":
      if (issue.origin === "string") return one("must not be empty");
      if (issue.origin === "array") return one("must have at least one entry");
      return one(`must be ${issue.inclusive === false ? "more than" : "at least"} ${issue.minimum}`);
    case "too_big":
      return one(`must be ${issue.inclusive === false ? "less than" : "at most"} ${issue.maximum}`);
    case "invalid_union":
      return describeUnion(issue, { ...root, base: path }, found);
    case "custom":
    case "invalid_element":
    case "invalid_format":
    case "invalid_key":
    case "not_multiple_of":
      return one(issue.message);
  }
}

function describeUnion(issue: Issue & { code: "invalid_union" }, root: Root, found: unknown): Problem[] {
  const { base } = root;
  if (issue.discriminator !== undefined) {
    const values = "options" in issue ? (issue.options ?? []) : [];
    return [{ path: base, message: sayExpected(sayEither(values), found, suggest(found, values.map(String))) }];
  }
  const branches = issue.errors.filter(
    (issues) => !issues.some((inner) => isAtRoot(inner, "invalid_type") || isAtRoot(inner, "invalid_value")),
  );
  const fitting = branches.filter((issues) => !issues.some((inner) => isAtRoot(inner, "unrecognized_keys")));
  const [branch] = branches.length === 1 ? branches : fitting.length === 1 ? fitting : [];
  if (branch !== undefined) return branch.flatMap((inner) => describe(inner, root));
  const kinds = issue.errors.flatMap((issues) =>
    issues.flatMap((inner) => (inner.code === "invalid_type" ? [NAMES[inner.expected] ?? inner.expected] : [])),
  );
  const expected = issue.message === "Invalid input" ? `expected ${sayList([...new Set(kinds)])}` : issue.message;
  return [{ path: base, message: `${expected}, found ${sayFound(found)}` }];
}

function isAtRoot(issue: Issue, code: Issue["code"]): boolean {
  return issue.code === code && issue.path.length === 0;
}

function sayUnknown(key: string, path: ConfigPath, { schema, value }: Root): string {
  const { here, elsewhere } = findKnownKeys(schema, value, path);
  if (key === "__proto__") return "cannot be a key";
  const variant = elsewhere.find(({ keys }) => keys.includes(key));
  if (variant !== undefined) return `is not allowed here; it belongs to ${variant.name}`;
  const near = didYouMean(key, here);
  if (near !== undefined) return `unknown key; did you mean "${near}"?`;
  return here.length === 0 ? "unknown key" : `unknown key; the known keys are ${here.join(", ")}`;
}

function sayExpected(expected: string, found: unknown, near?: string): string {
  if (found === undefined) return `is missing (expected ${expected})`;
  const hint = near === undefined ? "" : `; did you mean "${near}"?`;
  return `expected ${expected}, found ${sayFound(found, near !== undefined || expected.startsWith('"'))}${hint}`;
}

function suggest(found: unknown, values: readonly string[]): string | undefined {
  return typeof found === "string" ? didYouMean(found, values) : undefined;
}

function sayEither(values: readonly unknown[]): string {
  return sayList(values.map((value) => JSON.stringify(value)));
}

function sayList(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1) ?? ""}`;
}

/** Shows a string itself only where one of a few words is expected: elsewhere it may be a secret. */
function sayFound(found: unknown, mayShow = false): string {
  if (found === undefined) return "nothing";
  if (found === null) return "null";
  if (typeof found === "string") return mayShow ? JSON.stringify(found.slice(0, 40)) : "a string";
  if (typeof found === "number" || typeof found === "boolean") return String(found);
  if (typeof found !== "object") return `a ${typeof found}`;
  if (Array.isArray(found)) return "a list";
  const keys = Object.keys(found);
  return keys.length === 0 ? "an object without keys" : `an object with ${keys.slice(0, 5).join(", ")}`;
}

function valueAt(value: unknown, path: ConfigPath): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== "object" || at === null) return undefined;
    at = Object.entries(at).find(([key]) => key === String(part))?.[1];
  }
  return at;
}
