import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  findClaudeCode,
  runClaudeCode,
  STORY_PROMPT,
  storyTurns,
  writeKitchen,
  type ScriptBlock,
} from "../../../fixtures/transcripts/claude-code.mjs";
import {
  EVERYTHING,
  importProject,
  NEW_FILES,
  OLD_FILES,
  RUN,
  turnsIn,
  type ImportProject,
} from "../../helpers/import-project.js";
import { LONG_RUN } from "../../helpers/transcripts.js";

const ROOT = resolve(import.meta.dirname, "../../..");

let project: ImportProject;
afterEach(() => project.end());

describe("the real Claude Code with a stand-in for Claude", () => {
  async function importKitchen(transcript: string): Promise<ImportProject> {
    project = await importProject([OLD_FILES, RUN]);
    await cp(transcript, join(project.cwd, "session.jsonl"));
    writeKitchen(join(project.cwd, "ws"));
    const { stdout, code } = await project.mcpvals("import", "session.jsonl", "--state", "ws", "--propose");
    expect(stdout).toMatch(/search_files {2}same\n.*read_text_file {2}same/);
    expect(code).toBe(0);
    return project;
  }

  async function expectRegression({ mcpvals }: ImportProject): Promise<void> {
    expect((await mcpvals("replay")).code).toBe(0);
    const changed = await mcpvals("replay", "--", process.execPath, NEW_FILES, RUN);
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
      const folder = await mkdtemp(join(tmpdir(), "mcpvals-claude-code-"));
      try {
        const work = join(folder, "project");
        writeKitchen(work);
        const run = await runClaudeCode(binary ?? "", {
          folder,
          prompt: STORY_PROMPT,
          servers: { fs: { command: process.execPath, args: [OLD_FILES, work] } },
          turns: storyTurns(work),
        });
        await expectRegression(await importKitchen(run.session));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );

  test.skipIf(binary === undefined)(
    "59 calls, 18 in one turn, from its session, its stream-json and its requests (skipped where it is not installed)",
    { timeout: 600_000 },
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "mcpvals-claude-code-"));
      try {
        const { prompt, answer } = LONG_RUN;
        const turns = LONG_RUN.turns.map(({ text, calls }): ScriptBlock[] => [
          ...(text === "" ? [] : [{ type: "text" as const, text }]),
          ...calls.map(({ server, tool, input }) => ({
            type: "tool_use" as const,
            name: `mcp__${server}__${tool}`,
            input,
          })),
        ]);
        const run = await runClaudeCode(binary ?? "", {
          folder,
          prompt,
          servers: { all: { command: process.execPath, args: EVERYTHING } },
          turns: [...turns, [{ type: "text", text: answer }]],
        });
        const files = {
          "stream.jsonl": run.stream,
          "requests.jsonl": run.requests.map((one) => `${JSON.stringify(one)}\n`).join(""),
        };
        for (const [file, args] of [
          [run.session, []],
          ["stream.jsonl", ["--prompt", prompt]],
          ["requests.jsonl", []],
        ] as const) {
          project = await importProject(EVERYTHING, files);
          const { code, stdout } = await project.mcpvals("import", file, ...args);
          expect([file, code, stdout.match(/ {2}same$/gm)?.length, stdout]).toEqual([file, 0, 59, stdout]);
          const called = (await turnsIn(project, "do-all-of-it")).map(({ texts, calls }) => [
            texts,
            calls.map(({ input, result }) => [input, result]),
          ]);
          expect(called).toEqual([
            ...LONG_RUN.turns.map(({ text, calls }) => [
              text === "" ? [] : [text],
              calls.map(({ input, result }) => [input, result]),
            ]),
            [[answer], []],
          ]);
          await project.end();
        }
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  );
});
