// Which form of `mcpvals diff` a command line means.
import { describe, expect, it } from "vitest";
import { buildDiffForm } from "../../../src/cli/diff-options.js";
import { parseArguments } from "../../../src/cli/parse-arguments.js";
import { McpvalsError } from "../../../src/errors.js";

function form(...args: string[]) {
  const parsed = parseArguments(["diff", ...args]);
  if (parsed.kind !== "command") throw new Error("no command");
  return buildDiffForm(parsed.invocation, "linux");
}
const failure = (...args: string[]): string => {
  try {
    form(...args);
  } catch (error) {
    if (error instanceof McpvalsError && error.code === "BAD_USAGE") return error.message;
    throw error;
  }
  throw new Error("it was taken");
};

describe("the forms of diff", () => {
  it("servers by their command lines and URLs, split as --command is", () => {
    expect(form("suite.json", "--to", 'npx -y "my server" --x=1', "--from", "https://old.example/mcp")).toMatchObject({
      kind: "servers",
      configs: ["suite.json"],
      options: {
        to: { command: "npx", args: ["-y", "my server", "--x=1"] },
        from: { url: "https://old.example/mcp" },
      },
    });
    expect(form("--tag", "smoke", "--tag", "x*")).toMatchObject({ options: { tags: ["smoke", "x*"] } });
    expect(form("suite.json")).toMatchObject({ kind: "servers", options: { to: undefined, from: undefined } });
    expect(form("--to", "node x.js")).toMatchObject({ kind: "servers", configs: [] });
  });

  it("two files", () => {
    expect(form("a.yaml", "b.yaml", "--fail-on", "changed", "-t", "w*")).toEqual({
      kind: "files",
      before: "a.yaml",
      after: "b.yaml",
      options: { workflows: ["w*"], failOn: "changed", onInconclusive: undefined },
    });
  });

  it.each<[string, string[], string]>([
    ["three paths", ["a", "b", "c"], "diff compares two sides, not 3"],
    ["two paths and a server", ["a", "b", "--to", "node x"], "Beside --to or --from, diff takes one config"],
    ["two paths, accepting nothing", ["a", "b", "--strict"], "--strict has no meaning between two files"],
    ["two paths and a tag", ["a", "b", "--tag", "x"], "--tag has no meaning between two files"],
    ["a server behind --", ["a", "--", "node", "x"], "-- CMD has no meaning in diff"],
    ["a shell's operator", ["a", "--to", "x | y"], '--to is not run by a shell, so "|" has no meaning in it'],
    ["no program", ["a", "--from", " "], "--from names no program"],
    ["an URL that is none", ["a", "--to", "http://"], "--to takes a command line or an http(s) URL"],
    ["another line", ["a", "--fail-on", "docs"], "--fail-on takes breaking or regression or changed or never"],
  ])("%s is an error", (_, args, message) => {
    expect(failure(...args)).toContain(message);
  });
});
