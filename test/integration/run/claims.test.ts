// What suites need for themselves, so that they do not run at the same time.
import { mkdir, mkdtemp, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadSuite } from "../../../src/config/load.js";
import type { Config } from "../../../src/config/schema-written.js";
import { excludes, readClaims, type Claim } from "../../../src/suite/claims.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";

let folder: string;
const env = cleanEnvironment({ HOST: "localhost" });
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "mcpvals-claims-")));
  await mkdir(join(folder, "a"));
  await mkdir(join(folder, "b"));
  await symlink(join(folder, "a"), join(folder, "link"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function claims(config: Partial<Config>, cwd = "a"): Promise<Claim[]> {
  const whole = { server: { transport: "stdio", command: "x" }, ...config } as const;
  return readClaims(await loadSuite(whole, { cwd: join(folder, cwd), env, mayRun: false }), { env });
}

async function meet(one: Promise<Claim[]>, other: Promise<Claim[]>): Promise<boolean> {
  expect(excludes(await one, await other)).toBe(excludes(await other, await one));
  return !excludes(await one, await other);
}

it("lets suites of one folder meet, unless one of them runs one by one", async () => {
  expect(await meet(claims({}), claims({}))).toBe(true);
  expect(await meet(claims({ concurrency: 1 }), claims({}))).toBe(false);
  expect(await meet(claims({ concurrency: 1 }), claims({}, "b"))).toBe(true);
  expect(await meet(claims({ reset: "true" }), claims({}))).toBe(false);
  expect(await meet(claims({ reset: "true", concurrency: 2 }), claims({}))).toBe(true);
});

it("knows a folder by what it is, and the server's own", async () => {
  const inB = { server: { transport: "stdio", command: "x", cwd: "../b" } } as const;
  expect(await meet(claims({ concurrency: 1 }), claims({}, "link"))).toBe(false);
  expect(await meet(claims({ concurrency: 1 }, "b"), claims(inB))).toBe(false);
  expect(await meet(claims({ concurrency: 1 }), claims({}, "b"))).toBe(true);
});

it("lets no suites meet at one address", async () => {
  const at = (url: string, command?: string) =>
    claims({ server: { transport: "shttp", url, ...(command !== undefined && { command }) } });
  expect(await meet(at("http://127.0.0.1:4000/mcp"), at("http://${HOST}:4000/mcp"))).toBe(false);
  expect(await meet(at("http://127.0.0.1:4000/mcp"), at("http://127.0.0.1:4000/other"))).toBe(true);
  expect(await meet(at("http://127.0.0.1:4000/mcp", "x"), at("http://127.0.0.1:4000/other"))).toBe(false);
  expect(await meet(at("http://127.0.0.1:4000/mcp", "x"), at("http://127.0.0.1:4001/mcp", "x"))).toBe(true);
  expect(await meet(at("https://a.test/mcp"), at("https://a.test:443/mcp"))).toBe(false);
  const ownPort = at("http://127.0.0.1:${MCPVALS_PORT}/mcp", "x");
  expect(await meet(ownPort, ownPort)).toBe(true);
});
