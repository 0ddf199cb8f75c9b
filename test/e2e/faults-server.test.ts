// The server under test does what would end a workflow: it is said with its name, and nothing is left.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { NOTHING_LEFT, recordAlone } from "../helpers/record-alone.js";
import { fixtureServer } from "../helpers/suite-folder.js";

const act = (how: string) => ({ calls: [{ tool: "act", input: { how } }] });
const SCRIPT = {
  workflows: [
    { user: "Just act", turns: [act("fine"), { text: "All is fine." }] },
    { user: "Look", turns: [act("odd-pictures"), { text: ["I see: ", { $result: 1 }] }] },
    { user: "Act twice", turns: [act("fine"), act("fine"), { text: "All is fine." }] },
  ],
};

let model: StandIn;
let dropping: Server;
beforeAll(async () => {
  model = await startStandIn(SCRIPT);
  dropping = createServer((req, res) => {
    void (async () => {
      let body = "";
      for await (const chunk of req) body += chunk;
      if (req.method !== "POST") return res.writeHead(405).end();
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) return res.writeHead(202).end();
      calls += method === "tools/call" ? 1 : 0;
      const head = { "content-type": "application/json", "mcp-session-id": "s-1" };
      if (calls > 1)
        return res.writeHead(404, head).end('{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"no"}}');
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: "2025-06-18",
          capabilities: { tools: {} },
          serverInfo: { name: "d", version: "1" },
        },
        "tools/list": { tools: [{ name: "act", inputSchema: { type: "object" } }] },
        "tools/call": { content: [{ type: "text", text: "fine" }] },
      };
      return res.writeHead(200, head).end(JSON.stringify({ jsonrpc: "2.0", id, result: results[method] ?? {} }));
    })();
  });
  await new Promise<void>((resolve) => dropping.listen(0, "127.0.0.1", resolve));
});
let calls = 0;
afterAll(async () => {
  await model.close();
  dropping.closeAllConnections();
  dropping.close();
});

describe("a server", () => {
  it("with tools that the API refuses: they are left out by name, the rest works, and it replays", async () => {
    const server = fixtureServer("odd.mjs", "refused");
    const from = model.requests.length;
    const { code, said, findings, after, left } = await recordAlone(
      model.url,
      { server },
      { user: "Just act", expectedState: "fine" },
      ["replay"],
    );
    expect([code, said]).toEqual([0, expect.stringContaining("✓ PASSED")]);
    const given = model.requests.slice(from).map(({ body }) => (body as { tools: { name: string }[] }).tools);
    expect(given.map((tools) => tools.map(({ name }) => name))).toEqual([["act"], ["act"]]);
    for (const name of ["list_apps", "either", "draft_04"])
      expect(findings.join("\n")).toContain(`the tool "${name}" is left out`);
    expect(after).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ PASSED") as string });
    expect(left).toEqual(NOTHING_LEFT);
  });

  it("with pictures that the API refuses: Claude reads a note, the tool is named, and it replays", async () => {
    const { code, said, findings, trace, after, left } = await recordAlone(
      model.url,
      { server: fixtureServer("odd.mjs") },
      { user: "Look", expectedState: "its bytes are image/jpeg" },
      ["replay"],
    );
    expect([code, said]).toEqual([0, expect.stringContaining("✓ PASSED")]);
    expect(JSON.stringify(trace?.steps[0]?.turns.at(-1)?.content)).toContain("9000 x 1 pixels");
    expect(findings).toEqual([
      "act (call 1): Claude is not shown /content/0, image/png, the Messages API refuses it: its bytes are image/jpeg",
      expect.stringContaining("/content/1, image/png"),
    ]);
    expect(after).toMatchObject({ code: 0, stdout: expect.stringContaining("✓ PASSED") as string });
    expect(left).toEqual(NOTHING_LEFT);
  });

  it("that drops its session: the verdict says so, and no further call is made", async () => {
    const { port } = dropping.address() as AddressInfo;
    const server = { transport: "shttp", url: `http://127.0.0.1:${String(port)}/mcp` } as const;
    const { code, said, trace, left } = await recordAlone(model.url, { server }, { user: "Act twice" });
    expect([code, calls]).toEqual([1, 2]);
    expect(said).toContain("the server dropped the session (HTTP 404");
    expect(trace).toBeUndefined();
    expect(left).toEqual({ ...NOTHING_LEFT, journals: ["it.jsonl"] });
  });

  it("that begins with a byte order mark works, and it is a finding", async () => {
    const server = fixtureServer("odd.mjs", "mark");
    const { code, findings, left } = await recordAlone(
      model.url,
      { server },
      { user: "Just act", expectedState: "fine" },
    );
    expect([code, findings]).toEqual([0, [expect.stringContaining("byte order mark")]]);
    expect(left).toEqual(NOTHING_LEFT);
  });
});
