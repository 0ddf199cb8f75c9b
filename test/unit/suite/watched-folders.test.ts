import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WatchedFolders } from "../../../src/suite/watched-folders.js";

let folder: string;
let folders: WatchedFolders;
const told = new Set<string>();
const at = (...parts: string[]): string => join(folder, ...parts);

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "mcpvals-folders-")));
  told.clear();
  folders = new WatchedFolders({
    onChange: (path) => told.add(path),
    onBlind: (_folder, error) => {
      throw error;
    },
  });
});
afterEach(async () => {
  folders.close();
  await rm(folder, { recursive: true, force: true });
});

const comes = (path: string): Promise<void> =>
  vi.waitFor(() => expect([...told]).toContain(path), { timeout: 60_000, interval: 10 });

it("tells of files in folders that are new, replaced or were moved here, and of what is gone", async () => {
  await mkdir(at("old"));
  await folders.follow([folder]);
  await mkdir(at("new", "deep"), { recursive: true });
  await writeFile(at("new", "deep", "a"), "");
  await comes(at("new", "deep", "a"));
  await rm(at("new"), { recursive: true });
  await mkdir(at("new", "deep"), { recursive: true });
  await comes(at("new", "deep", "a"));
  await writeFile(at("new", "deep", "b"), "");
  await comes(at("new", "deep", "b"));
  await rename(at("new", "deep"), at("old", "deep"));
  await comes(at("old", "deep", "b"));
  await rename(at("old", "deep", "b"), at("old", "c"));
  await comes(at("old", "c"));
});

it("passes over node_modules, .git, .mcpvals, and what a broken write leaves", async () => {
  for (const name of ["node_modules", ".git", ".mcpvals"]) await mkdir(at(name, "x"), { recursive: true });
  await folders.follow([folder]);
  for (const name of ["node_modules", ".git", ".mcpvals"]) await writeFile(at(name, "x", "file"), "");
  await writeFile(at(".report.json.0123456789ab.tmp"), "");
  await mkdir(at("last"));
  await writeFile(at("last", "file"), "");
  await comes(at("last", "file"));
  expect([...told]).toEqual([at("last", "file")]);
});

it("sees a place that does not exist yet, and no more what is no longer followed", async () => {
  await mkdir(at("left"));
  await folders.follow([at("left"), at("cassettes", "sky")]);
  await mkdir(at("cassettes", "sky"), { recursive: true });
  await writeFile(at("cassettes", "sky", "blue.yaml"), "");
  await comes(at("cassettes", "sky", "blue.yaml"));
  await folders.follow([at("cassettes")]);
  await writeFile(at("left", "file"), "");
  await writeFile(at("cassettes", "other"), "");
  await comes(at("cassettes", "other"));
  expect([...told]).not.toContain(at("left", "file"));
});
