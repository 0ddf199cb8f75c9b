// Shortens paths in messages as far as they still work from the current folder.
import { isAbsolute, relative } from "node:path";

/** `file` relative to `cwd` where it is below it, else as it is. */
export function showPath(file: string, cwd: string): string {
  const short = relative(cwd, file);
  if (short === "") return ".";
  return short.startsWith("..") || isAbsolute(short) ? file : short;
}
