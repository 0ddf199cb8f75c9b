// Selects the lines of a server's stderr that say why it died.

const SAYS_ERROR = /\b(?:[A-Z]\w*(?:Error|Exception)|error|fatal|panic|cannot|failed|EADDRINUSE|ENOENT)\b/i;
const OF_A_STACK = /^\s*(?:at |File ".*", line \d|\.{3}|node:|\^|Node\.js v)/;

/** Returns at most `most` lines; the one that says the error is among them, in its order. Not escaped. */
export function errorLines(stderr: string, most: number): string[] {
  const lines = stderr.split(/\r?\n/).filter((line) => line.trim() !== "");
  if (lines.length <= most) return lines;
  const isError = (line: string): boolean => SAYS_ERROR.test(line) && !OF_A_STACK.test(line);
  const at = lines.findLastIndex(isError);
  const tail = lines.length - most;
  if (at < 0 || at >= tail) return lines.slice(tail);
  return [lines[at] ?? "", ...lines.slice(tail + 1)];
}
