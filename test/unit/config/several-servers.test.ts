import { describe, expect, it } from "vitest";
import { expandConfig } from "../../../src/config/expand-config.js";
import type { McpvalsError } from "../../../src/errors.js";
import { nameTools } from "../../../src/metrics/name-tools.js";
import { joinContracts } from "../../../src/trace/servers.js";
import { chooseServers } from "../../../src/suite/settings.js";

const server = { transport: "stdio", command: "node" } as const;
const load = (raw: object) => expandConfig(raw, "it", { env: {} }).config;
const problemOf = (action: () => unknown): string => {
  try {
    action();
  } catch (error) {
    const { message, evidence = "" } = error as McpvalsError;
    return `${message} ${evidence}`;
  }
  return "";
};

describe("servers in a config", () => {
  it.each([
    [{ server, servers: { a: server } }, 'does not go with "server"'],
    [{ servers: {}, workflows: [] }, "names no server"],
    [{ servers: { "A b": server } }, "is no name for a server"],
    [
      { servers: { a: { ...server, transport: "sse", url: "http://x", protocol: "2026-07-28" } } },
      "servers.a.protocol",
    ],
    [{ server, toolNames: "{server}__{tool}" }, 'needs "servers"'],
    [{ servers: { a: server }, toolNames: "{tool}" }, "must hold {server} and {tool}"],
    [{ servers: { a: server }, toolNames: "{server}.{tool}" }, "may hold letters"],
  ])("%j is refused", (raw, problem) => {
    expect(problemOf(() => load(raw))).toContain(problem);
  });

  it("put themselves before the tools of places that name none", () => {
    const place = (tool: string) => ({ tool, path: "/content" });
    const config = load({
      servers: { b: server, a: server },
      ignore: [place("get_*"), place("a/get"), place("*/get"), place("files/get")],
      redact: { paths: [place("get")] },
    });
    expect(config.ignore?.map(({ tool }) => tool)).toEqual(["{a,b}/get_*", "a/get", "*/get", "{a,b}/files/get"]);
    expect(config.redact?.paths?.map(({ tool }) => tool)).toEqual(["{a,b}/get"]);
  });

  it("are another build of one of them where a flag says which", () => {
    const config = load({ servers: { a: server, b: server } });
    const other = { command: "deno", args: [] };
    expect(chooseServers({ config }, { ...other, name: "b" }).map(({ server: { command } }) => command)).toEqual([
      "node",
      "deno",
    ]);
    expect(problemOf(() => chooseServers({ config }, other))).toContain("several servers: a, b");
    expect(problemOf(() => chooseServers({ config }, { ...other, name: "c" }))).toContain('None of them is "c"');
    expect(problemOf(() => chooseServers({ config: load({ server }) }, { ...other, name: "a" }))).toContain("has one");
  });
});

describe("tools that a workflow names", () => {
  const contract = joinContracts([
    ["a", { server: {}, capabilities: {}, tools: [{ name: "get" }, { name: "files/read" }] }],
    ["b", { server: {}, capabilities: {}, tools: [{ name: "get" }, { name: "put" }] }],
  ]);
  const workflow = (tool: string) => ({ name: "w", steps: [{ user: "x", expectTools: [tool] }], forbidTools: [tool] });

  it.each([
    ["put", "b/put"],
    ["b/get", "b/get"],
    ["files/read", "a/files/read"],
    ["nothing", "nothing"],
  ])("%s is %s", (written, meant) => {
    expect(nameTools(workflow(written), { contract })).toEqual(workflow(meant));
  });

  it("are refused where several servers have them", () => {
    expect(problemOf(() => nameTools(workflow("get"), { contract }))).toContain("a/get, b/get");
  });
});
