import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  EVERYTHING,
  importProject,
  NEW_FILES,
  REPEAT,
  RUN,
  said,
  told,
  turnsIn,
  type ImportProject,
} from "../../helpers/import-project.js";
import { asClaudeCode, asStreamJson, type ToldCall } from "../../helpers/transcripts.js";

let project: ImportProject;
afterEach(() => project.end());

const importOf = async (args: readonly string[], run: Parameters<typeof asClaudeCode>[0]): Promise<ImportProject> =>
  (project = await importProject(args, { "run.jsonl": asClaudeCode(run) }));
/** Each call in a turn of its own. */
const oneByOne = (...calls: ToldCall[]) => ({ ...told(), turns: calls.map((call) => ({ text: "", calls: [call] })) });

describe("where the server answers otherwise", () => {
  test("nothing is written, and it ends with exit 3; accepted, the cassette says so for ever", async () => {
    const { mcpvals, read, hasCassettes } = await importOf(REPEAT, told(said("say", { a: 1 }, { result: '{"a":2}' })));
    const refused = await mcpvals("import", "run.jsonl");
    expect(refused.stdout).toMatch(/1 {2}say {2}differs[^]*transcript {2}\{"a":2\}[^]*now {9}\{"a":1\}/);
    expect([refused.code, hasCassettes()]).toEqual([3, false]);
    expect((await mcpvals("import", "run.jsonl", "--accept-differences")).code).toBe(0);
    expect(await read("cassettes/mcp-eval/say-hello.yaml")).toMatch(/differs: \[ 1 \]/);
    expect((await mcpvals("replay")).code).toBe(0);
    for (const reporter of ["markdown", "junit"]) {
      const { stdout } = await mcpvals("replay", "-r", reporter);
      expect(stdout.replaceAll(/\s+/g, " ")).toContain("the server answered call 1 otherwise than the transcript says");
    }
  });

  test("no later turn is played: what Claude would have done then, nobody knows", async () => {
    const { mcpvals } = await importOf(
      REPEAT,
      oneByOne(said("say", { a: 1 }, { result: "no" }), said("say", { a: 2 })),
    );
    expect((await mcpvals("import", "run.jsonl")).stdout).toContain("2  say  not called");
  });

  test("an answer that became an error, and an error that became an answer, differ", async () => {
    const { mcpvals } = await importOf(
      REPEAT,
      told(said("fail", { a: 1 }, { isError: false }), said("say", { a: 1 }, { isError: true })),
    );
    const { code, stdout } = await mcpvals("import", "run.jsonl");
    expect([code, stdout]).toEqual([3, expect.stringMatching(/1 {2}fail {2}differs[^]*2 {2}say {2}differs/)]);
  });

  test("a call that reads what another tool wrote ends the ground, and import does not say that it replays", async () => {
    const write = { server: null, tool: "Bash", input: { command: "echo x > a.txt" }, result: "" };
    const read = { server: "fs", tool: "read_text_file", input: { path: "/home/dev/project/a.txt" }, result: "x" };
    const list = { server: "fs", tool: "list_directory", input: { path: "/home/dev/project" }, result: "[FILE] b.txt" };
    const { mcpvals, cwd, read: readIn } = await importOf([NEW_FILES, RUN], oneByOne(list, write, read, list));
    await mkdir(join(cwd, "ws"));
    await writeFile(join(cwd, "ws", "b.txt"), "b");
    const { code, stdout } = await mcpvals("import", "run.jsonl", "--state", "ws");
    expect(stdout).toContain("reads what Bash wrote in the transcript");
    expect(stdout).toMatch(/4 {2}list_directory {2}not called/);
    expect(stdout).toContain("It replays to there and is inconclusive from there on");
    expect([code, stdout]).toEqual([3, expect.not.stringContaining("It replays:")]);
    // The file that is missing is nobody's fault: a replay neither passes nor fails.
    expect(await readIn("cassettes/mcp-eval/say-hello.yaml")).not.toMatch(/differs|read_text_file, id/);
    const replayed = await mcpvals("replay");
    expect([replayed.code, replayed.stdout]).toEqual([3, expect.stringContaining("INCONCLUSIVE")]);
  });
});

describe("calls whose results are no answers of the server", () => {
  test.each([
    ["Claude requested permissions to use mcp__repeat__say, but you haven't granted it yet.", "no permission"],
    ["Permission to use mcp__repeat__say has been denied.", "no permission"],
    ["The user doesn't want to proceed with this tool use. The tool use was rejected.", "the user refused it"],
    ["[Request interrupted by user for tool use]", "the user interrupted it"],
    ["<tool_use_error>InputValidationError: bad</tool_use_error>", "the client refused it"],
    ["Error: No such tool available: mcp__repeat__say", "the client did not know the tool"],
    ["PreToolUse:mcp__repeat__say hook error: [check.sh]: no", "a hook of the client refused it"],
  ])("%s: it is not made", async (result, why) => {
    const never = said("say", { never: true }, { result, isError: true });
    const { mcpvals } = await importOf(REPEAT, told(never, said("say", { a: 1 })));
    const { stdout, code } = await mcpvals("import", "run.jsonl");
    expect([code, stdout]).toEqual([0, expect.stringMatching(`1  mcp__repeat__say  kept as it was: .*${why}`)]);
    expect((await turnsIn(project, "say-hello"))[0]?.calls.map(({ input }) => input)).toEqual([{ a: 1 }]);
  });

  test.each([
    [
      "<persisted-output>\nOutput too large (60KB). Full output saved to: /x\n</persisted-output>",
      "persisted to a file",
    ],
    ["Error: result (51,234 characters) exceeds maximum allowed tokens. Output has been saved to /x", "too long"],
    ['{"a":1… [OUTPUT TRUNCATED - exceeded 25000 token limit]', "truncated by the client"],
    ["[Old tool result content cleared]", "cleared by the client"],
  ])("%s: it is made, and not compared", async (result, why) => {
    const { mcpvals } = await importOf(REPEAT, told(said("say", { a: 1 }, { result })));
    const { stdout, code } = await mcpvals("import", "run.jsonl");
    expect([code, stdout]).toEqual([0, expect.stringContaining(`1  say  not compared: ${why}`)]);
    // The cassette holds what the server answers.
    expect((await turnsIn(project, "say-hello"))[0]?.calls).toEqual([
      { tool: "say", input: { a: 1 }, result: '{"a":1}' },
    ]);
  });

  test("an error of the server's own that speaks of a hook is its answer", async () => {
    const { mcpvals } = await importOf(REPEAT, told(said("fail", { why: "webhook error: no route" })));
    const { code, stdout } = await mcpvals("import", "run.jsonl");
    expect([code, stdout]).toEqual([0, expect.stringContaining("1  fail  same")]);
  });

  test("a tool that the server lacks, and no call of the server at all", async () => {
    const gone = { ...said("say", {}), tool: "gone" };
    const { mcpvals, write, hasCassettes } = await importOf(REPEAT, told(said("say", { a: 1 }), gone));
    const lacking = await mcpvals("import", "run.jsonl");
    expect([lacking.code, lacking.stderr]).toEqual([3, expect.stringContaining("the server has no tool gone")]);
    await write("other.jsonl", asClaudeCode(told(gone)));
    const none = await mcpvals("import", "other.jsonl");
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("has no call of")]);
    expect(hasCassettes()).toBe(false);
  });
});

test("two servers with such a tool are an error, until --server names one; the other's call is never made", async () => {
  const mine = said("say", { mine: true });
  const { mcpvals } = await importOf(REPEAT, told(mine, { ...said("say", { other: true }), server: "other" }));
  const open = await mcpvals("import", "run.jsonl");
  expect([open.code, open.stderr]).toEqual([2, expect.stringContaining("--server repeat or --server other")]);
  const { code, stdout } = await mcpvals("import", "run.jsonl", "--server", "repeat");
  expect([code, stdout]).toEqual([0, expect.stringContaining("2  mcp__other__say  another tool: kept as it was")]);
  expect((await turnsIn(project, "say-hello"))[0]?.calls.map(({ input }) => input)).toEqual([{ mine: true }]);
});

test.each([
  ["Claude Code", asClaudeCode],
  ["stream-json", asStreamJson],
] as const)(
  "%s: an id that the server makes is sent on as it is now, and its times may differ",
  async (_name, write) => {
    const id = "0b7e3a52-7f0c-4a7e-9d3c-2f9c1d5b6a10";
    const make = said("say", {}, { tool: "make", result: JSON.stringify({ id, at: "2026-11-28T10:00:00.500Z" }) });
    const find = said("say", { id }, { tool: "find", result: `Found ${id}` });
    const { mcpvals } = (project = await importProject(REPEAT, { "run.jsonl": write(oneByOne(make, find)) }));
    const { code, stdout } = await mcpvals("import", "run.jsonl", "--prompt", "Say hello.");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/find {2}same but for what the server makes again/)]);
    expect((await mcpvals("replay")).code).toBe(0);
  },
);

test.each([
  ["2026-11-28T10:20:00.400Z", 0],
  // Before the session began, and after the result was there.
  ["2026-11-28T09:50:00.400Z", 3],
  ["2026-11-28T10:40:00.400Z", 3],
])("a time of %s, in a result that came 20 minutes into the session", async (at, code) => {
  const id = "0b7e3a52-7f0c-4a7e-9d3c-2f9c1d5b6a10";
  const make = said("say", {}, { tool: "make", result: JSON.stringify({ id, at }) });
  const [first = "", ...lines] = asClaudeCode(oneByOne(said("say", { a: 1 }), make)).split("\n");
  const half = lines.findIndex((line) => line.includes('"make"'));
  const later = lines.map((line, index) => (index < half ? line : line.replace("T10:00:00.000Z", "T10:20:00.000Z")));
  project = await importProject(REPEAT, { "run.jsonl": [first, ...later].join("\n") });
  expect((await project.mcpvals("import", "run.jsonl")).code).toBe(code);
});

test("an id that the server did not make is sent as it is, and the error that it gets differs", async () => {
  const id = "0b7e3a52-7f0c-4a7e-9d3c-2f9c1d5b6a10";
  const find = said("say", { id }, { tool: "find", result: `Found ${id}` });
  const { mcpvals } = await importOf(REPEAT, oneByOne(find));
  const { code, stdout } = await mcpvals("import", "run.jsonl");
  expect([code, stdout]).toEqual([3, expect.stringContaining("now         No such id")]);
});

test("the server of the suite is another one than that of the transcript", async () => {
  const { mcpvals } = await importOf(EVERYTHING, told(said("say", { a: 1 })));
  const { code, stderr } = await mcpvals("import", "run.jsonl");
  expect([code, stderr]).toEqual([2, expect.stringMatching(/It calls mcp__repeat__say\. .*The server lists .*echo/s)]);
});
