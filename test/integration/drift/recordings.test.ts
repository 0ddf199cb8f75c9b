// The recording itself: another machine, our own side changed, and files that are not what they were.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { replay } from "../../../src/library.js";
import type { Evaluation } from "../../../src/report/report.js";
import { driftCase } from "../../helpers/drift-case.js";

const FILES = join(import.meta.dirname, "../../../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js");

const ask = driftCase({
  steps: [{ user: "What is Ann's email?", expectedState: "ann@old.example" }, { user: "Thank you" }],
  turns: [
    { calls: [{ tool: "get_user", input: { id: 7 } }] },
    { text: "It is ann@old.example." },
    { text: "You're welcome." },
  ],
});
const [first, second] = ask.config.workflows?.[0]?.steps ?? [];
if (first === undefined || second === undefined) throw new Error("two steps");

describe("our own side has changed: stale, before any call is made", () => {
  it.each([
    ["a step added", [first, second, { user: "One more" }], 'step 3 is new: "One more"'],
    ["a step removed", [first], "step 2 is gone"],
    ["the steps in another order", [second, first], "another order"],
    ["a prompt edited by one word", [{ ...first, user: "What is Bob's email?" }, second], "Bob"],
  ])("%s", async (_, steps, words) => {
    const seen = await ask.replay("", {}, { workflows: [{ name: "case", steps }] });
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, calls: [] });
    expect(seen.evaluation.reasons.join()).toContain(words);
    expect(seen.evaluation.settle).toEqual(["mcpvals record -t case"]);
  });

  it.each([
    ["the system prompt", { system: "Be brief." }, "Be brief."],
    ["the model", { model: "claude-opus-5-5" }, "claude-opus-5-5"],
    ["a setting that the config names", { maxTokens: 100 }, "maxTokens was 8192, is 100"],
  ])("%s", async (_, config, words) => {
    const seen = await ask.replay("", {}, config);
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, calls: [] });
    expect(seen.evaluation.reasons.join()).toContain(words);
  });

  it("an expectation edited is not a change: it is scored again", async () => {
    const steps = [{ ...first, expectedState: { regex: "^\\{.*ann@" } }, second];
    const seen = await ask.replay(
      "",
      {},
      { workflows: [{ name: "case", steps, toolOrder: "exact", expectTools: ["get_user"] }] },
    );
    expect(seen).toMatchObject({ verdict: "passed", exitCode: 0, metrics: "passed passed passed" });
    const none = await ask.replay("", {}, { workflows: [{ name: "case", steps, forbidTools: ["get_user"] }] });
    expect(none).toMatchObject({ verdict: "failed", exitCode: 1, metrics: "passed failed passed" });
    expect(none.evaluation.replay?.regressions).toEqual([]);
  });
});

describe("another machine", () => {
  afterEach(() => vi.unstubAllEnvs());

  it("another folder, another user, another temporary folder: no drift", async () => {
    const files = driftCase({
      steps: [{ user: "Read the note", expectedState: "4 October" }],
      server: [FILES, "./files", "${MCPVALS_TMP}"],
      config: { setup: "mkdir -p files && echo 'On 4 October' > files/note.md" },
      turns: [
        { calls: [{ tool: "list_allowed_directories", input: {} }] },
        { calls: [{ tool: "directory_tree", input: { path: { $result: 1, match: "directories:\\n(.*)" } } }] },
        {
          calls: [
            {
              tool: "read_text_file",
              input: { path: { $text: [{ $result: 1, match: "directories:\\n(.*)" }, "/note.md"] } },
            },
          ],
        },
        { text: "It is on 4 October." },
      ],
    });
    await files.record();
    const elsewhere = await mkdtemp(join(tmpdir(), "another user's é-"));
    try {
      await cp(join(files.folder, "cassettes"), join(elsewhere, "work", "cassettes"), { recursive: true });
      vi.stubEnv("HOME", elsewhere);
      vi.stubEnv("USER", "somebody");
      vi.stubEnv("TMPDIR", elsewhere);
      const report = await replay(files.config, { cwd: join(elsewhere, "work") });
      expect(report).toMatchObject({ verdict: "passed", exitCode: 0 });
      expect(report.evaluations[0]?.replay?.drift).toEqual([]);
      expect(report.evaluations[0]?.run?.calls).toBe(3);
    } finally {
      await rm(elsewhere, { recursive: true, force: true });
    }
  });
});

describe("a cassette that is not what it was: inconclusive, and no server is asked", () => {
  async function replayWith(change: (text: string) => string): Promise<Evaluation | undefined> {
    await ask.record();
    const folder = await mkdtemp(join(tmpdir(), "drift-case-"));
    try {
      await cp(join(ask.folder, "cassettes"), join(folder, "cassettes"), { recursive: true });
      const file = join(folder, "cassettes/suite/case.yaml");
      await writeFile(file, change(await readFile(file, "utf8")));
      const report = await replay(ask.config, { cwd: folder });
      expect(report).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
      return report.evaluations[0];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  it.each([
    ["cut off", (text: string) => text.slice(0, text.length / 2), "CASSETTE_SEAL"],
    ["of a newer version", (text: string) => text.replace("cassette: 2", "cassette: 99"), "CASSETTE_VERSION"],
    ["edited by hand", (text: string) => text.replace("It is ann@old", "It is bob@old"), "CASSETTE_SEAL"],
  ])("%s", async (_, change, code) => {
    const evaluation = await replayWith(change);
    expect(evaluation?.reasons.join()).toContain(code);
    expect(evaluation?.run).toBeUndefined();
  });
});
