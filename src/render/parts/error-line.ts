// Selects the lines of a server that died, or gave no answer, that say why.
import type { RunFacts } from "../../report/report.js";

const NAMES_ERROR = /\b\w*(?:Error|Exception|panic)\b.*:\s*\S/;
const SAYS_ERROR = /\b(?:[A-Z]\w*(?:Error|Exception)|error|fatal|panic|cannot|failed|EADDRINUSE|ENOENT)\b/i;
const OF_A_STACK = /^\s*(?:at |File ".*", line \d|Traceback |\.{3}|node:|file:|throw |\^|Node\.js v)/;

/** Returns at most `most` lines; the one that says the error is among them, in its order. Not escaped. */
export function errorLines(stderr: string, most: number): string[] {
  const lines = stderr.split(/\r?\n/).filter((line) => /[\p{L}\p{N}]/u.test(line));
  if (lines.length <= most) return lines;
  const last = (says: RegExp): number => lines.findLastIndex((line) => says.test(line) && !OF_A_STACK.test(line));
  const named = last(NAMES_ERROR);
  const at = named < 0 ? last(SAYS_ERROR) : named;
  const tail = lines.length - most;
  if (at < 0 || at >= tail) return lines.slice(tail);
  return [lines[at] ?? "", ...lines.slice(tail + 1)];
}

/** The lines that say why a server died, each once: what follows our own sentence in the message, and its stderr. */
export interface LastWords {
  /** Below the first line of the message: our own hints, or the output of a server that never started. */
  below: string[];
  stderr: string[];
}

/** `most` of each at most; a hint of ours that comes first stays. Not escaped. */
export function lastWordsOfServer(
  message: string,
  run: Pick<RunFacts, "stderr" | "findings"> | undefined,
  most: number,
): LastWords {
  const stderr = run?.stderr ?? "";
  const shown = new Set([...stderr.split(/\r?\n/), ...(run?.findings ?? [])].map((line) => line.trim()));
  const rest = message
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => !shown.has(line.trim()));
  const [first = "", ...others] = rest;
  const isHint = rest.length > most && !OF_A_STACK.test(first) && first.trim() !== "";
  const below = isHint ? [first, ...errorLines(others.join("\n"), most - 1)] : errorLines(rest.join("\n"), most);
  return { below, stderr: errorLines(stderr, most) };
}

/** The one line that says why, to follow our own sentence; undefined where the server wrote nothing. */
export function errorLineOf(message: string, run: RunFacts | undefined): string | undefined {
  const [, ...rest] = message.split(/\r?\n/);
  return errorLines([...rest, run?.stderr ?? ""].join("\n"), 1)[0]?.trim();
}
