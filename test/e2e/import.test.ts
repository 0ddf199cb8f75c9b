import { existsSync, readdirSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
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
import { asClaudeCode, asMessages, asSession, asStreamJson, type Told, type ToldCall } from "../helpers/transcripts.js";

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
  read: (file: string) => Promise<string>;
}

/** A folder with a suite for a server; the clock is left alone, which makes a check quicker. */
async function project(args: readonly string[], files: Readonly<Record<string, string>> = {}): Promise<Project> {
  const cwd = await mkdtemp(join(base, "p-"));
  const server = { transport: "stdio", command: process.execPath, args };
  const config = { server, check: { runs: 1, clock: false }, workflows: [] };
  await writeFile(join(cwd, "mcp-eval.config.json"), `${JSON.stringify(config, null, 2)}\n`);
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
  return { cwd, mcpvals: (...words) => runCli(words, { cwd }), read: (file) => readFile(join(cwd, file), "utf8") };
}

const echo = (message: string, rest: Partial<ToldCall> = {}): ToldCall => {
  return { server: "all", tool: "echo", input: { message }, result: `Echo: ${message}`, ...rest };
};
const told = (...calls: ToldCall[]): Told => ({ prompt: "Say hello.", turns: [{ text: "", calls }], answer: "Done." });

describe("a transcript becomes a workflow that replays", () => {
  const conversation: Told = {
    prompt: "Greet and add.",
    turns: [
      { text: "I greet.", calls: [echo("one"), echo("two")] },
      { text: "", calls: [{ server: null, tool: "Read", input: { file_path: "/etc/motd" }, result: "PRIVATE WORDS" }] },
      {
        text: "",
        calls: [{ server: "all", tool: "get-sum", input: { a: 2, b: 3 }, result: "The sum of 2 and 3 is 5." }],
      },
    ],
    answer: "It is 5.",
  };
  const formats = {
    "claude-code": asClaudeCode(conversation),
    "stream-json": asStreamJson(conversation),
    messages: asMessages(conversation),
    session: asSession(conversation),
  };

  test.each(Object.entries(formats))("from %s, with every call, argument and result", async (format, text) => {
    const { mcpvals, read } = await project(EVERYTHING, { "run.jsonl": text });
    const args = format === "stream-json" || format === "session" ? ["--prompt", "Greet and add."] : [];
    const imported = await mcpvals("import", "run.jsonl", ...args);
    expect(imported.stderr + imported.stdout).toContain("get-sum  same");
    expect(imported.code).toBe(0);
    const shown = await mcpvals("show", "greet-and-add", "--full");
    const again = await mcpvals("import", "run.jsonl", ...args);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("as the workflow greet-and-add")]);
    for (const word of ["Imported", '{"message":"one"}', "Echo: two", '{"a":2,"b":3}', "The sum of 2 and 3 is 5."]) {
      expect(shown.stdout).toContain(word);
    }
    expect(shown.stdout.indexOf('"one"')).toBeLessThan(shown.stdout.indexOf('"two"'));
    expect(shown.stdout.includes("PRIVATE WORDS")).toBe(format !== "session");
    expect(shown.stdout).toContain(
      format === "session" ? "unknown, settings unknown" : "claude-sonnet-5-5, settings unknown",
    );
    const replayed = await mcpvals("replay", "-r", "json");
    expect(replayed.code).toBe(0);
    const [evaluation] = JSON.parse(replayed.stdout).evaluations;
    expect(evaluation.imported.format).toBe(format);
    expect(evaluation.run).toMatchObject({ calls: 3, model: { maxTokens: null } });
    expect((await mcpvals("lint")).code).toBe(0);
    const config = JSON.parse(await read("mcp-eval.config.json"));
    expect(config.workflows[0].expectTools).toEqual(format === "session" ? ["echo", "get-sum"] : undefined);
  });

  test("keeps no more of other tools than what Claude was given, and neither thinking nor reminders", async () => {
    const lines = asClaudeCode(told(echo("hi"))).split("\n");
    const secret = (line: string): string =>
      line
        .replace(
          '"type":"user","message"',
          '"type":"user","toolUseResult":"UNNEEDED","attachment":"UNNEEDED","message"',
        )
        .replace('"content":"Say hello."}', '"content":"<system-reminder>UNNEEDED</system-reminder>Say hello."}')
        .replace(
          '"content":[{"type":"tool_use"',
          '"content":[{"type":"thinking","thinking":"UNNEEDED","signature":"x"},{"type":"tool_use"',
        );
    const { mcpvals, cwd } = await project(EVERYTHING, { "run.jsonl": lines.map(secret).join("\n") });
    expect((await mcpvals("import", "run.jsonl")).code).toBe(0);
    for (const name of await readdir(cwd, { recursive: true })) {
      if (!/\.(?:yaml|json)$/.test(name)) continue;
      expect(await readFile(join(cwd, name), "utf8")).not.toContain("UNNEEDED");
    }
  });
});

describe("what is found before anything is written", () => {
  const key = `ghp_${"a1B2c3D4e5F6g7H8i9J0".slice(0, 18)}${"k1L2m3N4o5P6q7R8s9"}`;

  test("secrets and e-mail addresses end it with exit 2, until --yes; the secret is never written", async () => {
    const text = asClaudeCode(told(echo(`mail ann@corp-mail.dev with ${key}`)));
    const { mcpvals, cwd, read } = await project(EVERYTHING, { "run.jsonl": text });
    const before = await read("mcp-eval.config.json");
    const refused = await mcpvals("import", "run.jsonl");
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain("e-mail address a…@corp-mail.dev");
    expect(refused.stderr).toContain("the secret");
    expect(refused.stderr).not.toContain(key);
    expect(await read("mcp-eval.config.json")).toBe(before);
    expect(existsSync(join(cwd, "cassettes"))).toBe(false);
    await mcpvals("import", "run.jsonl", "--yes");
    for (const name of await readdir(join(cwd, "cassettes"), { recursive: true })) {
      if (name.endsWith(".yaml")) expect(await readFile(join(cwd, "cassettes", name), "utf8")).not.toContain(key);
    }
  });
});

describe("where the server answers otherwise", () => {
  test("nothing is written, and it ends with exit 3; accepted, the cassette says so for ever", async () => {
    const text = asClaudeCode(told(echo("hi", { result: "Echo: something else" })));
    const { mcpvals, cwd, read } = await project(EVERYTHING, { "run.jsonl": text });
    const refused = await mcpvals("import", "run.jsonl");
    expect(refused.stdout).toMatch(/1 {2}echo {2}differs[^]*transcript {2}Echo: something else[^]*now {9}Echo: hi/);
    expect(refused.code).toBe(3);
    expect(existsSync(join(cwd, "cassettes"))).toBe(false);
    const accepted = await mcpvals("import", "run.jsonl", "--accept-differences");
    expect(accepted.code).toBe(0);
    expect(await read("cassettes/mcp-eval/say-hello.yaml")).toMatch(/differs: \[ 1 \]/);
    expect((await mcpvals("replay")).code).toBe(0);
    for (const reporter of ["markdown", "junit"]) {
      const { stdout } = await mcpvals("replay", "-r", reporter);
      expect(stdout.replaceAll(/\s+/g, " ")).toContain("the server answered call 1 otherwise than the transcript says");
    }
  });

  test("no later turn is played: what Claude would have done then, nobody knows", async () => {
    const turns = [echo("first", { result: "Echo: other" }), echo("second")].map((call) => ({
      text: "",
      calls: [call],
    }));
    const { mcpvals } = await project(EVERYTHING, { "run.jsonl": asClaudeCode({ ...told(), turns }) });
    const { stdout } = await mcpvals("import", "run.jsonl");
    expect(stdout).toContain("2  echo  not called");
  });

  test("a call that reads what another tool wrote ends the ground", async () => {
    const write = { server: null, tool: "Bash", input: { command: "echo x > a.txt" }, result: "" };
    const read = { server: "fs", tool: "read_text_file", input: { path: "/home/dev/project/a.txt" }, result: "x" };
    const list = { server: "fs", tool: "list_directory", input: { path: "/home/dev/project" }, result: "[FILE] b.txt" };
    const turns = [list, write, read, list].map((call) => ({ text: "", calls: [call] }));
    const {
      mcpvals,
      cwd,
      read: readIn,
    } = await project([NEW, RUN], {
      "run.jsonl": asClaudeCode({ ...told(), turns }),
    });
    await mkdir(join(cwd, "ws"));
    await writeFile(join(cwd, "ws", "b.txt"), "b");
    const { stdout } = await mcpvals("import", "run.jsonl", "--state", "ws");
    expect(stdout).toContain("reads what Bash wrote in the transcript");
    expect(stdout).toMatch(/4 {2}list_directory {2}not called/);
    // The file that is missing is nobody's fault: a replay neither passes nor fails.
    expect(await readIn("cassettes/mcp-eval/say-hello.yaml")).not.toMatch(/differs|read_text_file, id/);
    const replayed = await mcpvals("replay");
    expect([replayed.code, replayed.stdout]).toEqual([3, expect.stringContaining("INCONCLUSIVE")]);
  });

  test("a call that the client never made is not made, and one that was cut is not compared", async () => {
    const denied = "Claude requested permissions to use mcp__all__echo, but you haven't granted it yet.";
    const cut = "<persisted-output>\nOutput too large (60KB). Full output saved to: /x\n</persisted-output>";
    const text = asClaudeCode(told(echo("no", { result: denied, isError: true }), echo("big", { result: cut })));
    const { mcpvals } = await project(EVERYTHING, { "run.jsonl": text });
    const { stdout, code } = await mcpvals("import", "run.jsonl");
    expect(stdout).toContain("1  mcp__all__echo  kept as it was: the client had no permission for it");
    expect(stdout).toContain("2  echo  not compared: persisted to a file by the client");
    expect(code).toBe(0);
  });

  test("a tool that the server lacks, and no call of the server at all", async () => {
    const text = asClaudeCode(told(echo("hi"), { ...echo("x"), tool: "gone" }));
    const { mcpvals } = await project(EVERYTHING, {
      "run.jsonl": text,
      "other.jsonl": asClaudeCode(told({ ...echo("x"), tool: "gone" })),
    });
    const lacking = await mcpvals("import", "run.jsonl");
    expect([lacking.code, lacking.stderr]).toEqual([3, expect.stringContaining("the server has no tool gone")]);
    const none = await mcpvals("import", "other.jsonl");
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("has no call of")]);
  });
});

test("a batch takes what is worth it, folds what repeats, and a dry run calls nothing", async () => {
  const { mcpvals, cwd } = await project(EVERYTHING);
  await mkdir(join(cwd, "runs"));
  const runs = {
    "a.jsonl": told(echo("a"), echo("b")),
    "b.jsonl": told(echo("c"), echo("d")),
    "c.jsonl": told(echo("e")),
    "d.jsonl": { ...told(echo("f"), echo("g"), echo("h")), prompt: "Something else." },
  };
  for (const [name, run] of Object.entries(runs)) await writeFile(join(cwd, "runs", name), asClaudeCode(run));
  const dry = await mcpvals("import", "runs", "--min-calls", "2", "--dry-run");
  expect(dry.stdout).toContain("would be called");
  expect(dry.stdout).toContain("b.jsonl makes the same calls as runs/a.jsonl, with other values");
  expect(dry.stdout).toContain("c.jsonl has 1 calls of the server (--min-calls 2)");
  expect(existsSync(join(cwd, "cassettes"))).toBe(false);
  const done = await mcpvals("import", "runs", "--min-calls", "2");
  expect(done.code).toBe(0);
  expect((await readdir(join(cwd, "cassettes", "mcp-eval"))).filter((name) => name.endsWith(".yaml"))).toEqual([
    "say-hello.yaml",
    "something-else.yaml",
  ]);
});

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
