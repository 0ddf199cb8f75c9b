// Turns an error of the cassette reader into findings, each with its line. Pure.
import type { ErrorCode, McpvalsError } from "../errors.js";
import type { Finding } from "./finding.js";
import type { RuleId } from "./rules.js";

/** A file: its path, and its name in messages. */
export interface LintedFile {
  /** Absolute. */
  file: string;
  shown: string;
}

const RULE_OF: Partial<Readonly<Record<ErrorCode, RuleId>>> = {
  CASSETTE_CONFLICT: "conflict-markers",
  CASSETTE_VERSION: "version",
  CASSETTE_TOO_LARGE: "size",
  CASSETTE_SEAL: "seal",
};

/** One finding for each problem that the error names. */
export function readerFindings(error: McpvalsError, place: LintedFile): Finding[] {
  const rule = RULE_OF[error.code] ?? "invalid";
  const fix = error.fix ?? `Restore the file: git checkout -- ${place.shown}`;
  const lines = error.evidence?.split("\n") ?? [];
  const problems =
    lines.length > 0 && lines.every((line) => line.startsWith(`${place.shown}:`)) ? lines : [error.message];
  return problems.map((problem) => ({ rule, file: place.file, ...splitLine(problem, place.shown), fix }));
}

/** `x.yaml:12: what` as line and message. */
function splitLine(problem: string, shown: string): { line: number; message: string } {
  const rest = problem.startsWith(shown) ? problem.slice(shown.length) : `: ${problem}`;
  const [, line = "1", message = ""] = /^(?::(\d+))?:? ?([^]*)$/.exec(rest) ?? [];
  return { line: Number(line), message };
}
