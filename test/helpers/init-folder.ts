// A folder in which `init` finds a server, and the way from there to a green replay; Claude is played by the stand-in, which
// calls the tools that init chose.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { runHere, type HereResult } from "./run-here.js";

/** The file of a published server. */
export function publishedServer(name: string): string {
  return resolve(import.meta.dirname, "../../node_modules/@modelcontextprotocol", name, "dist/index.js");
}

type WrittenConfig = {
  server: Record<string, unknown>;
  state?: string;
  workflows: { name: string; steps: { user: string; expectTools: string[] }[] }[];
  toolHealthSuites?: { tests: { name: string }[] }[];
};

/** Makes folders in one that is there while the tests of a file run. */
export function useInitFolders(): (name: string, files?: Record<string, string>) => Promise<string> {
  let root: string;
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "mcpvals-init-test-"));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));
  return async (name, files = {}) => {
    const cwd = join(root, name);
    await mkdir(cwd);
    for (const [file, text] of Object.entries(files)) {
      await mkdir(join(cwd, file, ".."), { recursive: true });
      await writeFile(join(cwd, file), text);
    }
    return cwd;
  };
}

/** The config that `init` wrote. */
export async function readWritten(cwd: string): Promise<WrittenConfig> {
  return JSON.parse(await readFile(join(cwd, "mcp-eval.config.json"), "utf8"));
}

interface Ways {
  init: HereResult;
  config: WrittenConfig;
}

interface Played {
  /** What the stand-in sends to a tool. */
  inputs?: Record<string, object>;
  env?: Record<string, string>;
  /** The tool that it calls before another one. */
  before?: Record<string, string>;
  /** The one workflow that is recorded and replayed; all without. */
  only?: string;
}

/** init, record, replay; each must end well. */
export async function goAllTheWay(
  cwd: string,
  args: readonly string[],
  { inputs = {}, env = {}, before = {}, only }: Played = {},
): Promise<Ways> {
  const chosen = only === undefined ? [] : ["-t", only];
  const init = await runHere(["init", "--yes", ...args], { cwd });
  expect([init.code, init.stderr]).toEqual([0, expect.stringContaining("Starting ")]);
  const config = await readWritten(cwd);
  const workflows = config.workflows.map(({ steps: [step] }) => {
    const tools = (step?.expectTools ?? []).flatMap((tool) => [before[tool] ?? [], tool].flat());
    const calls = tools.map((tool) => ({ calls: [{ tool, input: inputs[tool] ?? {} }] }));
    return { user: step?.user, turns: [...calls, { text: "That is what it says." }] };
  });
  const model = await startStandIn({ workflows });
  try {
    const keys = { ...env, ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: model.url };
    const recorded = await runHere(["record", ...chosen], { cwd, env: keys });
    expect([recorded.code, recorded.code === 0 ? "" : recorded.stdout]).toEqual([0, ""]);
  } finally {
    await model.close();
  }
  const replayed = await runHere(["replay", ...chosen], { cwd, env });
  expect([replayed.code, replayed.code === 0 ? "" : replayed.stdout]).toEqual([0, ""]);
  return { init, config };
}
