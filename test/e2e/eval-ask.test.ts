// `eval --ask`: one question without any config, its transcript, and the workflow that it becomes.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { runCli, type CliResult } from "../helpers/run-cli.js";

const SERVER = fileURLToPath(new URL("../../fixtures/servers/calculator.mjs", import.meta.url));
const PROMPT = "What is 15 + 27, exactly?";

let model: StandIn;
let cwd: string;
beforeAll(async () => {
  const turns = [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: "It is 42." }];
  model = await startStandIn({
    workflows: [
      { user: PROMPT, turns },
      { user: "Hello", turns: [{ text: "Hello." }] },
    ],
  });
});
afterAll(() => model.close());
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-ask-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

function run(...args: string[]): Promise<CliResult> {
  return runCli(args, { cwd, env: { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url } });
}

it("prints what Claude said and called, writes no config, and says how to keep it", async () => {
  const { code, stdout, stderr } = await run("eval", "-q", "--ask", PROMPT, "--", "node", SERVER);
  expect(code).toBe(0);
  for (const part of [PROMPT, "add", '{"a":15,"b":27}', "It is 42."]) expect(stdout).toContain(part);
  expect(stderr).toBe(
    `To keep a question as a workflow, ask it with --save: mcpvals eval --ask '${PROMPT}' --save -q -- node ${SERVER}\n`,
  );
  expect(await readdir(cwd)).toEqual([".mcpvals"]);
});

it("becomes a workflow with --save, is recorded without asking again, and replays", async () => {
  const asked = await run("eval", "-q", "--ask", PROMPT, "--save", "--", "node", SERVER);
  expect([asked.code, asked.stderr]).toEqual([0, ""]);
  const [last = ""] = asked.stdout.trimEnd().split("\n").slice(-1);
  expect(last).toBe(
    "To record it without asking Claude again: mcpvals record --from-last mcp-eval.config.json -t what-is-15-27-exactly",
  );
  expect(JSON.parse(await readFile(join(cwd, "mcp-eval.config.json"), "utf8"))).toEqual({
    $schema: "./node_modules/mcpvals/docs/config.schema.json",
    server: { transport: "stdio", command: "node", args: [SERVER] },
    workflows: [{ name: "what-is-15-27-exactly", steps: [{ user: PROMPT }], expectTools: ["add"] }],
  });
  const requests = model.requests.length;
  const recorded = await run(...last.split(" ").slice(last.split(" ").indexOf("mcpvals") + 1));
  expect([recorded.code, recorded.code === 0 ? "" : recorded.stdout]).toEqual([0, ""]);
  expect((await run("replay", "-q")).code).toBe(0);
  expect(model.requests.length).toBe(requests);

  // The config has a server of its own now.
  const again = await run("eval", "--ask", "Hello", "--save", "--", "node", SERVER);
  expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("which is there (BAD_USAGE)")]);
  expect(model.requests.length).toBe(requests);
});

it("with a config asks its server, and is added to it as it is laid out", async () => {
  const text = (more: string): string => `{
  "server": { "transport": "stdio", "command": "node", "args": ["${SERVER}"] },
  "workflows": [
    { "name": "hello", "steps": [{ "user": "Hi" }] }${more}
  ],
  "maxTurns": 7
}
`;
  await writeFile(join(cwd, "calc.mcp-eval.config.json"), text(""));
  const { code, stdout } = await run("eval", "-q", "--ask", "Hello", "--save");
  expect([code, stdout.split("\n").at(-3)]).toEqual([0, "Saved as the workflow hello-2 in calc.mcp-eval.config.json."]);
  expect(await readFile(join(cwd, "calc.mcp-eval.config.json"), "utf8")).toBe(
    text(',\n    { "name": "hello-2", "steps": [{ "user": "Hello" }] }'),
  );
});

it("says what it needs: a server, a key, and no other choice of workflows", async () => {
  const none = await run("eval", "--ask", "Hello");
  expect([none.code, none.stderr]).toEqual([
    2,
    `--ask needs a server, and there is no config here (BAD_USAGE)
Name its command: mcpvals eval --ask Hello -- node server.js
`,
  ]);
  const key = await runCli(["eval", "--ask", "Hello", "--", "node", SERVER], { cwd });
  expect([key.code, key.stderr.split("\n")[0]]).toEqual([4, expect.stringContaining("ANTHROPIC_API_KEY is not set")]);
  expect((await run("eval", "--ask", "Hello", "-t", "x", "--", "node", SERVER)).stderr).toContain(
    "--workflow has no meaning beside --ask",
  );
  expect((await run("eval", "--save")).stderr).toContain("--save needs --ask");
});

it("of a server that does not start is its report", async () => {
  const { code, stdout } = await run("eval", "-q", "--ask", "Hello", "--", "node", "dist/none.js");
  expect([code, stdout]).toEqual([1, expect.stringContaining("dist/none.js does not exist")]);
});
