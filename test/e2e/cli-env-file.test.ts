// `--env-file`, and what is said where a missing variable is in the `.env` beside the config.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readVariables } from "../../src/cli/env-files.js";
import { runCli } from "../helpers/run-cli.js";
import { runHere } from "../helpers/run-here.js";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-env-file-"));
  await mkdir(join(cwd, "sub"));
  const config = {
    server: { transport: "stdio", command: "no-such-command-of-anyone", args: ["${PLACE}"] },
    workflows: [{ name: "ask", steps: [{ user: "Where?", expectedState: "${CITY}" }] }],
  };
  await writeFile(join(cwd, "sub", "mcp-eval.config.json"), JSON.stringify(config));
  await writeFile(join(cwd, "sub", ".env"), "# mine\nexport CITY=Paris\nPLACE='Gare du Nord'\nANTHROPIC_API_KEY=k-1\n");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function run(...args: string[]): Promise<{ code: number | null; stderr: string }> {
  const { code, stderr } = await runHere(args, { cwd });
  return { code, stderr };
}

it("a missing variable of the config is named with the file that has it, and each command leads on", async () => {
  const config = "sub/mcp-eval.config.json";
  const first = await run("eval", config, "-q");
  expect(first).toEqual({
    code: 2,
    stderr: `sub/mcp-eval.config.json: the variable CITY is not set (ENV_UNSET)
  workflows[0].steps[0].expectedState: \${CITY}
sub/.env sets CITY, but mcpvals reads it only where you name it.
mcpvals eval sub/mcp-eval.config.json -e sub/.env -q
`,
  });
  const [, ...words] = String(first.stderr.trim().split("\n").at(-1)).split(" ");
  expect((await run(...words)).stderr).toContain("no-such-command-of-anyone");
});

it("so is a missing key", async () => {
  const { stderr } = await runHere(["eval", "sub"], { cwd, env: { CITY: "Rome", PLACE: "x" } });
  expect(stderr).toBe(`ANTHROPIC_API_KEY is not set, so Claude cannot be asked. (MODEL_KEY_MISSING)
sub/.env sets ANTHROPIC_API_KEY, but mcpvals reads it only where you name it.
mcpvals eval sub -e sub/.env
`);
});

it("a variable that only a run needs is named in the same way, also by replay", async () => {
  const { code, stderr } = await runHere(["eval", "sub"], { cwd, env: { CITY: "Rome", ANTHROPIC_API_KEY: "k" } });
  expect([code, stderr.trim().split("\n").at(-1)]).toEqual([2, "mcpvals eval sub -e sub/.env"]);
});

it("of several files the later one counts, and the environment before them", async () => {
  await writeFile(join(cwd, "a.env"), "ONE=a\nTWO=a\nTHREE=a\n");
  await writeFile(join(cwd, "b.env"), "TWO=b\nTHREE=b\n");
  expect(await readVariables(["a.env", "b.env"], { cwd, env: { THREE: "here" } })).toEqual({
    ONE: "a",
    TWO: "b",
    THREE: "here",
  });
});

it("a file that does not exist is an error with the one that was meant", async () => {
  await expect(readVariables(["a.emv"], { cwd, env: {} })).rejects.toMatchObject({
    code: "FILE_NOT_FOUND",
    message: "There is no a.emv",
    fix: "Did you mean a.env?",
  });
});

it("named with -e it is our error, for Node reads --env-file itself, and ends before mcpvals starts", async () => {
  const { code, stderr } = await run("eval", "sub", "-e", "sub/.emv");
  expect([code, stderr]).toEqual([2, "There is no sub/.emv (FILE_NOT_FOUND)\nDid you mean sub/.env?\n"]);
  const byNode = await runCli(["eval", "sub", "--env-file", "sub/.emv"], { cwd });
  expect([byNode.code, byNode.stderr]).toEqual([9, expect.stringMatching(/^\S*node\S*: sub\/\.emv: not found\n$/)]);
});

it("a name that looks like a secret is shown where its variable is not set", async () => {
  const server = {
    transport: "stdio",
    command: "node",
    args: ["--token", "${TRAVEL_TOKEN}", "--header", "Authorization: Bearer ${HEADER_TOKEN}"],
    env: { API_TOKEN: "${API_TOKEN}" },
  };
  const health = [{ name: "reads", tests: [{ name: "x" }] }];
  await writeFile(join(cwd, "unset.config.json"), JSON.stringify({ server, toolHealthSuites: health }));
  const { code, stderr } = await run("replay", "unset.config.json");
  expect([code, stderr]).toEqual([2, expect.stringContaining("TRAVEL_TOKEN, HEADER_TOKEN, API_TOKEN are not set")]);
  expect(stderr).toContain(" args[1]: ${TRAVEL_TOKEN}\n");
  expect(stderr).not.toContain("[redacted");
});
