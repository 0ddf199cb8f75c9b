// The real SDK against the stand-in over real HTTP: the whole way from a conversation to a turn.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { createClaude } from "../../src/agent/anthropic/claude.js";
import type { Model } from "../../src/agent/model.js";
import { runWorkflow } from "../../src/agent/run-workflow.js";
import type { JsonObject } from "../../src/json/value.js";
import type { ServerSession } from "../../src/server/session.js";
import { callsOf, finalTextOf } from "../../src/trace/read.js";
import type { Trace } from "../../src/trace/trace.js";

const running: StandIn[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((standIn) => standIn.close()));
});

async function start(script: unknown): Promise<{ standIn: StandIn; model: Model }> {
  const standIn = await startStandIn(script);
  running.push(standIn);
  const env = { ANTHROPIC_API_KEY: "any", ANTHROPIC_BASE_URL: standIn.url };
  return { standIn, model: createClaude({ env }) };
}

/** A server that makes new ids, so that a script has to copy them. */
function users(): ServerSession & { made: [string, JsonObject][] } {
  const made: [string, JsonObject][] = [];
  return {
    identity: { name: "users", version: "1", protocol: "2025-11-25" },
    made,
    readContract: () => Promise.reject(new Error("not asked")),
    listTools: () => Promise.reject(new Error("not asked")),
    sampleWith: () => {},
    takeToolsChanged: () => false,
    call: (tool, args) => {
      made.push([tool, args]);
      const result: JsonObject =
        tool === "user.create"
          ? { content: [{ type: "text", text: JSON.stringify({ id: `u-${String(Math.random()).slice(2)}` }) }] }
          : tool === "user.get"
            ? { content: [{ type: "text", text: `user ${args["id"] as string} is Ann` }] }
            : { content: [], isError: true };
      return Promise.resolve({ outcome: { kind: "result", result }, notifications: [], serverRequests: [], ms: 1 });
    },
    ended: () => undefined,
    findings: () => [],
    stderr: () => "",
    close: () => Promise.resolve(),
  };
}

function run(model: Model, steps: string[], server = users(), signal = new AbortController().signal): Promise<Trace> {
  const tools = ["user.create", "user.get", "user.drop"].map((name) => ({ name, inputSchema: { type: "object" } }));
  return runWorkflow({
    workflow: { name: "w", steps },
    settings: { name: "claude-sonnet-5-5", maxTokens: 1000 },
    system: "Be brief.",
    instructions: true,
    maxTurns: 20,
    dispatch: "serial",
    model,
    server,
    contract: { server: {}, capabilities: {}, tools },
    sources: { model: "live", server: "live" },
    signal,
    startedAt: Date.now(),
    now: Date.now,
  });
}

const CREATE = {
  user: "Create Ann",
  turns: [
    { thinking: "An id will come.", text: "I create her.", calls: [{ tool: "user_create", input: { name: "Ann" } }] },
    {
      calls: [
        { tool: "user_get", input: { id: { $result: 1, pointer: "/id" } } },
        {
          tool: "user_drop",
          input: {
            path: { $text: ["/users/", { $result: -1, match: '"(u-\\d+)"' }] },
            number: { $result: -1, match: '"u-(\\d+)"', number: true },
          },
        },
        { tool: "made_up" },
      ],
    },
    { text: ["Done: ", { $result: 2 }, "."] },
    { text: "Bye." },
  ],
};

describe("the agent against the stand-in", () => {
  it("works through steps, calls and live values, with requests that the API's rules allow", async () => {
    const { standIn, model } = await start({ workflows: [CREATE] });
    const server = users();
    const trace = await run(model, ["Create Ann", "Good bye"], server);
    expect(trace.end).toEqual({ kind: "completed" });
    expect(standIn.requests.map(({ status, step, turn }) => [status, step, turn])).toEqual([
      [200, 1, 1],
      [200, 1, 2],
      [200, 1, 3],
      [200, 2, 1],
    ]);
    expect(trace.model.answered).toBe("stand-in");
    expect(callsOf(trace).map(({ id, tool, outcome }) => [id, tool, outcome.kind])).toEqual([
      [1, "user.create", "result"],
      [2, "user.get", "result"],
      [3, "user.drop", "result"],
      [4, "made_up", "unknown-tool"],
    ]);
    const id = server.made[1]?.[1]["id"] as string;
    expect(id).toMatch(/^u-\d+$/);
    expect(server.made[2]).toEqual(["user.drop", { path: `/users/${id}`, number: Number(id.slice(2)) }]);
    expect(trace.steps.map(finalTextOf)).toEqual([`Done: user ${id} is Ann.`, "Bye."]);
    expect(trace.steps[0]?.turns[0]?.content.map(({ type }) => type)).toEqual(["thinking", "text", "tool_use"]);
  });

  it("keeps workflows apart that run at the same time, and the same one again", async () => {
    const other = {
      match: "^Read (Bob|Eve)$",
      turns: [{ calls: [{ tool: "user_get", input: { id: "7" } }] }, { text: "Read." }],
    };
    const { standIn, model } = await start({ workflows: [CREATE, other] });
    const traces = await Promise.all([
      run(model, ["Create Ann"]),
      run(model, ["Read Bob"]),
      run(model, ["Create Ann"]),
      run(model, ["Read Eve"]),
    ]);
    expect(traces.map(({ end }) => end.kind)).toEqual(["completed", "completed", "completed", "completed"]);
    expect(traces.map((trace) => callsOf(trace).length)).toEqual([4, 1, 4, 1]);
    expect(standIn.requests).toHaveLength(10);
  });

  it("gives the same turn streamed and plain", async () => {
    const { standIn, model } = await start({ workflows: [CREATE] });
    const trace = await run(model, ["Create Ann"]);
    const body = standIn.requests[1]?.body as JsonObject;
    const response = await fetch(`${standIn.url}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "any", "anthropic-version": "2023-06-01", "content-type": "application/json" },
      body: JSON.stringify({ ...body, stream: false }),
    });
    const plain = (await response.json()) as { content: { type: string; input: unknown }[] };
    const inputs = (blocks: readonly object[]): unknown[] =>
      blocks.flatMap((block) => ("input" in block ? [block.input] : []));
    expect(inputs(plain.content)).toEqual(inputs(trace.steps[0]?.turns[1]?.content ?? []));
  });

  it("retries what is overloaded and counts it", async () => {
    const { model } = await start({
      workflows: [
        { user: "Hi", turns: [{ status: 529 }, { status: 500 }, { text: "Hello" }, { status: 429 }, { text: "Bye" }] },
      ],
    });
    const trace = await run(model, ["Hi", "Bye"]);
    expect(trace.end.kind).toBe("completed");
    expect(trace.steps.map(({ turns }) => turns[0]?.retries)).toEqual([2, 1]);
  });

  it("ends with what the API says where it stays overloaded", async () => {
    const { standIn, model } = await start({ workflows: [{ user: "Hi", turns: [{ status: 529 }] }] });
    const trace = await run(model, ["Hi"]);
    expect(trace.end).toMatchObject({ kind: "model-error", message: expect.stringContaining("529") as string });
    expect(standIn.requests).toHaveLength(5);
  });

  it.each(["error", "end", "close"])("never takes half a turn: cut by %s", async (cut) => {
    const { model } = await start({ workflows: [{ user: "Hi", turns: [{ text: "Hello you there", cut }] }] });
    const trace = await run(model, ["Hi"]);
    expect(trace.end.kind).toBe("model-error");
    expect(trace.steps[0]?.turns).toEqual([]);
  });

  it("is cancelled in the middle of a stream that says nothing more", async () => {
    const { standIn, model } = await start({ workflows: [{ user: "Hi", turns: [{ text: "Hello", cut: "stall" }] }] });
    const abort = new AbortController();
    const running = run(model, ["Hi"], users(), abort.signal);
    while (standIn.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    setTimeout(() => abort.abort(), 30);
    expect((await running).end.kind).toBe("cancelled");
  });

  it("goes on after an empty turn and after a pause", async () => {
    const { model } = await start({
      workflows: [
        {
          user: "Hi",
          turns: [{ calls: [{ tool: "user_drop" }] }, {}, { text: "wait", stop: "pause_turn" }, { text: "Here." }],
        },
      ],
    });
    const trace = await run(model, ["Hi", "Are you there?"]);
    expect(trace.end.kind).toBe("completed");
    expect(trace.steps.map(({ turns }) => turns.map(({ content }) => content.length))).toEqual([
      [1, 0],
      [1, 1],
    ]);
  });

  it("meets an end of the script as an error of the model", async () => {
    const { model } = await start({ workflows: [{ user: "Hi", turns: [{ text: "Hello" }] }] });
    expect((await run(model, ["Hi", "More"])).end).toMatchObject({
      kind: "model-error",
      message: expect.stringContaining("no turn 1 in step 2") as string,
    });
    expect((await run(model, ["Other"])).end.kind).toBe("model-error");
  });
});

describe("a proxy of the environment", () => {
  it("is gone through, but not to this machine", async () => {
    const { standIn, model: direct } = await start({ workflows: [{ user: "Hi", turns: [{ text: "Hello" }] }] });
    const asked: string[] = [];
    const proxy = createServer().on("connect", (request, client) => {
      asked.push(request.url ?? "");
      const upstream = connect(Number(new URL(standIn.url).port), "127.0.0.1", () => {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        upstream.pipe(client).pipe(upstream);
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    const { port } = proxy.address() as AddressInfo;
    const env = { ANTHROPIC_API_KEY: "any", HTTP_PROXY: `http://127.0.0.1:${String(port)}` };
    try {
      const far = createClaude({ env, baseURL: "http://claude.example" });
      expect((await run(far, ["Hi"])).end.kind).toBe("completed");
      expect(asked).toEqual(["claude.example:80"]);
      expect((await run(createClaude({ env, baseURL: standIn.url }), ["Hi"])).end.kind).toBe("completed");
      expect((await run(direct, ["Hi"])).end.kind).toBe("completed");
      expect(asked).toHaveLength(1);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });
});

describe("the stand-in", () => {
  it.each([
    [
      "a result without its call",
      [{ role: "user", content: [{ type: "tool_result", tool_use_id: "x" }] }],
      "unexpected",
    ],
    [
      "a call without its result",
      [
        { role: "user", content: "Hi" },
        { role: "assistant", content: [{ type: "tool_use", id: "x", name: "a", input: {} }] },
        { role: "user", content: "so?" },
      ],
      "without `tool_result`",
    ],
    ["an assistant who begins", [{ role: "assistant", content: "Hi" }], "first message must use"],
    ["an empty text", [{ role: "user", content: " " }], "non-whitespace"],
  ])("refuses %s, as the API does", async (_, messages, words) => {
    const { standIn } = await start({ workflows: [] });
    const response = await fetch(`${standIn.url}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "any", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({
        model: "m",
        max_tokens: 1,
        messages,
        tools: [{ name: "a", input_schema: { type: "object" } }],
      }),
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(words);
  });

  it("refuses a request without a key", async () => {
    const { standIn } = await start({ workflows: [] });
    const response = await fetch(`${standIn.url}/v1/messages`, { method: "POST", body: "{}" });
    expect(response.status).toBe(401);
  });

  it("refuses a script with a key that it does not know", async () => {
    await expect(startStandIn({ workflows: [{ user: "Hi", turns: [{ txt: "Hello" }] }] })).rejects.toThrow("txt");
  });

  it("prints its URL as one line, and tells how often it was asked", async () => {
    const folder = await mkdtemp(join(tmpdir(), "stand-in-"));
    const file = join(folder, "script.json");
    await writeFile(file, JSON.stringify({ workflows: [{ user: "Hi", turns: [{ text: "Hello" }] }] }));
    const child = spawn(process.execPath, ["fixtures/model/stand-in.mjs", file, "--port", "0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      const [line] = (await once(child.stdout, "data")) as [Buffer];
      expect(line.toString()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\n$/);
      const url = line.toString().trim();
      const model = createClaude({ env: { ANTHROPIC_API_KEY: "any" }, baseURL: url });
      expect((await run(model, ["Hi"])).end.kind).toBe("completed");
      const told = (await (await fetch(`${url}/requests`)).json()) as { count: number; requests: object[] };
      expect(told.count).toBe(1);
      expect(told.requests).toEqual([{ number: 1, status: 200, workflow: "Hi", step: 1, turn: 1 }]);
    } finally {
      const gone = once(child, "exit");
      child.kill();
      await gone;
      await rm(folder, { recursive: true });
    }
  });
});
