import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { importProject, REPEAT, said, told, type ImportProject } from "../../helpers/import-project.js";
import { asClaudeCode, asSession, type Told } from "../../helpers/transcripts.js";

let project: ImportProject;
afterEach(() => project.end());

const cassettes = async (): Promise<string[]> =>
  (await readdir(join(project.cwd, "cassettes", "mcp-eval"))).filter((name) => name.endsWith(".yaml")).toSorted();
const asked = (prompt: string, ...calls: Parameters<typeof told>): Told => ({ ...told(...calls), prompt });

describe("a batch", () => {
  const runs = {
    "runs/a.jsonl": asked("Say hello.", said("say", { a: 1 }), said("say", { b: 1 })),
    "runs/b.jsonl": asked("Say hello again.", said("say", { a: 2 }), said("say", { b: 2 })),
    "runs/c.jsonl": asked("Say one.", said("say", { c: 1 })),
    "runs/d.jsonl": asked("Look.", said("look", { d: 1 }), said("say", { d: 2 }), said("say", { d: 3 })),
  };
  const written = Object.fromEntries(Object.entries(runs).map(([name, run]) => [name, asClaudeCode(run)]));

  test("takes what is worth it, folds what repeats, and a dry run calls nothing", async () => {
    project = await importProject(REPEAT, { ...written, "runs/e.jsonl": "no transcript\n" });
    const { mcpvals, hasCassettes } = project;
    const dry = await mcpvals("import", "runs", "--min-calls", "2", "--dry-run");
    expect(dry.stdout).toContain("would be called");
    expect(dry.stdout).toContain("b.jsonl makes the same calls as runs/a.jsonl, with other values");
    expect(dry.stdout).toContain("c.jsonl has 1 calls of the server (--min-calls 2)");
    expect(dry.stdout).toContain("runs/e.jsonl is no transcript that import knows");
    expect([dry.code, hasCassettes()]).toEqual([0, false]);
    const done = await mcpvals("import", "runs", "--min-calls", "2");
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining("2 of 5 transcripts imported")]);
    expect(await cassettes()).toEqual(["look.yaml", "say-hello.yaml"]);
    const again = await mcpvals("import", "runs", "--min-calls", "2");
    expect(again.stdout).toContain("runs/a.jsonl was imported before, as the workflow say-hello");
  });

  test.each([
    [["--limit", "1"], ["say-hello.yaml"], "is one more than --limit 1"],
    [["--only-tool", "look"], ["look.yaml"], "does not call look (--only-tool)"],
  ])("with %s", async (flags, expected, why) => {
    project = await importProject(REPEAT, written);
    const { code, stdout } = await project.mcpvals("import", "runs/*.jsonl", ...flags);
    expect([code, stdout]).toEqual([0, expect.stringContaining(why)]);
    expect(await cassettes()).toEqual(expected);
  });

  test("of which nothing is worth it is an error that says why", async () => {
    project = await importProject(REPEAT, written);
    const { code, stderr } = await project.mcpvals("import", "runs", "--only-tool", "fail");
    expect([code, stderr]).toEqual([2, expect.stringContaining("runs/a.jsonl does not call fail (--only-tool)")]);
  });

  test("goes on where one differs, writes the others, and ends with exit 3", async () => {
    const differs = asClaudeCode(asked("Fail.", said("fail", { a: 1 }, { result: "no" })));
    project = await importProject(REPEAT, { "runs/a.jsonl": written["runs/a.jsonl"] ?? "", "runs/b.jsonl": differs });
    const { code, stdout } = await project.mcpvals("import", "runs");
    expect([code, stdout]).toEqual([3, expect.stringContaining("1 of 2 transcripts imported")]);
    expect(await cassettes()).toEqual(["say-hello.yaml"]);
  });
});

describe("what is expected of an imported run", () => {
  const calls = {
    ...told(said("look", { q: "pasta" }), said("say", { found: "ravioli-7" })),
    answer: "It is ravioli-7.",
  };

  test("--propose writes its tools in order, and the shortest word of the answer that is in the last result", async () => {
    project = await importProject(REPEAT, { "run.jsonl": asClaudeCode(calls) });
    expect((await project.mcpvals("import", "run.jsonl", "--propose")).code).toBe(0);
    const [workflow] = JSON.parse(await project.read("mcp-eval.config.json")).workflows;
    expect(workflow).toEqual({
      name: "say-hello",
      expectTools: ["look", "say"],
      steps: [{ user: "Say hello.", expectedState: "ravioli-7" }],
    });
    const replayed = await project.mcpvals("replay", "-r", "json");
    expect(JSON.parse(replayed.stdout).evaluations[0].results).toMatchObject([
      { score: 1 },
      { score: 1 },
      { score: 1 },
    ]);
  });

  test("without it nothing; of a session the tools in order, and a state only with it", async () => {
    project = await importProject(REPEAT, { "run.jsonl": asClaudeCode(calls), "session.yaml": asSession(calls) });
    await project.mcpvals("import", "run.jsonl");
    await project.mcpvals("import", "session.yaml", "--prompt", "What is there?");
    const { workflows } = JSON.parse(await project.read("mcp-eval.config.json"));
    expect(workflows).toEqual([
      { name: "say-hello", steps: [{ user: "Say hello." }] },
      { name: "what-is-there", expectTools: ["look", "say"], steps: [{ user: "What is there?" }] },
    ]);
  });

  test("a session without --prompt is an error that asks for it", async () => {
    project = await importProject(REPEAT, { "session.yaml": asSession(calls) });
    const { code, stderr } = await project.mcpvals("import", "session.yaml");
    expect([code, stderr]).toEqual([2, expect.stringContaining("--prompt")]);
  });
});

describe("what cannot be imported", () => {
  const run = asClaudeCode(told(said("say", { a: 1 })));
  const rewound = [
    '{"parentUuid":null,"isSidechain":false,"type":"user","message":{"role":"user","content":"Again."},"uuid":"b001","sessionId":"s","version":"2.1.197"}',
    '{"parentUuid":"b001","isSidechain":false,"type":"assistant","message":{"id":"m9","role":"assistant","model":"m","content":[{"type":"tool_use","id":"t9","name":"mcp__repeat__say","input":{"b":2}}],"stop_reason":"tool_use"},"uuid":"b002","sessionId":"s","version":"2.1.197"}',
    '{"parentUuid":"b002","isSidechain":false,"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t9","content":[{"type":"text","text":"{\\"b\\":2}"}]}]},"uuid":"b003","sessionId":"s","version":"2.1.197"}',
  ];
  const tree = [
    ...run
      .trim()
      .split("\n")
      .filter((line) => !line.includes("last-prompt")),
    ...rewound,
  ].join("\n");

  test("several branches: an error that names them, and --leaf imports each", async () => {
    project = await importProject(REPEAT, { "run.jsonl": `${tree}\n` });
    const open = await project.mcpvals("import", "run.jsonl");
    expect([open.code, open.stderr]).toEqual([2, expect.stringMatching(/2 branches that end[^]*--leaf b002/)]);
    expect((await project.mcpvals("import", "run.jsonl", "--leaf", "b002")).code).toBe(0);
    const [first] = /--leaf 0\w+/.exec(open.stderr) ?? [""];
    expect((await project.mcpvals("import", "run.jsonl", ...first.split(" "))).code).toBe(0);
    expect(await cassettes()).toEqual(["again.yaml", "say-hello.yaml"]);
    const none = await project.mcpvals("import", "run.jsonl", "--leaf", "ffff");
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("no line with the uuid ffff")]);
  });

  test.each([
    ["an unknown version", asClaudeCode(told(said("say", { a: 1 })), "3.0.1"), "was written by Claude Code 3.0.1"],
    ["a last line that is cut off", run.slice(0, -30), "the last line, is cut off"],
    [
      "a format that is not read yet",
      JSON.stringify({ log: { entries: [] } }),
      "a HAR recording, which import does not",
    ],
    [
      "no call of the server",
      asClaudeCode(told({ ...said("say", {}), server: null, tool: "Bash" })),
      "has no call of this",
    ],
  ])("%s", async (_what, text, error) => {
    project = await importProject(REPEAT, { "run.jsonl": text });
    const { code, stderr } = await project.mcpvals("import", "run.jsonl");
    expect([code, stderr, project.hasCassettes()]).toEqual([2, expect.stringContaining(error), false]);
  });
});
