import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DiffReport } from "../../../../src/diff/diff.js";
import { renderDiffGithub } from "../../../../src/render/formats/diff/github.js";
import { diffReport } from "../../../helpers/arbitrary-diff.js";
import { commandsOf } from "../../../helpers/workflow-commands.js";
import { change, CONFIG, diffOf, mixedDiff, workflowDiff } from "./sample-diffs.js";

const show = (report: DiffReport, config?: string) => commandsOf(renderDiffGithub(report, { config }));

describe("the annotations of a diff", () => {
  it("are errors for what got worse or breaks, warnings for what may, at the config, and one notice", () => {
    const commands = show(mixedDiff(), CONFIG);
    expect(commands.map(({ name, properties }) => `${name} ${properties["title"]}`)).toEqual([
      "error book-a-table: REGRESSED",
      "error breaking: tool cancel_table",
      "error breaking: tool book_table, /inputSchema/required",
      "warning pay-the-bill: INCONCLUSIVE",
      "warning list-tables: CHANGED",
      "warning new-one (only after): CHANGED",
      "warning risky: tool book_table, /annotations/destructiveHint",
      "notice mcpvals diff: REGRESSED, Something Got Worse",
    ]);
    expect(commands[0]?.message).toBe(`Tool Call Health: failed (50%), was passed (100%)
call 2 (step 1, turn 2, for information only), book_table {"city":"Turin"}: fails now: a result → JSON-RPC error -32602: day is missing
call 3 (step 1, turn 3, for information only), cancel_table: can no longer be made: a result → not made: The server lists no such tool.`);
    expect(commands[1]?.message).toContain("\ntool-removed: d-00000001");
    expect(commands[3]?.message).toContain("To settle it:\nmcpvals record");
    for (const { properties } of commands.slice(0, -1)) expect(properties["file"]).toBe(CONFIG);
  });

  it("are one notice where all is the same", () => {
    const only = show(diffOf("SAME", [workflowDiff("say-hello", "SAME")]));
    expect(only.map(({ name }) => name)).toEqual(["notice"]);
    expect(only[0]?.message).toContain("1 workflow the same, the same contract");
  });

  it("stand at the new file where files are compared, and nowhere where there is none", () => {
    const of = (from: string, to: string) =>
      show({
        ...mixedDiff(),
        from: { kind: "cassettes", label: from },
        to: { kind: "cassettes", label: to },
      })[0]?.properties["file"];
    expect(of("old/w.yaml", "new/w.yaml")).toBe("new/w.yaml");
    expect(of("old", "new")).toBe(undefined);
    expect(show(mixedDiff())[0]?.properties["file"]).toBe(undefined);
  });

  it("tell of a side that could not be had", () => {
    const report = diffOf("REGRESSED", []);
    report.to.failure = "It exited with code 1.";
    expect(show(report)[0]).toMatchObject({ name: "error", message: "It exited with code 1." });
    report.from.failure = "No such cassette.";
    expect(show(report)[1]).toMatchObject({ name: "warning", message: "No such cassette." });
  });

  it("are ten of a level at most, and the rest is counted", () => {
    const many = Array.from({ length: 50 }, (_, at) => change("gone", "breaking", { id: `d-${at}`, message: `${at}` }));
    const commands = show(diffOf("BREAKING", [], many));
    expect(commands).toHaveLength(11);
    expect(commands[9]?.properties["title"]).toBe("mcpvals: 41 more");
  });

  it("are one for the same change of several tools", () => {
    const same = ["one", "two"].map((name, at) =>
      change("output-schema-removed", "breaking", { id: `d-${at}`, subject: { kind: "tool", name }, path: "" }),
    );
    const [first, ...others] = show(diffOf("BREAKING", [], same));
    expect(first?.properties["title"]).toBe("breaking: 2 tools");
    expect(first?.message).toContain("output-schema-removed: d-0 one, d-1 two");
    expect(others.map(({ name }) => name)).toEqual(["notice"]);
  });

  it("are one command a line, whatever was recorded", () => {
    fc.assert(
      fc.property(diffReport, (report) => {
        for (const { name, properties } of show(report, "c")) {
          expect(["error", "warning", "notice"]).toContain(name);
          expect(Object.keys(properties).join()).toMatch(/^(file,)?title$/);
        }
      }),
      { numRuns: 40 },
    );
  });
});
