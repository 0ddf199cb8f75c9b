import { existsSync, readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  findClaudeCode,
  runClaudeCode,
  STORY_PROMPT,
  storyTurns,
  writeKitchen,
} from "../../fixtures/transcripts/claude-code.mjs";
import { runCli, type CliResult } from "../helpers/run-cli.js";

const ROOT = resolve(import.meta.dirname, "../..");
const modules = (name: string): string => join(ROOT, "node_modules", name, "dist", "index.js");
const EVERYTHING = [modules("@modelcontextprotocol/server-everything")];
const OLD = modules("server-filesystem-2025.8.21");
const NEW = modules("@modelcontextprotocol/server-filesystem");
const RUN = "${MCPVALS_TMP}";

let base: string;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), "mcpvals-import-"));
});
afterAll(() => rm(base, { recursive: true, force: true }));

interface Project {
  cwd: string;
  mcpvals: (...args: string[]) => Promise<CliResult>;
}

/** A folder with a suite for a server; the clock is left alone, which makes a check quicker. */
async function project(args: readonly string[]): Promise<Project> {
  const cwd = await mkdtemp(join(base, "p-"));
  const server = { transport: "stdio", command: process.execPath, args };
  const config = { server, check: { runs: 1, clock: false }, workflows: [] };
  await writeFile(join(cwd, "mcp-eval.config.json"), `${JSON.stringify(config, null, 2)}\n`);
  return { cwd, mcpvals: (...words) => runCli(words, { cwd }) };
}

/** Real files of Claude Code, which are no part of this project. */
const REAL = resolve(ROOT, "../shared/data/claude-code");

describe.skipIf(!existsSync(REAL))("every real file of Claude Code (skipped where ../shared/data is absent)", () => {
  const all = existsSync(REAL) ? readdirSync(REAL).filter((name) => name.endsWith(".jsonl")) : [];
  // Those of subagents come with the session that opened them.
  test.each(all.filter((name) => !name.startsWith("agent-")))("%s imports", async (name) => {
    const { mcpvals, cwd } = await project(name.includes("tool-error") ? [NEW, RUN] : EVERYTHING);
    await mkdir(join(cwd, "ws"));
    const prompt = name.startsWith("stream-json") ? ["--prompt", "Go."] : [];
    const { stdout, stderr, code } = await mcpvals("import", join(REAL, name), "--state", "ws", ...prompt);
    expect([code, stderr, stdout]).toEqual([0, "", expect.stringMatching(/ {2}same\n[^]*It replays/)]);
  });
});

describe("the real Claude Code with a stand-in for Claude", () => {
  async function importKitchen(transcript: string): Promise<Project> {
    const made = await project([OLD, RUN]);
    await cp(transcript, join(made.cwd, "session.jsonl"));
    writeKitchen(join(made.cwd, "ws"));
    const { stdout, code } = await made.mcpvals("import", "session.jsonl", "--state", "ws", "--propose");
    expect(stdout).toMatch(/search_files {2}same\n.*read_text_file {2}same/);
    expect(code).toBe(0);
    return made;
  }

  async function expectRegression({ mcpvals }: Project): Promise<void> {
    expect((await mcpvals("replay")).code).toBe(0);
    const changed = await mcpvals("replay", "--", process.execPath, NEW, RUN);
    expect(changed.code).toBe(3);
    expect(changed.stdout).toMatch(/"\[run\]\/kitchen\/menu\.txt" → "No matches found"/);
  }

  // fixtures/transcripts/make.mjs makes it again.
  test("a session that it wrote replays green at once, and not against a version that changed", async () => {
    await expectRegression(await importKitchen(join(ROOT, "fixtures/transcripts/kitchen.jsonl")));
  });

  const binary = findClaudeCode();
  test.skipIf(binary === undefined)(
    "so does one that it writes now (skipped where Claude Code is not installed)",
    async () => {
      const folder = await mkdtemp(join(base, "claude-code-"));
      const work = join(folder, "project");
      writeKitchen(work);
      const run = await runClaudeCode(binary ?? "", {
        folder,
        prompt: STORY_PROMPT,
        servers: { fs: { command: process.execPath, args: [OLD, work] } },
        turns: storyTurns(work),
      });
      await expectRegression(await importKitchen(run.session));
    },
  );
});
