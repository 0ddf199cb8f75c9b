import { describe, expect, it } from "vitest";
import { canonicalIds, nextOrdinal } from "../../../../src/agent/anthropic/canonical-ids.js";
import type { ModelBlock, TraceStep } from "../../../../src/trace/trace.js";

const same = (name: string): string => name;

describe("canonical ids", () => {
  it("number calls of all kinds by one counter, in order of appearance, prefixes kept", () => {
    const content: ModelBlock[] = [
      { type: "text", text: "toolu_01abc" },
      { type: "tool_use", id: "toolu_01abc", name: "add", input: {} },
      { type: "server_tool_use", id: "srvtoolu_01xyz", name: "web_search", input: {} },
      { type: "web_search_tool_result", tool_use_id: "srvtoolu_01xyz", content: [] },
      { type: "mcp_tool_use", id: "mcptoolu_01q", name: "x", server_name: "y", input: {} },
      { type: "mcp_tool_result", tool_use_id: "mcptoolu_01q", content: [] },
    ];
    expect(canonicalIds(content, 4, same)).toEqual([
      { type: "text", text: "toolu_01abc" },
      { type: "tool_use", id: "toolu_4", name: "add", input: {} },
      { type: "server_tool_use", id: "srvtoolu_5", name: "web_search", input: {} },
      { type: "web_search_tool_result", tool_use_id: "srvtoolu_5", content: [] },
      { type: "mcp_tool_use", id: "mcptoolu_6", name: "x", server_name: "y", input: {} },
      { type: "mcp_tool_result", tool_use_id: "mcptoolu_6", content: [] },
    ]);
  });

  it("follow the caller of a call, and a result that comes before its call", () => {
    const [call, code] = canonicalIds(
      [
        { type: "tool_use", id: "a", name: "add", input: {}, caller: { type: "code", tool_id: "srvtoolu_b" } },
        { type: "server_tool_use", id: "srvtoolu_b", name: "code", input: {} },
      ],
      1,
      same,
    );
    expect(call?.["caller"]).toEqual({ type: "code", tool_id: "srvtoolu_2" });
    expect(code?.["id"]).toBe("srvtoolu_2");
  });

  it("name every call of ours toolu, whatever a gateway calls it, and leave references to earlier turns", () => {
    const content: ModelBlock[] = [
      { type: "tool_use", id: "call-9f", name: "a_b", input: {} },
      { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] },
    ];
    expect(canonicalIds(content, 2, () => "a.b")).toEqual([
      { type: "tool_use", id: "toolu_2", name: "a.b", input: {} },
      { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [] },
    ]);
  });

  it("keep blocks of unknown types as they are", () => {
    const odd: ModelBlock = { type: "hologram", id: "holo_1", data: "…" };
    expect(canonicalIds([odd], 1, same)).toEqual([odd]);
  });

  it("go on after the highest of the run", () => {
    const turn = (content: ModelBlock[]): TraceStep["turns"][number] => ({
      content,
      stop: { reason: "tool_use" },
      calls: [],
      tools: [],
      usage: { input: 0, output: 0 },
      ms: 0,
      retries: 0,
    });
    const steps = [
      { user: "", turns: [turn([{ type: "tool_use", id: "toolu_9", name: "a", input: {} }])] },
      { user: "", turns: [turn([{ type: "server_tool_use", id: "srvtoolu_10", name: "a", input: {} }])] },
    ];
    expect(nextOrdinal([])).toBe(1);
    expect(nextOrdinal(steps)).toBe(11);
  });
});
