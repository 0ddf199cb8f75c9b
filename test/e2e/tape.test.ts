// `tape` in tests of an agent: the SDK's toolRunner, and the real Agent SDK where it is installed. The built library; the
// stand-in for the API records.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { askOwnAgent } from "../../fixtures/agents/own-agent.mjs";
import { startAgentStandIn } from "../../fixtures/agents/stand-in.mjs";
import type * as Vitest from "../../src/vitest.js";
import { AGENTS_FOLDER, findAgentOrSay } from "../agents/packages.mjs";
import { AgentFolder, say, STAND_IN_KEY, use, type AgentScripts } from "../helpers/tool-runner.js";

const DIST = join(import.meta.dirname, "../../dist/vitest.js");
const { tape }: typeof Vitest = await import(pathToFileURL(DIST).href);
type Options = NonNullable<Parameters<typeof tape>[1]>;

const END = [say("All orders are looked after.")];
const SCRIPTS = { main: [[use("say_state", { id: "A-1" })], END] };
const LOST = { orders: { "A-1": { id: "A-1", state: "lost", total: 12 } } };

const folder = new AgentFolder();
afterAll(() => folder.remove());

async function open(file: string, options: Options = {}): Promise<Vitest.AgentTape> {
  return tape(file, { cwd: folder.path, env: { PATH: process.env["PATH"] }, ...options });
}

/** An agent as its author has it, with the model and the servers of a tape. */
async function ask(t: Vitest.AgentTape, prompt = "Look [[script:main]]"): Promise<string> {
  const servers = { orders: await t.connect("orders", folder.server("orders")) };
  return askOwnAgent({ prompt, servers, model: { baseURL: t.modelUrl, apiKey: STAND_IN_KEY, maxRetries: 0 } });
}

async function recorded(
  file: string,
  work: (t: Vitest.AgentTape) => Promise<unknown>,
  scripts: AgentScripts,
): Promise<void> {
  const upstream = await startAgentStandIn(scripts);
  try {
    const t = await open(file, { mode: "record", env: { ANTHROPIC_BASE_URL: upstream.url } });
    await work(t);
    await t.done();
  } finally {
    await upstream.close();
  }
}

describe("an agent of our own", () => {
  test("is recorded; then the recorded model plays, and no key is in the cassette", async () => {
    await recorded("own.yaml", ask, SCRIPTS);
    await using t = await open("own.yaml");
    expect(await ask(t)).toBe("All orders are looked after.");
    const outcome = { kind: "result", result: { content: [{ type: "text", text: "Order A-1 is open." }] } };
    expect(t.calls).toEqual([{ server: "orders", tool: "say_state", arguments: { id: "A-1" }, outcome }]);
    expect(readFileSync(join(folder.path, "own.yaml"), "utf8")).not.toContain(STAND_IN_KEY.slice(10));
  });

  test("a drift stops the agent, and fails the test when the tape ends", async () => {
    folder.answer(LOST);
    const t = await open("own.yaml");
    await expect(ask(t)).rejects.toThrow(/mcpvals: .*say_state/);
    folder.answer({});
    await expect(t.done()).rejects.toMatchObject({
      code: "AGENT_DIFFERS",
      message: expect.stringContaining("say_state"),
    });
  });

  test("turns that were not asked for fail the test", async () => {
    const t = await open("own.yaml");
    await expect(t[Symbol.asyncDispose]()).rejects.toThrow("no request for the model came");
  });

  test.fails("without `using`, the test fails at its end", async () => {
    await open("own.yaml");
  });

  test("another prompt, a server that comes late, and an unknown mode are refused", async () => {
    const t = await open("own.yaml");
    await expect(ask(t, "Look again [[script:main]]")).rejects.toThrow("mcpvals: ");
    await expect(t.connect("spare", folder.server("orders"))).rejects.toThrow("comes after the first request");
    await expect(t.done()).rejects.toMatchObject({ code: "AGENT_DIFFERS" });
    await expect(open("own.yaml", { env: { MCPVALS_TAPE: "play" } })).rejects.toThrow("replay, record or check");
    await expect(open("none.yaml")).rejects.toMatchObject({ code: "CASSETTE_MISSING" });
  });

  test("the mode check learns an id that is new in each run", async () => {
    const scripts = { main: [[use("open_ticket", { about: "A-1" })], END] };
    folder.answer({ ticket: null });
    await recorded("ticket.yaml", ask, scripts);
    const play = async (mode: Options["mode"] & string): Promise<void> => {
      const t = await open("ticket.yaml", { mode });
      await ask(t).catch(() => undefined);
      await t.done();
    };
    await expect(play("replay")).rejects.toMatchObject({ code: "AGENT_DIFFERS" });
    await play("check");
    await play("replay");
    folder.answer({});
  });
});

const binary = findAgentOrSay("agent-sdk-0.3.332");

describe.skipIf(binary === undefined)("the Agent SDK", () => {
  const SDK = join(AGENTS_FOLDER, "agent-sdk-0.3.332/node_modules/@anthropic-ai/claude-agent-sdk/sdk.mjs");
  const asked = async (t: Vitest.AgentTape): Promise<string> => {
    const { query } = await import(pathToFileURL(SDK).href);
    const env = { PATH: process.env["PATH"], HOME: folder.path, ...t.env };
    const options = {
      cwd: folder.path,
      env: t.env["ANTHROPIC_API_KEY"] === undefined ? { ...env, ANTHROPIC_API_KEY: STAND_IN_KEY } : env,
      mcpServers: { orders: { type: "stdio", ...(await t.connect("orders", folder.server("orders"))) } },
      allowedTools: ["mcp__orders"],
      tools: ["ToolSearch"],
      settingSources: [],
    };
    let said = "";
    for await (const message of query({ prompt: "Look [[script:main]]", options })) said = message.result ?? said;
    return said;
  };
  const scripts = { main: [[use("mcp__orders__say_state", { id: "A-1" })], END] };

  test("is recorded, replays unchanged, and stops where a result changed", { timeout: 300_000 }, async () => {
    await recorded("sdk.yaml", asked, scripts);
    const same = await open("sdk.yaml");
    expect(await asked(same)).toBe("All orders are looked after.");
    await same.done();
    folder.answer(LOST);
    const other = await open("sdk.yaml");
    await expect(asked(other)).rejects.toThrow(/mcpvals: .*say_state/);
    folder.answer({});
    await expect(other.done()).rejects.toMatchObject({ code: "AGENT_DIFFERS" });
  });
});
