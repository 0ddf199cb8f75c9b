// Builds the error for the issues of a schema: file, line, and what was expected. Pure.
import { McpvalsError } from "../errors.js";
import { buildPointer } from "../json/pointer.js";

interface Issue {
  path: readonly PropertyKey[];
  message: string;
  code?: string | undefined;
  keys?: unknown;
}

const SHOWN = 10;

/** CASSETTE_INVALID with the first issue as its message, and all (ten at most) as evidence. */
export function invalidValue(
  file: string,
  issues: readonly Issue[],
  lineOf: (pointer: string) => number,
): McpvalsError {
  const lines = issues.map((issue) => {
    const unknown = issue.code === "unrecognized_keys" && Array.isArray(issue.keys) ? String(issue.keys[0]) : undefined;
    const path = issue.path.map(String);
    const line = lineOf(buildPointer(unknown === undefined ? path : [...path, unknown]));
    return `${file}:${line}: ${path.length === 0 ? "" : `${path.join("/")}: `}${issue.message}`;
  });
  return new McpvalsError("CASSETTE_INVALID", lines[0] ?? `${file}: not a cassette`, {
    evidence: lines.length > 1 ? lines.slice(0, SHOWN).join("\n") : undefined,
    fix: `Restore the file (git checkout -- ${file}), or record it again.`,
  });
}
