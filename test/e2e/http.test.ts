// The built command line with HTTP on either side: a server under test over HTTP, and the model's API behind a proxy.
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { findFreePort } from "../../src/server/free-port.js";
import { runCli } from "../helpers/run-cli.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const user = "Add 15 and 27";
const turns = [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: ["It is ", { $result: 1 }, "."] }];
const CONFIG = "demo.config.json";

let suite: SuiteFolder;
let model: StandIn;
beforeAll(async () => {
  const { command, args } = fixtureServer("calculator.mjs", "--http", "${MCPVALS_PORT}");
  suite = await makeSuiteFolder({
    server: { transport: "shttp", command, args, url: "http://127.0.0.1:${MCPVALS_PORT}/mcp" },
    workflows: [{ name: "add", steps: [{ user, expectedState: "42" }] }],
  });
  model = await startStandIn({ workflows: [{ user, turns }] });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});
const cli = (args: string[], env: Record<string, string> = {}) => runCli(args, { cwd: suite.folder, env });

describe("a server over HTTP that is started by us", () => {
  it("is recorded and replayed", async () => {
    const recorded = await cli(["record", CONFIG], {
      ANTHROPIC_API_KEY: "any-key-0123456789",
      ANTHROPIC_BASE_URL: model.url,
    });
    expect(recorded).toMatchObject({ code: 0, stdout: expect.stringContaining("Workflow: add ✓ PASSED") as string });
    expect(await cli(["replay", CONFIG, "-q"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("may be another one than the config's: one that is not there is the outside's fault", async () => {
    const there = `http://127.0.0.1:${await findFreePort()}/mcp`;
    const { code, stderr } = await cli(["replay", CONFIG, "-q", "--url", there]);
    expect(code).toBe(4);
    expect(stderr).toContain(`${there} (SERVER_UNREACHABLE)`);
  });

  it("is a wrong request where the URL holds a password, which is not shown", async () => {
    const { code, stderr } = await cli([
      "replay",
      CONFIG,
      "-q",
      "--url",
      "http://me:hidden@127.0.0.1:3000/mcp?k=hidden",
    ]);
    expect(code).toBe(2);
    expect(stderr).toContain("http://127.0.0.1:3000/mcp?… (CONFIG_INVALID)");
    expect(stderr).not.toContain("hidden");
  });
});

describe("the model's API", () => {
  let proxy: Server;
  const asked: string[] = [];
  beforeAll(async () => {
    proxy = createServer().on("connect", (request, socket) => {
      asked.push(request.url ?? "");
      const upstream = connect(Number(new URL(model.url).port), "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
      for (const end of [socket, upstream]) end.on("error", () => upstream.destroy());
    });
    await once(proxy.listen(0, "127.0.0.1"), "listening");
  });
  afterAll(() => proxy.close());

  it("is reached through the proxy of the environment, the server under test is not", async () => {
    const { port } = proxy.address() as AddressInfo;
    const result = await cli(["eval", CONFIG, "-q"], {
      ANTHROPIC_API_KEY: "any-key-0123456789",
      ANTHROPIC_BASE_URL: "http://model.example:80",
      HTTP_PROXY: `http://127.0.0.1:${port}`,
    });
    expect(result).toMatchObject({ code: 0, stderr: "" });
    expect(new Set(asked)).toEqual(new Set(["model.example:80"]));
  });
});
