// Tells of files that change in folders. Watches each folder on its own: Node's recursive watch takes a handle for every
// file, also in node_modules.
import { watch, type FSWatcher } from "node:fs";
import { lstat, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { LEFTOVER } from "../cassette/write-whole.js";
import { isBelow } from "../is-below.js";

const PASSED_OVER = new Set(["node_modules", ".git", ".mcpvals"]);

interface WatchListener {
  /** A file was written, came or went; also a folder that went. */
  onChange(path: string): void;
  /** A folder cannot be watched, as where the system has no more handles. Said once. */
  onBlind(folder: string, error: Error): void;
}

export class WatchedFolders {
  private readonly watchers = new Map<string, FSWatcher>();
  private roots: readonly string[] = [];
  private isBlind = false;
  private isClosed = false;

  constructor(private readonly listener: WatchListener) {}

  /** Watches these and no others: folders with all below them, files, and what does not exist yet. */
  async follow(places: readonly string[]): Promise<void> {
    // New folders are found as they come.
    if (places.join("\n") === this.roots.join("\n")) return;
    this.roots = places;
    const kept = new Set<string>();
    for (const place of places) {
      const stats = await stat(place).catch(() => undefined);
      if (stats?.isDirectory() === true) await this.openTree(place, { kept });
      else await this.open(await nearestFolder(dirname(place)), kept);
    }
    for (const folder of this.watchers.keys()) if (!kept.has(folder)) this.shut(folder);
  }

  close(): void {
    this.isClosed = true;
    for (const folder of this.watchers.keys()) this.shut(folder);
  }

  private async openTree(folder: string, how: { kept?: Set<string>; tells?: true }): Promise<void> {
    // Before it is read, so that nothing falls between.
    await this.open(folder, how.kept);
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (this.isWanted(path)) await this.openTree(path, how);
      } else if (how.tells === true) this.tell(path);
    }
  }

  private async open(folder: string, kept?: Set<string>): Promise<void> {
    kept?.add(folder);
    if (this.isClosed || this.watchers.has(folder)) return;
    try {
      const watcher = watch(folder, (event, name) => void this.look(folder, event, name));
      watcher.on("error", () => this.shut(folder));
      this.watchers.set(folder, watcher);
    } catch (error) {
      if (this.isBlind || !(error instanceof Error) || "code" in error === false || error.code === "ENOENT") return;
      this.isBlind = true;
      this.listener.onBlind(folder, error);
    }
  }

  private shut(folder: string): void {
    this.watchers.get(folder)?.close();
    this.watchers.delete(folder);
  }

  private async look(folder: string, event: string, name: string | null): Promise<void> {
    if (name === null || PASSED_OVER.has(name)) return;
    const path = join(folder, name);
    const stats = await lstat(path).catch(() => undefined);
    if (stats?.isDirectory() === true) {
      if (event !== "rename" || !this.isWanted(path)) return;
      // It is new, or another one of this name.
      this.shutAll(path);
      await this.openTree(path, { tells: true });
      return;
    }
    // The system names a folder that is watched in the events about itself.
    if (stats === undefined && name === basename(folder)) return;
    if (stats === undefined) this.shutAll(path);
    this.tell(path);
  }

  private shutAll(folder: string): void {
    for (const one of this.watchers.keys()) if (isBelow(one, folder)) this.shut(one);
  }

  /** A folder in a root, or on the way to one that does not exist yet. */
  private isWanted(folder: string): boolean {
    return this.roots.some(
      (root) =>
        isBelow(root, folder) ||
        (isBelow(folder, root) &&
          relative(root, folder)
            .split(sep)
            .every((part) => !PASSED_OVER.has(part))),
    );
  }

  private tell(path: string): void {
    if (!this.isClosed && !LEFTOVER.test(basename(path))) this.listener.onChange(path);
  }
}

async function nearestFolder(folder: string): Promise<string> {
  const stats = await stat(folder).catch(() => undefined);
  const parent = dirname(folder);
  return stats?.isDirectory() === true || parent === folder ? folder : nearestFolder(parent);
}
