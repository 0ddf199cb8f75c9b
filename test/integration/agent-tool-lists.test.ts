// The real tool lists of 70 servers, where the data folder beside the project is there.
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildClaudeRequest } from "../../src/agent/anthropic/claude-request.js";
import type { JsonObject } from "../../src/json/value.js";
import type { Tool } from "../../src/trace/contract.js";
import { findFault } from "../../fixtures/model/request-rules.mjs";

const FILE = new URL("../../../shared/data/tool-lists/livemcpbench-70-servers.json", import.meta.url);
const here = existsSync(FILE);
if (!here) console.warn(`skipped: no ${FILE.pathname.split("/").slice(-4).join("/")}`);

function requestOf(tools: Tool[]): { body: JsonObject; given: { name: string; input_schema: unknown }[] } {
  const body = buildClaudeRequest({
    settings: { name: "claude-test", maxTokens: 1 },
    system: null,
    tools,
    steps: [{ user: "Go", turns: [] }],
  });
  return { body, given: (body["tools"] ?? []) as { name: string; input_schema: unknown }[] };
}

describe.skipIf(!here)("every tool of 70 real servers", () => {
  const servers = here
    ? (JSON.parse(readFileSync(FILE, "utf8")) as { name: string; tools: Record<string, { tools: Tool[] }> }[])
    : [];
  const lists = servers.flatMap(({ tools }) => Object.values(tools).map((list) => list.tools));

  it("reaches the request, its schema byte for byte, under a legal name of its own", () => {
    expect(lists.flat()).toHaveLength(527);
    for (const list of lists) {
      // `"exclusiveMinimum": true` is of draft 4, which the API refuses: this one tool is left out.
      const tools = list.filter(({ name }) => name !== "read_pdf");
      const { body, given } = requestOf(list);
      expect(findFault(body, { "x-api-key": "k", "anthropic-version": "1" })).toBeUndefined();
      expect(given).toHaveLength(tools.length);
      for (const [at, tool] of tools.entries())
        expect(JSON.stringify(given[at]?.input_schema)).toBe(JSON.stringify(tool["inputSchema"]));
    }
  });

  it("has a name of its own also beside all others", () => {
    const named = lists.flatMap((tools, at) => tools.map((tool) => ({ ...tool, name: `${tool.name}.${String(at)}` })));
    const { given } = requestOf(named);
    expect(new Set(given.map(({ name }) => name)).size).toBe(526);
    for (const { name } of given) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,128}$/);
  });
});
