import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { McpvalsError } from "../../../src/errors.js";
import { ServerFailure } from "../../../src/server/session.js";
import { startServer } from "../../../src/server/start-server.js";
import type { CallOutcome } from "../../../src/trace/trace.js";
import { mark, never, node, odd, processesWith, ROOT, start, textOf } from "./fixture.js";
import { bestOfRuns } from "../../helpers/best-of.js";

async function failureOf(promise: Promise<unknown>): Promise<ServerFailure | McpvalsError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ServerFailure || error instanceof McpvalsError) return error;
  throw new Error(`no failure: ${String(error)}`);
}

describe("a server that does not start", () => {
  it("exits at start: the failure has exit code and stderr", async () => {
    const failure = await failureOf(start(odd("exit-at-start")));
    expect(failure).toMatchObject({ name: "ServerFailure", phase: "start" });
    expect(failure.message).toBe(
      [
        "the server exited with code 3 before it was connected",
        "Error: DATABASE_URL is not set",
        'The server names DATABASE_URL: set it, and pass it on: "env": { "DATABASE_URL": "${DATABASE_URL}" } in "server".',
      ].join("\n"),
    );
  });

  it("never answers initialize: bounded by the timeout", async () => {
    const failure = await failureOf(start(odd("silent"), 300));
    expect(failure).toMatchObject({ name: "ServerFailure", phase: "start" });
    expect(failure.message).toContain("did not answer initialize within 300 ms");
  });

  it("writes only rubbish: the failure quotes it", async () => {
    const failure = await failureOf(start(odd("rubbish"), 1500));
    expect(failure.message).toContain("<html>not a server</html>");
    expect(failure.message).toContain("Over stdio, stdout is for messages: let the server log to stderr.");
  });

  it("refuses initialize: the failure has the server's words", async () => {
    const failure = await failureOf(start(odd("refuses")));
    expect(failure).toMatchObject({ name: "ServerFailure", phase: "start" });
    expect(failure.message).toContain("not today");
  });

  it("has a command that does not exist: our error, not the server's", async () => {
    const failure = await failureOf(start({ transport: "stdio", command: "mcpvals-no-such-command" }));
    expect(failure).toMatchObject({ code: "COMMAND_NOT_FOUND", exitCode: 4 });
    expect(failure.message).toContain('"mcpvals-no-such-command" does not exist');
  });

  it("has a command that may not be executed", async () => {
    const failure = await failureOf(start({ transport: "stdio", command: "./package.json" }));
    expect(failure).toMatchObject({ code: "COMMAND_NOT_FOUND" });
    expect(failure.message).toContain("may not be executed");
  });

  it("has a working folder that does not exist: the folder is blamed, not the command", async () => {
    const failure = await failureOf(start({ ...odd(), cwd: "no/such/folder" }));
    expect(failure).toMatchObject({ code: "COMMAND_NOT_FOUND" });
    expect(failure.message).toContain("working folder does not exist");
  });

  it("is still starting when the run is aborted: it is ended and the reason is thrown", async () => {
    const controller = new AbortController();
    const marked = mark();
    const starting = startServer({
      server: node("fixtures/servers/odd.mjs", "silent", marked),
      folder: ROOT,
      timeout: 10_000,
      env: process.env,
      signal: controller.signal,
    });
    setTimeout(() => controller.abort(new Error("enough")), 200);
    await expect(starting).rejects.toThrow("enough");
    expect(processesWith(marked)).toEqual([]);
  });
});

describe("lists", () => {
  it("reads all pages of tools/list", async () => {
    const session = await start(odd("paged"));
    expect((await session.listTools()).map((tool) => tool.name)).toEqual(["act", "second"]);
  });

  it.each([
    ["stuck-cursor", 'the cursor does not advance: "again" came a second time'],
    ["endless-cursor", "the list does not end after 1000 pages"],
    ["list-error", "no list today"],
    ["dies-at-list", "the server exited with code 4"],
  ])("%s is a failure of the list", async (mode, message) => {
    // A thousand pages take a busy machine longer than the ten seconds of a request.
    const session = await start(odd(mode), 60_000);
    const failure = await failureOf(session.readContract());
    expect(failure).toMatchObject({ name: "ServerFailure", phase: "list" });
    expect(failure.message).toContain(message);
  });

  it("is bounded by the timeout", async () => {
    const session = await start(odd("silent-list"), 1500);
    expect((await failureOf(session.listTools())).message).toContain("no answer to tools/list within 1500 ms");
  });

  it("reads prompts and resources where the capabilities promise them, and notes what fails", async () => {
    const session = await start(odd("lists"));
    const contract = await session.readContract();
    expect(contract.prompts).toEqual([{ name: "greet" }]);
    expect(contract).not.toHaveProperty("resources");
    expect(session.findings()).toEqual([expect.stringContaining("resources/list was answered with an error")]);
  });
});

describe("calls to an odd server", () => {
  const outcomes: [string, CallOutcome, string | undefined][] = [
    ["null-result", { kind: "result", result: null }, "no object but null"],
    ["array-result", { kind: "result", result: [1, 2] }, "no object but array"],
    ["string-code", { kind: "error", error: { code: "E_ODD", message: "odd" } }, "no integer"],
    ["fraction-code", { kind: "error", error: { code: 1.5, message: "odd" } }, "no integer"],
    ["extra-field", { kind: "result", result: { content: [{ type: "text", text: "extra" }] } }, "trace"],
    ["no-version", { kind: "result", result: { content: [{ type: "text", text: "no version" }] } }, "jsonrpc"],
    ["batch", { kind: "result", result: { content: [{ type: "text", text: "batch" }] } }, "batch"],
    ["noise", { kind: "result", result: { content: [{ type: "text", text: "after noise" }] } }, "about to answer"],
    ["unknown-content", { kind: "result", result: { content: [{ type: "hologram", depth: 3 }] } }, undefined],
  ];
  it("are the outcome as it came, and each oddity is a finding", async () => {
    const session = await start(odd());
    const seen: [string, CallOutcome, string[]][] = [];
    for (const [how] of outcomes) {
      const before = session.findings().length;
      const { outcome } = await session.call("act", { how }, never());
      seen.push([how, outcome, session.findings().slice(before)]);
    }
    expect(seen).toEqual(
      outcomes.map(([how, outcome, finding]) => [
        how,
        outcome,
        finding === undefined ? [] : [expect.stringContaining(finding)],
      ]),
    );
  });

  it("a second response is a finding and answers nothing else", async () => {
    const session = await start(odd());
    expect(textOf((await session.call("act", { how: "twice" }, never())).outcome)).toBe("once");
    expect(textOf((await session.call("act", { how: "fine" }, never())).outcome)).toBe("fine");
    expect(session.findings()).toEqual(["a second response to the request 1"]);
  });

  it("an answer under the id as a string is not an answer", async () => {
    const session = await start(odd(), 1500);
    const { outcome } = await session.call("act", { how: "other-type" }, never());
    expect(outcome).toMatchObject({ kind: "none", reason: "timeout" });
    expect(session.findings()).toEqual([expect.stringContaining("the id's type changed")]);
  });

  it("a call without an answer ends at the timeout and is cancelled at the server", async () => {
    const session = await start(odd(), 1500);
    const { outcome, ms } = await session.call("act", { how: "silent" }, never());
    expect(outcome).toEqual({ kind: "none", reason: "timeout", message: "no answer to tools/call within 1500 ms" });
    expect(ms).toBeGreaterThan(1400);
    expect(textOf((await session.call("act", { how: "fine" }, never())).outcome)).toBe("fine");
    await expect.poll(() => session.stderr()).toContain("got notifications/cancelled");
  });

  it("an answer after the timeout is a finding", async () => {
    const session = await start(odd(), 2000);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const { outcome } = await session.call("act", { how: "late" }, controller.signal);
    expect(outcome).toMatchObject({ kind: "none", reason: "cancelled" });
    await expect.poll(() => session.findings()).toEqual(["a late response to tools/call, which was cancelled"]);
  });

  it("a server that dies in a call: exit code and stderr, at once", async () => {
    const session = await start(odd());
    const { outcome } = await session.call("act", { how: "die" }, never());
    expect(outcome).toEqual({
      kind: "none",
      reason: "server-ended",
      message: expect.stringMatching(/^the server exited with code 7\n[^]*fatal: out of luck$/),
    });
    expect(session.ended()).toContain("exited with code 7");
    expect((await session.call("act", {}, never())).outcome).toMatchObject({ kind: "none", reason: "server-ended" });
  });

  it("a server that is killed in a call: the signal", async () => {
    const session = await start(odd());
    const { outcome } = await session.call("act", { how: "kill" }, never());
    expect(outcome).toMatchObject({ reason: "server-ended", message: expect.stringContaining("ended by SIGKILL") });
  });

  it("keeps notifications in order, with the progress just before the result, without tokens", async () => {
    const session = await start(odd());
    const { notifications } = await session.call("act", { how: "told" }, never());
    expect(notifications).toEqual([
      { method: "notifications/progress", params: { progress: 1, total: 2 } },
      { method: "notifications/message", params: { level: "info", data: "half way" } },
      { method: "notifications/progress", params: { progress: 2, total: 2, message: "done" } },
    ]);
  });

  it("keeps a request of the server with the answer that it was given", async () => {
    const session = await start(odd());
    const { serverRequests, outcome } = await session.call("act", { how: "sample" }, never());
    expect(textOf(outcome)).toBe("sampled");
    expect(serverRequests).toEqual([
      {
        method: "sampling/createMessage",
        params: { messages: [], maxTokens: 5 },
        answer: { error: { code: -32601, message: "Method not found" } },
      },
    ]);
  });

  it("tells once that the tools changed, and lists them again", async () => {
    const session = await start(odd());
    await session.readContract();
    expect(session.takeToolsChanged()).toBe(false);
    await session.call("act", { how: "add-tool" }, never());
    expect(session.takeToolsChanged()).toBe(true);
    expect(session.takeToolsChanged()).toBe(false);
    expect((await session.listTools()).map((tool) => tool.name)).toEqual(["act", "added"]);
  });

  it("matches parallel calls to their answers", async () => {
    const session = await start(odd());
    const calls = ["slow", "fine", "slow", "fine"].map((how) => session.call("act", { how }, never()));
    expect((await Promise.all(calls)).map((call) => textOf(call.outcome))).toEqual(["slow", "fine", "slow", "fine"]);
  });

  it("works with a byte order mark before the first message, which is a finding", async () => {
    const session = await start(odd("mark"));
    expect(textOf((await session.call("act", {}, never())).outcome)).toBe("fine");
    expect(session.findings()).toEqual([
      "the server writes a byte order mark before a message, which many clients do not read",
    ]);
  });

  it("an answer without a newline at the end counts, and then the server is gone", async () => {
    const session = await start(odd());
    expect(textOf((await session.call("act", { how: "unended" }, never())).outcome)).toBe("unended");
    await expect.poll(() => session.ended()).toContain("exited with code 5");
    expect(session.findings()).toEqual([]);
  });

  it("works with a banner on stdout, which is a finding", async () => {
    const session = await start(odd("banner"));
    expect(textOf((await session.call("act", {}, never())).outcome)).toBe("fine");
    expect(session.findings()).toEqual([
      'the server writes to stdout what is no JSON-RPC: "odd server starts"',
      'the server writes to stdout what is no JSON-RPC: "listening on stdio"',
    ]);
  });
});

describe("what a server is given", () => {
  it("gets the safe environment and its own variables, and not our keys", async () => {
    const session = await startServer({
      server: { ...odd(), env: { MINE: "yes" } },
      folder: ROOT,
      timeout: 5000,
      env: { ...process.env, ANTHROPIC_API_KEY: "key", SECRET: "hidden" },
    });
    const got = JSON.parse(textOf((await session.call("act", { how: "env" }, never())).outcome) as string);
    await session.close();
    expect(got).toMatchObject({ MINE: "yes", PATH: process.env["PATH"] });
    expect(got).not.toHaveProperty("ANTHROPIC_API_KEY");
    expect(got).not.toHaveProperty("SECRET");
  });

  it("runs in its cwd, relative to the config's folder, where a relative command is looked for", async () => {
    const session = await start({ ...node("./odd.mjs"), cwd: "fixtures/servers" });
    expect(textOf((await session.call("act", { how: "cwd" }, never())).outcome)).toBe(`${ROOT}/fixtures/servers`);
  });
});

describe("close", () => {
  it.each(["none", "grandchild"])("leaves nothing of a server of the kind %s", async (mode) => {
    const marked = mark();
    const session = await start(node("fixtures/servers/odd.mjs", mode, marked));
    expect(processesWith(marked)).toHaveLength(mode === "none" ? 1 : 2);
    await session.close();
    await session.close();
    expect(processesWith(marked)).toEqual([]);
    expect(session.ended()).toBeUndefined();
  });
});

describe("the process that used a server", () => {
  it("ends on its own after close", async () => {
    const script = `
      const { startServer } = await import(${JSON.stringify(path.join(ROOT, "src/server/start-server.ts"))});
      const server = { transport: "stdio", command: process.execPath, args: ["fixtures/servers/calculator.mjs"] };
      const session = await startServer({ server, folder: process.cwd(), timeout: 10000, env: process.env });
      await session.call("add", { a: 1, b: 2 }, new AbortController().signal);
      await session.close();
      console.log(performance.now());
      process.on("exit", () => console.log(performance.now()));`;
    const jiti = `import { createJiti } from "jiti"; await createJiti(import.meta.url).evalModule(${JSON.stringify(script)}, { filename: ${JSON.stringify(path.join(ROOT, "host.mts"))}, async: true });`;
    // The shortest timer of ours that could hold it back waits for 300 ms; most wait for seconds.
    const late = await bestOfRuns(250, async () => {
      const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", jiti], {
        cwd: ROOT,
      });
      const [closed = 0, ended = 0] = stdout.trim().split("\n").map(Number);
      expect(closed).toBeGreaterThan(0);
      return ended - closed;
    });
    expect(late).toBeLessThan(250);
  });
});
