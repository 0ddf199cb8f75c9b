import { appendFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { createPlaces } from "../../src/places/places.js";
import { storePlaceOf } from "../../src/cassette/store-place.js";
import { writeCassette } from "../../src/cassette/store.js";
import { hideTrace } from "../../src/places/trace-places.js";
import { loadSuite } from "../../src/config/load.js";
import type { Config } from "../../src/config/schema-written.js";
import { listSuite } from "../../src/run/list.js";
import { readMachine } from "../../src/places/machine.js";
import type { Trace } from "../../src/trace/trace.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-list-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function trace(user: string): Trace {
  const contract = { server: { name: "s", version: "1" }, capabilities: {}, tools: [] };
  const turn = {
    content: [{ type: "text", text: "Done." }],
    stop: { reason: "end_turn" },
    calls: [],
    tools: contract.tools,
    usage: { input: 1, output: 1 },
    ms: 1,
    retries: 0,
  };
  return {
    workflow: "tidy up",
    sources: { model: "live", server: "live" },
    model: { name: "claude-x", answered: "stand-in", maxTokens: 8192 },
    system: null,
    instructions: true,
    server: { name: "s", version: "1", protocol: "2025-06-18" },
    contract,
    steps: [{ user, turns: [turn] }],
    end: { kind: "completed" },
    findings: [],
    stderr: "",
    startedAt: "2026-11-27T20:39:00.000Z",
    ms: 1,
  };
}

const config = (user: string, more: Config = {}): Config => ({
  server: { transport: "stdio", command: "node", args: ["s.js"] },
  workflows: [{ name: "tidy up", steps: [{ user }] }],
  ...more,
});

/** The run's folder and port as they were when it was recorded. */
const RUN = { run: [join(tmpdir(), "mcpvals-run-of-then")], port: 41234 };

async function record(source: Config, user: string, env: Record<string, string> = {}): Promise<string> {
  const suite = await loadSuite(source, { cwd: folder, env, mayRun: true });
  const places = createPlaces({ ...readMachine(folder), ...RUN, env });
  const cassette = buildCassette(hideTrace(trace(user), places), { by: "mcpvals 0.1.0", scores: {} });
  return writeCassette(storePlaceOf(suite), { cassette, contract: trace(user).contract });
}

async function list(source: Config, env: Record<string, string> = {}) {
  const suite = await loadSuite(source, { cwd: folder, env, allowUnset: true, mayRun: true });
  return listSuite(suite, { workflows: [], env });
}
const stateOf = async (source: Config, env: Record<string, string> = {}) =>
  (await list(source, env)).workflows[0]?.cassette;

describe("the state of a cassette in a listing", () => {
  it("is missing where there is none", async () => {
    expect(await stateOf(config("hi"))).toEqual({ state: "missing" });
  });

  it("is recorded, with date and models, where nothing changed", async () => {
    const file = await record(config("hi"), "hi");
    expect(await stateOf(config("hi"))).toEqual({
      state: "recorded",
      ms: 1,
      file,
      at: "2026-11-27T20:39:00.000Z",
      model: "claude-x",
      answered: "stand-in",
    });
  });

  it("is stale, and says by what, where a prompt, the system prompt or a named model changed", async () => {
    await record(config("hi"), "hi");
    for (const [source, change] of [
      [config("hello"), /step 1 was "hi", is "hello"/],
      [config("hi", { system: "Be brief." }), /system prompt/],
      [config("hi", { model: "claude-y" }), /model was "claude-x", is "claude-y"/],
    ] as const) {
      expect(await stateOf(source)).toMatchObject({ state: "stale", changed: [expect.stringMatching(change)] });
    }
    expect(await stateOf(config("hi", { model: "claude-x", timeout: 5 }))).toMatchObject({ state: "recorded" });
  });

  it("is unreadable, with the reason, where somebody edited it", async () => {
    const file = await record(config("hi"), "hi");
    await appendFile(file, "# note\n");
    expect(await stateOf(config("hi"))).toMatchObject({ state: "unreadable", file, code: "CASSETTE_SEAL" });
  });

  it("is unreadable where the contract that it names is missing", async () => {
    const file = await record(config("hi"), "hi");
    await rm(join(dirname(file), "contracts"), { recursive: true });
    expect(await stateOf(config("hi"))).toMatchObject({ state: "unreadable", code: "CASSETTE_FILE_MISSING" });
  });

  it("knows a prompt again that names folders of the machine, the run's folder and port, and variables", async () => {
    const prompt = (run: string, port: string, name: string): string =>
      `Tidy ${folder}/notes and ${run}/out, ask http://localhost:${port}/ for ${name}.`;
    const source = config(prompt("${MCPVALS_TMP}", "${MCPVALS_PORT}", "${WHO}"));
    const env = { WHO: "Augusta Ada King" };
    await record(source, prompt(RUN.run[0] ?? "", String(RUN.port), env.WHO), env);
    expect(await stateOf(source, env)).toMatchObject({ state: "recorded" });
    expect(await stateOf(source, { WHO: "Charles Babbage" })).toMatchObject({ state: "recorded" });
    expect(await stateOf(config(`${prompt("${MCPVALS_TMP}", "1", "${WHO}")}`), env)).toMatchObject({ state: "stale" });
  });

  it("claims no change where a variable is not set and nobody can tell", async () => {
    const source = config("Greet ${WHO}");
    await record(source, "Greet Augusta Ada", { WHO: "Augusta Ada" });
    expect(await stateOf(source)).toMatchObject({ state: "recorded" });
  });
});

describe("what a listing says of a suite", () => {
  it("names keys, variables and commands, but no value of one", async () => {
    const source = config("hi", {
      server: {
        transport: "shttp",
        url: "https://me:pa55word@example.test/mcp",
        command: "node",
        headers: { Authorization: "Bearer ${TOKEN}" },
      },
      setup: "npm run seed",
      llmJudge: true,
    });
    const listing = await list(source, { TOKEN: "s3cret-value", ANTHROPIC_AUTH_TOKEN: "t" });
    expect(listing.needs).toEqual({
      keys: [
        { name: "ANTHROPIC_API_KEY", set: true, by: ["eval", "record"] },
        { name: "OPENAI_API_KEY", set: false, by: ["eval", "record"] },
      ],
      variables: [{ name: "TOKEN", set: true, required: true }],
      commands: ["node", "npm run seed"],
    });
    expect(listing.server).toEqual({ transport: "shttp", command: ["node"], url: "https://me:…@example.test/mcp" });
    expect(JSON.stringify(listing)).not.toMatch(/s3cret|pa55word/);
  });
});

it("a listing shows no argument and no part of an address that may be a secret", async () => {
  const args = ["s.js", "-p", "topsecret1", "--auth=user:pass", "postgres://ada:lovelace@db/x", "--port", "8080"];
  const shown = ["node", "s.js", "-p", "…", "--auth=…", "postgres://ada:…@db/x", "--port", "8080"];
  const { server } = await list(config("hi", { server: { transport: "stdio", command: "node", args } }));
  expect(server).toEqual({ transport: "stdio", command: shown });
  const url = "https://ada:lovelace@a.example/k3y42abcd/mcp?key=abc&page=2";
  expect((await list(config("hi", { server: { transport: "shttp", url } }))).server).toEqual({
    transport: "shttp",
    url: "https://ada:…@a.example…?key=…&page=2",
  });
});
