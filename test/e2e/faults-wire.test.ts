// What comes over the wire in an odd form, from end to end: it is read as it is meant or refused with its name, and nothing is left.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { readFile, writeFile } from "node:fs/promises";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { loadSession } from "../../src/cassette/load-session.js";
import { expectNothingLeft, makeAlone } from "../helpers/alone.js";
import { runProxy } from "../helpers/proxy-run.js";
import { NOTHING_LEFT, recordAlone } from "../helpers/record-alone.js";
import { runCli } from "../helpers/run-cli.js";
import { fixtureServer } from "../helpers/suite-folder.js";

const act = (how: string) => ({ calls: [{ tool: "act", input: { how } }] });
const SCRIPT = {
  workflows: [
    { user: "Just act", turns: [act("fine"), { text: ["It said ", { $result: 1 }] }] },
    { user: "Act and end", turns: [act("unended"), { text: ["It said ", { $result: 1 }] }] },
  ],
};
const step = { user: "Just act", expectedState: "fine" };
const hello = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: {} },
  serverInfo: { name: "wire", version: "1" },
};

const HEADERS_MOST = 128 * 1024;

let model: StandIn;
const servers: Server[] = [];
beforeAll(async () => {
  model = await startStandIn(SCRIPT);
});
afterAll(() => model.close());
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

interface Asked {
  id?: number;
  method: string;
}
type Answer = (res: ServerResponse, asked: Required<Asked>, req: IncomingMessage) => void;

/** A streamable HTTP server; what a method has no answer for here is answered as usual. */
async function serve(answers: Record<string, Answer>): Promise<{ transport: "shttp"; url: string }> {
  const server = createServer({ maxHeaderSize: HEADERS_MOST }, (req, res) => {
    void (async () => {
      let body = "";
      for await (const chunk of req) body += chunk;
      const { id, method } = req.method === "POST" ? (JSON.parse(body) as Asked) : { id: 0, method: "GET" };
      if (id === undefined) return res.writeHead(202).end();
      const own = answers[method];
      if (own !== undefined) return own(res, { id, method }, req);
      if (method === "GET") return res.writeHead(405).end();
      const results: Record<string, object> = {
        initialize: hello,
        "tools/list": { tools: [{ name: "act", inputSchema: { type: "object" } }] },
        "tools/call": { content: [{ type: "text", text: "fine" }] },
      };
      const text = JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} });
      return res.writeHead(200, { "content-type": "application/json" }).end(text);
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return { transport: "shttp", url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/mcp` };
}

function stream(res: ServerResponse, text: string): ServerResponse {
  res.writeHead(200, { "content-type": "text/event-stream" }).write(text);
  return res;
}
const resultOf = (id: number, result: object): string => JSON.stringify({ jsonrpc: "2.0", id, result });

describe("the answer to initialize", () => {
  it("in an event stream of lone CR is read", async () => {
    const server = await serve({
      initialize: (res, { id }) => void stream(res, `event: message\rdata: ${resultOf(id, hello)}\r\r`).end(),
    });
    const { code, said, left } = await recordAlone(model.url, { server }, step);
    expect([code, said]).toEqual([0, expect.stringContaining("✓ PASSED")]);
    expect(left).toEqual(NOTHING_LEFT);
  });

  it("in an event that is cut off is none: said at once, and with what is wrong", async () => {
    const server = await serve({
      initialize: (res, { id }) => void stream(res, `data: ${resultOf(id, hello)}\n`).end(),
    });
    const { code, said, left } = await recordAlone(model.url, { server }, step);
    expect([code, said]).toEqual([1, expect.stringContaining("ends in the middle of an event")]);
    expect(left.processes.concat(left.temporary as never[])).toEqual([]);
  });
});

it("a stream that is cut twice is resumed both times behind the last event", async () => {
  const after: unknown[] = [];
  let call = 0;
  let tries = 0;
  const server = await serve({
    "tools/call": (res, { id }) => {
      call = id;
      tries = 0;
      stream(res, "retry: 10\nid: e-1\ndata: \n\n").end();
    },
    GET: (res, _asked, req) => {
      if (call === 0 || req.headers["last-event-id"] === undefined) return void res.writeHead(405).end();
      after.push(req.headers["last-event-id"]);
      tries += 1;
      if (tries === 1) return void stream(res, ": nothing\n\n").end();
      const result = { content: [{ type: "text", text: "fine" }] };
      return void stream(res, `data: ${resultOf(call, result)}\n\n`).end();
    },
  });
  // Three times: what was recorded is checked twice.
  const { code, said, left } = await recordAlone(model.url, { server }, step);
  expect([code, said, after]).toEqual([0, expect.stringContaining("✓ PASSED"), Array(6).fill("e-1")]);
  expect(left).toEqual(NOTHING_LEFT);
});

describe("a list in 2026-07-28", () => {
  it.each([
    ["empty", [""], "fine", []],
    ["repeated", ["a", "a"], "fine", []],
    ["that does not advance", ["a", "a", "a", "a"], "fine", [/the page at the cursor "a" came twice/]],
  ])("with a cursor that is %s", async (_, cursors, expectedState, odd) => {
    const server = fixtureServer("modern-pages.mjs", JSON.stringify(cursors));
    const { code, said, findings, left } = await recordAlone(
      model.url,
      { server },
      { user: "Just act", expectedState },
      ["replay"],
    );
    expect([code, said]).toEqual([0, expect.stringContaining("✓ PASSED")]);
    expect(findings).toEqual(odd.map((pattern) => expect.stringMatching(pattern) as string));
    expect(left).toEqual(NOTHING_LEFT);
  });
});

it("an answer without a line end before the server's exit is the answer, and the only one", async () => {
  const { trace, findings, left } = await recordAlone(
    model.url,
    { server: fixtureServer("odd.mjs") },
    { user: "Act and end", expectedState: "unended" },
  );
  expect(JSON.stringify(trace?.steps[0]?.turns.at(-1)?.content)).toContain("It said unended");
  expect(findings.join("\n")).not.toContain("second response");
  expect({ ...left, journals: [] }).toEqual(NOTHING_LEFT);
});

describe("a config", () => {
  it.each(["utf16le", "utf16be"])("in %s with its mark is read", async (encoding) => {
    const alone = await makeAlone();
    const workflows = [{ name: "it", steps: [{ user: "Äct" }] }];
    const text = `\ufeff${JSON.stringify({ server: { transport: "stdio", command: "node" }, workflows })}`;
    const bytes = Buffer.from(text, "utf16le");
    await writeFile(join(alone.folder, "demo.config.json"), encoding === "utf16le" ? bytes : bytes.swap16());
    const ran = await runCli(["list", "demo.config.json"], { cwd: alone.folder, env: alone.env });
    expect([ran.code, ran.stdout]).toEqual([0, expect.stringMatching(/demo[^]*it/)]);
    await expectNothingLeft(alone);
    await alone.remove();
  });

  it("in UTF-16 without a mark is refused, and it is said what it is", async () => {
    const alone = await makeAlone();
    await writeFile(join(alone.folder, "demo.config.json"), Buffer.from("{}", "utf16le"));
    const ran = await runCli(["list", "demo.config.json"], { cwd: alone.folder, env: alone.env });
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining("looks like UTF-16 without a byte order mark")]);
    await expectNothingLeft(alone);
    await alone.remove();
  });
});

describe("headers", () => {
  const ask = (url: string, headers: Record<string, string>): Promise<{ status: number; echoed: string }> =>
    new Promise((resolve, reject) => {
      const post = request(url, {
        method: "POST",
        maxHeaderSize: HEADERS_MOST,
        headers: { "content-type": "application/json", ...headers },
      });
      post.maxHeadersCount = 0;
      post.once("response", (res) => {
        res.resume();
        const count = res.rawHeaders.filter((name) => name.startsWith("x-many-")).length;
        res.once("end", () => resolve({ status: res.statusCode ?? 0, echoed: String(count) }));
      });
      post.once("error", reject);
      post.end('{"jsonrpc":"2.0","id":1,"method":"ping"}');
    });
  const many = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-many-${String(n)}`, "v"]));

  it("of more than 1,000 pass both ways, all of them; of more than 128 KB are refused", async () => {
    const alone = await makeAlone();
    let seen = 0;
    const { url } = await serve({
      ping: (res, { id }, req) => {
        seen = req.rawHeaders.filter((name) => name.startsWith("x-many-")).length;
        for (const [name, value] of Object.entries(many(1500))) res.setHeader(name, value);
        res.writeHead(200, { "content-type": "application/json" }).end(resultOf(id, {}));
      },
    });
    const [server] = servers;
    if (server !== undefined) server.maxHeadersCount = 0;
    const run = runProxy(["--out", "session.yaml", "--url", url], { cwd: alone.folder, env: alone.env });
    await run.said(" → ");
    const address = /http:\S+/.exec(run.stderr())?.[0] ?? "";
    expect(await ask(address, many(1100))).toEqual({ status: 200, echoed: "1500" });
    expect(seen).toBe(1100);
    expect((await ask(address, { "x-long": "v".repeat(140_000) })).status).toBe(431);
    run.child.kill("SIGTERM");
    await run.exited;
    expect((await loadSession(join(alone.folder, "session.yaml"))).entries).toHaveLength(1);
    expect(await readFile(join(alone.folder, "session.yaml"), "utf8")).not.toContain("x-many");
    await expectNothingLeft(alone);
    await alone.remove();
  });
});
