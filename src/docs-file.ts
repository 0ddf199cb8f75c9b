// Finds the pages of the installed package's docs, for messages: the reader's project is another one.
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The path of a page that exists, as short as it works from the current folder; else where it would be. */
export function docsFile(page: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, "docs", page);
    if (existsSync(file)) {
      const short = relative(process.cwd(), file);
      return short.startsWith("..") ? file : short;
    }
    // Bundled into another program, without the docs.
    if (dirname(folder) === folder) return `docs/${page} of mcpvals`;
  }
}
