import { expect, test } from "vitest";
import { agentNames, joinServers, keepListsOfBoth, type MetServer } from "../../../src/wrap/joined-server.js";
import { joinTurns } from "../../../src/wrap/agent-trace.js";
import type { LinkCall } from "../../../src/wrap/server-link.js";
import type { CallOutcome } from "../../../src/trace/trace.js";
import { toolOn } from "../../../src/trace/servers.js";

const NONE: CallOutcome = { kind: "none", reason: "cancelled", message: "" };

const met = (name: string, tools: readonly string[], more = {}): MetServer => ({
  name,
  server: { name, version: "1.0.0", protocol: "2025-11-25" },
  contract: {
    server: {},
    capabilities: {},
    tools: tools.map((tool) => ({ name: tool, inputSchema: { type: "object" } })),
    ...more,
  },
});

test("an agent's names lead back to server and tool, also with a dot and with 60 characters", () => {
  const long = "a".repeat(60);
  const names = agentNames([met("io.test", ["get.sum", long]), met("files", ["read"])]);
  expect(names.get("mcp__io_test__get_sum")).toBe("io.test/get.sum");
  expect(names.get(`mcp__io_test__${long}`)).toBe(`io.test/${long}`);
  expect(names.get("read")).toBe("files/read");
});

test("a name that two tools share leads to neither: the id of the call says which it is", () => {
  const servers = [met("a", ["b__c"]), met("a__b", ["c"])];
  const names = agentNames(servers);
  expect(names.get("mcp__a__b__c")).toBeUndefined();
  const made = (server: string, tool: string, useId: string): LinkCall => {
    return {
      server,
      tool,
      useId,
      arguments: {},
      outcome: NONE,
      startedAt: 0,
      ms: 1,
      notifications: [],
      serverRequests: [],
    };
  };
  const block = (id: string) => ({ type: "tool_use", id, name: "mcp__a__b__c", input: {} });
  const turn = {
    number: 1,
    after: 0,
    texts: ["Go"],
    asked: 0,
    isSub: false,
    message: { content: [block("toolu_x"), block("toolu_y")] },
    hashes: { system: "", tools: "" },
    streamed: true,
    ms: 1,
    failed: [],
  };
  const [joined] = joinTurns({
    turns: [turn],
    calls: [made("a__b", "c", "toolu_y"), made("a", "b__c", "toolu_x")],
    results: new Map(),
    nameOf: (name) => names.get(name),
    toolOf: ({ server, tool }) => toolOn(server, tool),
    startedAt: 0,
  });
  expect(joined?.calls.map(({ id, tool }) => [id, tool])).toEqual([
    [1, "a/b__c"],
    [2, "a__b/c"],
  ]);
});

test("a list that an agent asked for only then or only now says nothing about its server", () => {
  const prompts = [{ name: "hello" }];
  const [one, two] = [met("one", ["x"]), met("two", ["y"])];
  const withPrompts = joinServers([met("one", ["x"], { prompts }), two]).contract;
  const without = joinServers([one, two]).contract;
  expect(keepListsOfBoth(withPrompts, without)).toEqual(without);
  expect(keepListsOfBoth(withPrompts, withPrompts)).toEqual(withPrompts);
  expect(keepListsOfBoth(met("one", ["x"], { prompts }).contract, one.contract)).toEqual(one.contract);
});
