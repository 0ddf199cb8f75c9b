// Reads folders in a search for configs, and skips those that hold none of the user's own files.
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

const PASSED_OVER = new Set(["node_modules", ".git", "dist", ".mcpvals"]);

export interface Entries {
  files: string[];
  /** Folders to search; links to folders are left out, because they may lead back. */
  folders: string[];
}

/** Names in a folder, sorted. A folder that cannot be read is empty. */
export async function readEntries(folder: string): Promise<Entries> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = new Array<string>();
  const folders = new Array<string>();
  for (const entry of entries) {
    if (entry.isDirectory()) {
      if (!PASSED_OVER.has(entry.name)) folders.push(entry.name);
    } else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(join(folder, entry.name))))) {
      files.push(entry.name);
    }
  }
  return { files: files.toSorted(), folders: folders.toSorted() };
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false;
}
