import { existsSync, readdirSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { EVERYTHING, importProject, NEW_FILES, RUN, type ImportProject } from "../../helpers/import-project.js";

const ROOT = resolve(import.meta.dirname, "../../..");

let project: ImportProject;
afterEach(() => project.end());

/** Real files of Claude Code, which are no part of this project. */
const REAL = resolve(ROOT, "../shared/data/claude-code");

describe.skipIf(!existsSync(REAL))("every real file of Claude Code (skipped where ../shared/data is absent)", () => {
  const all = existsSync(REAL) ? readdirSync(REAL).filter((name) => name.endsWith(".jsonl")) : [];
  // Those of subagents come with the session that opened them.
  test.each(all.filter((name) => !name.startsWith("agent-")))("%s imports", async (name) => {
    project = await importProject(name.includes("tool-error") ? [NEW_FILES, RUN] : EVERYTHING);
    const { mcpvals, cwd } = project;
    await mkdir(join(cwd, "ws"));
    const prompt = name.startsWith("stream-json") ? ["--prompt", "Go."] : [];
    const { stdout, stderr, code } = await mcpvals("import", join(REAL, name), "--state", "ws", ...prompt);
    expect([code, stderr, stdout]).toEqual([0, "", expect.stringMatching(/ {2}same\n[^]*It replays/)]);
  });
});
