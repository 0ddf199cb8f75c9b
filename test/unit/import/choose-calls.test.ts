import { describe, expect, test } from "vitest";
import { McpvalsError } from "../../../src/errors.js";
import { chooseCalls, type ChosenCall } from "../../../src/import/choose-calls.js";
import type { Said } from "../../../src/import/said.js";
import type { JsonObject } from "../../../src/json/value.js";

const result = { content: [{ type: "text", text: "ok" }], isError: false };

function said(...calls: [name: string, input?: JsonObject][]): Said {
  const blocks = calls.map(([name, input = {}], at) => ({
    kind: "call" as const,
    id: String(at),
    name,
    input,
    result,
  }));
  const turn = { blocks, stop: "tool_use", usage: { input: 0, output: 0 } };
  return { format: "messages", model: "m", cwd: null, steps: [{ user: "Go.", turns: [turn] }], notes: [] };
}

function choose(run: Said, tools: string[], server?: string): ChosenCall[] {
  return [...chooseCalls(run, { tools, server, shown: "run.json" }).calls.values()];
}

function faultOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof McpvalsError) return `${error.code}: ${error.message} ${error.fix ?? ""}`;
    throw error;
  }
  return "none";
}

describe("the names that clients give a tool", () => {
  test.each(["read_file", "mcp__fs__read_file", "fs-read_file", "fs_read_file", "fs.read_file", "fs/read_file"])(
    "%s is the server's own read_file",
    (name) => {
      expect(choose(said([name, { path: "a" }]), ["read_file"], "fs")).toEqual([
        { kind: "taken", tool: "read_file", input: { path: "a" } },
      ]);
    },
  );

  test.each(["read_file", "mcp__fs__read_file"])("%s is it without the server's name, too", (name) => {
    expect(choose(said([name]), ["read_file"])).toMatchObject([{ kind: "taken", tool: "read_file" }]);
  });

  test.each(["fs-read_file", "bulk_read_file"])("%s is not called where nobody said whose it is", (name) => {
    expect(choose(said([name], ["read_file"]), ["read_file"]).map(({ kind }) => kind)).toEqual(["foreign", "taken"]);
    expect(faultOf(() => choose(said([name]), ["read_file"]))).toMatch(/NOTHING_TO_IMPORT: .*--server NAME/);
  });

  test.each(["claude-code", "stream-json"] as const)("a plain name in %s is a tool of its own", (format) => {
    const run = { ...said(["Bash"], ["mcp__sh__Bash"]), format };
    expect(choose(run, ["Bash"]).map(({ kind }) => kind)).toEqual(["foreign", "taken"]);
  });

  test("a wrapper's name and arguments are those inside", () => {
    const wrapped = { server_name: "fs", tool_name: "read_file", params: { path: "a" } };
    expect(choose(said(["execute-tool", wrapped]), ["read_file"])).toEqual([
      { kind: "taken", tool: "read_file", input: { path: "a" } },
    ]);
    expect(choose(said(["execute-tool", wrapped], ["mcp__fs__read_file"]), ["read_file"], "fs")).toHaveLength(2);
  });

  test("a call of another server is kept as it was, and never taken", () => {
    const run = said(["mcp__fs__read_file"], ["mcp__other__read_file"], ["Bash"]);
    expect(choose(run, ["read_file"], "fs").map(({ kind }) => kind)).toEqual(["taken", "foreign", "foreign"]);
    expect(faultOf(() => choose(run, ["read_file"]))).toMatch(
      /TRANSCRIPT_INVALID: .* 2 servers .*--server fs or --server other/,
    );
  });

  test("a name with two readings is an error, and no guess", () => {
    expect(faultOf(() => choose(said(["read_file"]), ["read-file", "read.file"]))).toMatch(
      /TRANSCRIPT_INVALID: .*read_file may be read-file or read\.file/,
    );
  });

  test("a transcript without a call of the server is an error", () => {
    expect(faultOf(() => choose(said(["Bash"]), ["read_file"]))).toContain("NOTHING_TO_IMPORT");
  });
});
