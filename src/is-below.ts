// Tells whether a path is in a folder.
import { isAbsolute, relative, sep } from "node:path";

/** Also for the folder itself. Looks at the text alone: links are the caller's. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
