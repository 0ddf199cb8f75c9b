// What an agent's configuration says after it was rewritten: nothing of it may be secret, and the agent still puts its own
// values in.
import { afterEach, beforeEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.js";
import { openLinkStage, type LinkStage } from "../../src/wrap/link-stage.js";
import { rewriteServers } from "../../src/wrap/rewrite-servers.js";

let stage: LinkStage;
beforeEach(async () => (stage = await openLinkStage(process.cwd(), {})));
afterEach(() => stage.close());

const rewrite = async (entry: JsonObject): Promise<JsonObject> =>
  (await rewriteServers({ orders: entry }, ["node", "main.cjs"], stage))["orders"] ?? {};

test("headers, query and a path that may hold a key are not in it; other keys stay", async () => {
  const url = "https://user:pa55word@example.org/api/s/YTFCMmMzRDRlNUY2YTFCMmMzRDRlNUY2/mcp?api_key=k3yk3yk3y";
  const entry = await rewrite({ type: "http", url, headers: { "X-Api-Key": "s3cret" }, timeout: 5000 });
  expect(entry).toEqual({
    type: "http",
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/),
    headers: { "x-mcpvals-run": expect.stringMatching(/^[\w-]{32}$/) },
    timeout: 5000,
  });
});

test("a server that has nothing to hide keeps its path, and the agent sends no token", async () => {
  expect(await rewrite({ url: "http://[::1]:3000/api/v2/mcp" })).toEqual({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api\/v2\/mcp$/),
  });
});

test("what the agent replaces stays with it: variables in headers and in the query", async () => {
  const headers = { Authorization: "Bearer ${TOKEN}", "X-Team": "blue-7" };
  const entry = await rewrite({ type: "http", url: "https://example.org/mcp?key=${KEY:-none}", headers });
  expect(entry["url"]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp\?key=\$\{KEY:-none\}$/);
  expect(entry["headers"]).toEqual({ Authorization: "Bearer ${TOKEN}", "x-mcpvals-run": expect.any(String) });
});

test("variables and arguments of a server over stdio are in no file, but for those that the agent replaces", async () => {
  const args = ["--token", "s3cret", "--team=${TEAM}"];
  const env = { API_KEY: "k3y", HOST: "${HOST:-localhost}" };
  const entry = await rewrite({ type: "stdio", command: "node", args, env, cwd: "/srv", alwaysLoad: true });
  expect(entry).toEqual({
    type: "stdio",
    command: "node",
    args: ["main.cjs", "wrapped-server", stage.links.socket, "orders"],
    env: { HOST: "${HOST:-localhost}", MCPVALS_WORD_0: "--team=${TEAM}" },
    cwd: "/srv",
    alwaysLoad: true,
  });
});

test.each([
  ["/auth/CLIENT_SECRET", { url: "https://example.org/mcp", auth: { CLIENT_ID: "me", CLIENT_SECRET: "s3cret-99" } }],
  [
    "/headersHelper",
    { url: "https://example.org/mcp", headersHelper: "echo 'Authorization: Bearer s3cret99s3cret99'" },
  ],
  [
    "/headers/X-A",
    { url: "https://example.org/mcp", headers: { "X-A": "ghp_a1B2c3D4e5F6g7H8a1B2c3D4e5F6g7H8a1B2${A}" } },
  ],
])("a secret that only a file could pass on is refused, with its place and without it: %s", async (path, entry) => {
  const error = await rewrite(entry).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "CONFIG_INVALID", message: expect.stringContaining(path) });
  expect(JSON.stringify(error) + String(error)).not.toMatch(/s3cret|ghp_/);
});

test("secrets of two servers with the same name of a header are both hidden", async () => {
  const entry = (key: string): JsonObject => ({ url: "https://example.org/mcp", headers: { "X-Api-Key": key } });
  await rewriteServers({ one: entry("first-k3y"), two: entry("second-k3y") }, ["node", "main.cjs"], stage);
  expect(String(stage.redactor.redact("first-k3y and second-k3y"))).not.toContain("k3y");
});
