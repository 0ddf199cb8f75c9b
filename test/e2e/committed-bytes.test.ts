// What record commits: nothing of the machine it ran on, and nothing that changes by itself.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { runCli } from "../helpers/run-cli.js";

const WHERE = fileURLToPath(new URL("../../fixtures/servers/where.mjs", import.meta.url));
const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url)).replace(/\/$/, "");
const pointer = (at: string) => ({ $result: 1, pointer: at });
const script = {
  workflows: [
    {
      user: "Where are you?",
      turns: [
        { text: "Let me see.", calls: [{ tool: "where", input: {} }] },
        {
          calls: [
            { tool: "look", input: { path: pointer("/cwd") } },
            { tool: "look", input: { path: { $text: [pointer("/home"), "/notes.md"] } } },
          ],
        },
        { calls: [{ tool: "look", input: { path: { $text: ["file://", pointer("/tmp"), "/x"] } } }] },
        { text: ["I am in ", pointer("/cwd"), ", at ", pointer("/address"), "; you live in ", pointer("/home"), "."] },
      ],
    },
    { user: "How is the weather?", turns: [{ calls: [{ tool: "weather", input: {} }] }, { text: "As I said." }] },
  ],
};

let root: string;
let model: StandIn;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "mcpvals-bytes-"));
  model = await startStandIn(script);
});
afterAll(async () => {
  await model.close();
  await rm(root, { recursive: true, force: true });
});

/** A machine of its own: project, home and temporary folder with telling names. */
function makeMachine(name: string): { project: string; env: Record<string, string>; names: string[] } {
  const machine = join(root, name);
  const [project, home, tmp] = ["work/secret-project", "home/jane-canary", "tmp-canary"].map((part) =>
    join(machine, part),
  );
  for (const folder of [project, home, tmp]) mkdirSync(folder ?? "", { recursive: true });
  mkdirSync(join(project ?? "", ".git"));
  const env = {
    HOME: home ?? "",
    TMPDIR: tmp ?? "",
    ANTHROPIC_API_KEY: "stand-in-key-0123456789",
    ANTHROPIC_BASE_URL: model.url,
  };
  return {
    project: project ?? "",
    env,
    names: [root, name, "secret-project", "jane-canary", "tmp-canary", REPOSITORY],
  };
}
const workflows = [{ name: "where", steps: [{ user: "Where are you?", expectedState: "I am in" }] }];
const servers = {
  stdio: { transport: "stdio", command: process.execPath, args: ["${WHERE}"], env: { TMPDIR: "${TMPDIR}" } },
  http: {
    transport: "shttp",
    command: process.execPath,
    args: ["${WHERE}", "--http", "${MCPVALS_PORT}"],
    env: { TMPDIR: "${TMPDIR}" },
    url: "http://127.0.0.1:${MCPVALS_PORT}/mcp",
  },
};
function committed(project: string): string {
  const folder = join(project, "cassettes");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), "latin1")}`)
    .join("\n");
}

describe("what is committed", () => {
  it.each(["stdio", "http"] as const)(
    "has no path, user or port of the machine in any byte (%s), and replays on another",
    async (kind) => {
      const here = makeMachine(`${kind}-here-canary`);
      const there = makeMachine(`${kind}-there`);
      const config = JSON.stringify({ server: servers[kind], workflows });
      for (const { project } of [here, there]) writeFileSync(join(project, "mcpvals.config.json"), config);
      const recorded = await runCli(["record", "-d"], { cwd: here.project, env: { ...here.env, WHERE } });
      expect(recorded.stderr + recorded.stdout).toContain("PASSED");
      expect(recorded.code).toBe(0);

      const bytes = committed(here.project);
      for (const name of here.names) expect(bytes).not.toContain(name);
      const ports = /127\.0\.0\.1:(\d+)/.exec(recorded.stderr);
      if (kind === "http") expect(bytes).not.toContain(ports?.[1] ?? "no port was seen");
      expect(bytes).not.toMatch(/(?:localhost|127\.0\.0\.1):\d/);
      for (const place of ["[config]", "[home]", "[tmp]", "[env:WHERE]"]) expect(bytes).toContain(place);

      const { ANTHROPIC_API_KEY: _, ...env } = there.env;
      cpSync(join(here.project, "cassettes"), join(there.project, "cassettes"), { recursive: true });
      const replayed = await runCli(["replay"], { cwd: there.project, env: { ...env, WHERE } });
      expect(replayed.stdout).toContain("PASSED");
      expect(replayed.code).toBe(0);
      expect((await runCli(["lint"], { cwd: there.project, env: { ...env, WHERE } })).stdout).toContain(
        "Nothing found in 1 cassette",
      );
    },
  );
});

describe("recording again", () => {
  const machine = (): ReturnType<typeof makeMachine> => makeMachine("again");
  const cassette = (project: string): string => join(project, "cassettes", "mcpvals", "weather.yaml");
  const configure = (project: string, word: string): void => {
    const server = { ...servers.stdio, args: [WHERE, "--word", word] };
    writeFileSync(
      join(project, "mcpvals.config.json"),
      JSON.stringify({ server, workflows: [{ name: "weather", steps: [{ user: "How is the weather?" }] }] }),
    );
  };
  const lines = (text: string): string[] => text.split("\n");
  /** Lines of one that the other has not, by a diff of lines that stay in order. */
  function changedLines(one: string, other: string): { gone: string[]; come: string[] } {
    const [a, b] = [lines(one), lines(other)];
    expect(a.length).toBe(b.length);
    const differ = a.map((line, at) => [line, b[at] ?? ""] as const).filter(([was, is]) => was !== is);
    return { gone: differ.map(([was]) => was), come: differ.map(([, is]) => is) };
  }
  const isFact = (line: string): boolean => /^seal: |^ {2}(?:recorded|turns|calls): /.test(line);

  it("an unchanged workflow changes only facts and seal; one other word changes only its lines", async () => {
    const { project, env } = machine();
    configure(project, "sunny");
    expect((await runCli(["record"], { cwd: project, env })).code).toBe(0);
    const first = readFileSync(cassette(project), "utf8");
    expect((await runCli(["record", "--mode", "all"], { cwd: project, env })).code).toBe(0);
    const again = readFileSync(cassette(project), "utf8");
    expect(again).not.toBe(first);
    const same = changedLines(first, again);
    expect(same.gone.filter((line) => !isFact(line))).toEqual([]);
    expect(same.come.filter((line) => !isFact(line))).toEqual([]);

    configure(project, "windy");
    expect((await runCli(["record", "-t", "weather", "--mode", "all"], { cwd: project, env })).code).toBe(0);
    const other = changedLines(first, readFileSync(cassette(project), "utf8"));
    expect(other.gone.filter((line) => !isFact(line))).toEqual([
      "            - { day: Tuesday, sky: sunny }",
      "          Tuesday is sunny.",
    ]);
    expect(other.come.filter((line) => !isFact(line))).toEqual([
      "            - { day: Tuesday, sky: windy }",
      "          Tuesday is windy.",
    ]);
  });
});
