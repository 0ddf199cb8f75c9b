import fc from "fast-check";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import type { DiffReport } from "../../../../src/diff/diff.js";
import { renderDiffConsole } from "../../../../src/render/formats/diff/console.js";
import { columnsOf } from "../../../../src/render/safe/shown-text.js";
import { diffReport } from "../../../helpers/arbitrary-diff.js";
import {
  callDiff,
  change,
  changed,
  CONFIG,
  diffOf,
  driftOf,
  inconclusive,
  mixedDiff,
  regressed,
  score,
  workflowDiff,
} from "./sample-diffs.js";

const show = (
  report: DiffReport,
  options: { color?: boolean; full?: boolean; columns?: number; config?: string } = {},
) => renderDiffConsole(report, { color: false, full: false, config: CONFIG, ...options });
// oxlint-disable-next-line no-control-regex -- controls are what is looked for
const HARMFUL = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2028]/;
const titles = (text: string) => text.split("\n").filter((_, at, lines) => /^-{40}$/.test(lines[at + 1] ?? ""));

describe("the console's diff", () => {
  it("says first what decided it, then the worst, and last how to accept, line by line", () => {
    expect(show(mixedDiff())).toBe(EXPECTED);
  });

  it("has recorded calls first, then the contract; what is quiet only where all is asked for", () => {
    expect(titles(EXPECTED)).toEqual(["Recorded Calls", "Contract, Tool by Tool"]);
    const full = show(mixedDiff(), { full: true });
    expect(titles(full)).toEqual([
      "Recorded Calls",
      "Contract, Tool by Tool",
      "Compatible Changes of the Contract",
      "Docs Changes of the Contract",
      "Accepted Changes of the Contract",
    ]);
    expect(full).not.toContain("Not shown");
    expect(full).toContain("  Workflow: say-hello ✓ SAME\n");
    expect(full).toContain("d-0000000b changed (for information only): step 1, call 2, find_tables");
    expect(full).toContain(`d-00000005 tool-added: tool drop_table
    What tool-added says.
    (nothing) → {"name":"drop_table"}
`);
  });

  it("of sides that are the same is short and asks for nothing", () => {
    expect(show(diffOf("SAME", [workflowDiff("say-hello", "SAME")]))).toBe(`MCP Server Diff
============================================================
From: npx -y travel@1.4 (travel 1.4.0)
To:   npx -y travel@next (travel 2.0.0)

✓ SAME
  1 workflow the same, the same contract.

============================================================
Summary:
  Contract: the same
  Workflows: 1 same

✅ SAME: Nothing That Counts Changed
`);
  });

  it("says which side could not be had, and why", () => {
    const report = diffOf("REGRESSED", []);
    report.to = { kind: "server", label: "node next.mjs", failure: "It exited with code 1 before it answered." };
    report.contracts = [];
    const text = show(report);
    expect(text).toContain(`✗ REGRESSED
  the new server returned nothing.
  It exited with code 1 before it answered.
`);
    expect(text).toContain("  Contract: not compared\n  Workflows: none\n");
  });

  it("never shows an inconclusive score as equal", () => {
    const open = workflowDiff("pay", "INCONCLUSIVE", {
      scores: [score("end-to-end-success", 1, null), score("llm-judge", null, null)],
    });
    const text = show(diffOf("INCONCLUSIVE", [open]));
    expect(text).toContain("? End-to-End Success 100% → not judged   ? LLM Judge not judged → not judged\n");
    expect(text).toContain("❓ INCONCLUSIVE: Not Everything Could Be Compared\n");
  });

  it("never folds away what alone made it CHANGED", () => {
    const compatible = [change("tool-added", "compatible"), change("title-changed", "docs", { id: "d-00000042" })];
    const contract = show(diffOf("CHANGED", [workflowDiff("w", "SAME")], compatible));
    expect(titles(contract)).toEqual(["Compatible Changes of the Contract"]);
    expect(contract).toContain("1 workflow the same, 1 compatible change of the contract.");
    expect(contract).toContain("  tool book_table, /inputSchema: What tool-added says.");
    expect(contract).toContain("Not shown: 1 docs change (");

    const docs = show(diffOf("CHANGED", [workflowDiff("w", "SAME")], compatible.slice(1)));
    expect(titles(docs)).toEqual(["Docs Changes of the Contract"]);

    const drift = [driftOf("d-00000043", "additive"), driftOf("d-00000044", "volatile")];
    const results = show(diffOf("CHANGED", [workflowDiff("w", "CHANGED", { drift, reasons: ["1 additive."] })]));
    expect(titles(results)).toEqual(["Workflows"]);
    expect(results).toContain("d-00000043 additive");
    expect(results).not.toContain("mcpvals accept");

    // Beside something louder they are only counted.
    const loud = show(diffOf("CHANGED", [changed()], [change("annotation-changed", "risky"), ...compatible]));
    expect(titles(loud)).not.toContain("Compatible Changes of the Contract");
    expect(loud).not.toContain("additive");
    expect(titles(show(diffOf("SAME", [workflowDiff("w", "SAME")], compatible)))).toEqual([]);
  });

  it("tells of a slower call where both sides were timed here, and else only where all is asked for", () => {
    const calls = (["slower", "faster"] as const).map((latency, at) => callDiff(at + 1, { latency }));
    const live = diffOf("CHANGED", [workflowDiff("w", "CHANGED", { calls })]);
    expect(show(live)).toContain('    call 1, book_table {"city":"Turin"}: slower: 110 ms → 118 ms\n');
    expect(show(live)).toContain("Not shown: 1 slower or faster call (");
    const beside = { ...live, from: { kind: "cassettes", label: "cassettes" } } as const;
    expect(show(beside)).not.toContain("slower:");
    expect(show(beside)).toContain("Not shown: 2 slower or faster calls (");
    expect(show(beside, { full: true })).toContain("slower: 110 ms → 118 ms");
  });

  it("names every workflow that differs, and those with one cause once", () => {
    const odd = workflowDiff("odd", "CHANGED", { notes: ["Something else."], on: "from" });
    expect(show(diffOf("CHANGED", [odd]))).toContain(`Workflows
----------------------------------------
  Workflow: odd (only before) ~ CHANGED
    Something else.
`);
    expect(show(diffOf("CHANGED", [{ ...changed(), suite: "travel" }]))).toContain(
      "Workflow: travel / list-tables ~ CHANGED",
    );
    const many = Array.from({ length: 400 }, (_, at) => ({ ...inconclusive(), workflow: `pay ${at}` }));
    const text = show(diffOf("INCONCLUSIVE", many));
    expect(text.split("\n").length).toBeLessThan(30);
    expect(text).toContain("    The same in 399 more: pay 1, pay 2, ");
    expect(show(diffOf("INCONCLUSIVE", many), { full: true })).toContain("Workflow: pay 399 ");
  });

  it("takes at most ten lines for a workflow, whatever happened in it", () => {
    const drift = Array.from({ length: 9 }, (_, at) => driftOf(`d-${at}`, "changed", { recorded: "x".repeat(500) }));
    const calls = Array.from({ length: 30 }, (_, at) =>
      callDiff(at + 1, {
        tool: `tool_${at}`,
        change: at % 2 === 0 ? "error-appeared" : "impossible",
        arguments: { text: "y".repeat(300) },
        after: { kind: "error", message: "z".repeat(300) },
      }),
    );
    const workflow = workflowDiff("big", "REGRESSED", {
      drift,
      calls,
      scores: [score("end-to-end-success", 1, null), score("tool-invocation-order", 1, 0), score("llm-judge", 1, 0)],
      ungroundedFrom: { step: 1, turn: 40 },
      lastWords: { before: "w".repeat(500) },
      settle: ["mcpvals show big --diff"],
    });
    const lines = show(diffOf("REGRESSED", [workflow])).split("\n");
    const from = lines.findIndex((line) => line.includes("Workflow: big"));
    expect(lines.slice(from).findIndex((line) => line === "")).toBeLessThanOrEqual(11);
    expect(lines.slice(from).join("\n")).toContain("37 more differences: d-0, d-1");
  });

  it("shows the same change of several tools together, by name and id, and each where all is asked for", () => {
    const flip = (name: string, at: number, after: boolean) =>
      change("destructive-flipped", "risky", {
        id: `d-${at}`,
        subject: { kind: "tool", name },
        path: "/annotations/destructiveHint",
        before: !after,
        after,
        message: "It flipped.",
      });
    const report = (flips: [string, boolean][]) =>
      diffOf(
        "CHANGED",
        [],
        flips.map(([name, after], at) => flip(name, at, after)),
      );
    const same = report([
      ["add", true],
      ["drop", true],
    ]);
    expect(show(same)).toContain(`
  ~ 2 tools, /annotations/destructiveHint: destructive-flipped
    It flipped.
    d-0 add, d-1 drop
`);
    const other = report([
      ["add", true],
      ["drop", false],
    ]);
    expect(show(other)).toContain(`
  ~ tool drop
    d-1 destructive-flipped, /annotations/destructiveHint: It flipped.
      true → false
`);
    expect(show(other, { full: true })).toContain("      true → false\n");
  });

  it("counts prompts and resources, and says of a renamed tool in one line what else changed", () => {
    const gone = (kind: "resource" | "prompt", at: number) =>
      change(`${kind}-removed`, "breaking", {
        id: `d-${kind}-${at}`,
        subject: { kind, name: `${kind}-${at}` },
        path: "",
        before: { name: "it" },
        message: `The ${kind} \`${kind}-${at}\` is gone.`,
      });
    const renamed = change("tool-renamed", "breaking", {
      id: "d-1",
      path: "/name",
      message: "The tool `book_table` is gone; renamed to `book`?",
      note: "A guess.",
    });
    const ifSo = change("enum-added", "breaking", { id: "d-2", note: "If it was renamed to `book`." });
    const resources = Array.from({ length: 100 }, (_, at) => gone("resource", at));
    const text = show(diffOf("BREAKING", [], [renamed, ifSo, gone("prompt", 1), ...resources]));
    expect(text).toContain(`
  ✗ tool book_table
    d-1 tool-renamed: The tool \`book_table\` is gone; renamed to \`book\`?
    if so, also: d-2 enum-added
  ✗ prompt prompt-1
    d-prompt-1 prompt-removed: The prompt \`prompt-1\` is gone.
  ✗ 100 resources: resource-removed
    d-resource-0 resource-0, d-resource-1 resource-1, `);
    expect(text.split("\n").length).toBeLessThan(40);
    expect(text).toContain("103 breaking changes of the contract (2 of tools, 1 of prompts, 100 of\n  resources)");
  });

  it("tells the evidence below a reason once, and not all of it", () => {
    const trace = Array.from({ length: 14 }, (_, at) => `    at line ${at}`).join("\n");
    const failure = `the server exited with code 1\n\n${trace}`;
    const report = diffOf("REGRESSED", [workflowDiff("w", "REGRESSED", { notes: [`It failed: ${failure}`] })]);
    report.to.failure = failure;
    report.reasons = [failure];
    const text = show(report);
    expect(text.match(/at line 0/g)).toHaveLength(1);
    expect(text).toContain("      at line 3\n  10 more lines (--full shows all)\n");
    expect(text).toContain("    It failed: the server exited with code 1\n    (as above)\n");
    expect(show(report, { full: true })).toContain("at line 13");
  });

  it("counts what is too much, and shows it where all is asked for", () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      change("input-narrowed", "breaking", {
        id: `d-${1000 + at}`,
        path: `/p${at}`,
        subject: { kind: "tool", name: `tool_${at}` },
      }),
    );
    const workflows = Array.from({ length: 15 }, (_, at) =>
      workflowDiff(`w${at}`, "REGRESSED", { notes: [`Why ${"x".repeat(at)}.`] }),
    );
    const report = diffOf("REGRESSED", workflows, many);
    const text = show(report);
    expect(text).toContain("\n  18 more (--full shows all)\n");
    expect(text).toContain("\n  5 more (--full shows all)\n");
    expect(text).not.toContain("Workflow: w14 ");
    // Of more than a person goes through, one is shown as an example that can be pasted.
    expect(text).toContain(
      `To accept what is harmless in the contract, one of 30 (--full shows all):\n  mcpvals accept d-1000 ${CONFIG} -m`,
    );
    const full = show(report, { full: true });
    for (const { id } of many) expect(full).toContain(id);
    expect(full).not.toContain(" more (");
  });

  it("shows long values around the place where they part, and objects by the lines that differ", () => {
    const long = (end: string) => `${"word ".repeat(60)}${end}`;
    const text = show(
      diffOf(
        "BREAKING",
        [],
        [
          change("pattern-changed", "breaking", { before: long("was so"), after: long("is so") }),
          change("schema", "breaking", {
            id: "d-2",
            before: {
              type: "object",
              properties: { city: { type: "string" }, when: { type: "string", format: "date" } },
            },
            after: {
              type: "object",
              properties: { city: { type: "integer" }, when: { type: "string", format: "date" } },
            },
          }),
        ],
      ),
    );
    expect(text).toMatch(/\n {6}….*was so" → ….*is so"\n/);
    const [, at] = /\n {6}(.*string.* → .*integer.*)\n/.exec(text) ?? [];
    expect(at).not.toContain("date");
  });

  it("tells of accepting only what can be accepted, and only where there is a config for it", () => {
    const gone = change("tool-removed", "breaking", { id: "d-9", subject: { kind: "tool", name: "book_table" } });
    const calls = [callDiff(1, { change: "impossible" })];
    const fatal = show(diffOf("BREAKING", [workflowDiff("w", "BREAKING", { calls })], [gone]));
    expect(fatal).not.toContain("accept");
    expect(fatal).toContain("then:  fix the server, or record again once the config names the new one\n");
    expect(show(diffOf("BREAKING", [], [gone]))).toContain(`mcpvals accept d-9 ${CONFIG} -m`);
    const forged = change("r", "risky", { id: "d-1; rm -rf /" });
    expect(show(diffOf("CHANGED", [], [forged]))).not.toContain("mcpvals accept");
    const cassettes = {
      ...mixedDiff(),
      from: { kind: "cassettes", label: "a" },
      to: { kind: "cassettes", label: "b" },
    } as const;
    expect(show(cassettes)).not.toContain("mcpvals accept");
    expect(show(mixedDiff(), { config: undefined as never }).replaceAll(/ \\\n +/g, " ")).toContain(
      '  mcpvals accept d-00000002 d-00000004 -m "why it is harmless"\n',
    );
  });

  it("paints what is bad red and what is good green", () => {
    expect(show(diffOf("REGRESSED", [regressed()]), { color: true })).toContain("\u001b[31m✗ REGRESSED\u001b[39m");
    expect(show(diffOf("SAME", []), { color: true })).toContain("\u001b[32m✓ SAME\u001b[39m");
    expect(show(diffOf("INCONCLUSIVE", [inconclusive()]), { color: true })).toContain("\u001b[33m? INCONCLUSIVE");
    expect(stripVTControlCharacters(show(mixedDiff(), { color: true }))).toBe(show(mixedDiff()));
  });

  it("fits its width and lets no text move the cursor or hide, whatever the diff is", () => {
    fc.assert(
      fc.property(diffReport, fc.boolean(), fc.constantFrom(60, 80, 120), (report, full, columns) => {
        // Commands are to be copied, and never cut.
        const plain = {
          ...report,
          from: { ...report.from, kind: "report" as const },
          to: { ...report.to, kind: "report" as const },
          workflows: report.workflows.map((one) => ({ ...one, settle: [] })),
        };
        for (const line of show(plain, { full, columns }).split("\n")) {
          expect(columnsOf(line)).toBeLessThanOrEqual(columns);
        }
        expect(show(report, { full, columns })).not.toMatch(HARMFUL);
      }),
      { numRuns: 40 },
    );
    for (const line of show(mixedDiff(), { full: true }).split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(80);
  });
});

const EXPECTED = `MCP Server Diff
============================================================
From: npx -y travel@1.4 (travel 1.4.0)
To:   npx -y travel@next (travel 2.0.0)

✗ REGRESSED
  1 workflow got worse, 1 workflow inconclusive, 2 workflows changed, 1 workflow
  the same, 2 breaking changes of the contract, 1 risky change of the contract.
  The workflow say-hello was compared although its cassette is old.
  Same recorded calls on both sides: what differs is the server, not Claude.

Recorded Calls
----------------------------------------
  Workflow: book-a-table ✗ REGRESSED
    ? End-to-End Success 100% → not judged   ✗ Tool Call Health 100% → 50%
    nothing proven from turn 2 on
    call 3, cancel_table can no longer be made: The server lists no such tool.
    d-0000000a breaking: call 1, find_tables result, /content/0/json/tables
      "open" → (nothing)
    1 more difference (--full shows all)
    Claude called find_tables, book_table, cancel_table
  Workflow: pay-the-bill ? INCONCLUSIVE
    There is no cassette of it.
    then:  mcpvals record suites/travel.config.json -t pay-the-bill
  Workflow: list-tables ~ CHANGED
    d-0000000e changed: call 1, find_tables result, /content/0/json/tables
      "free" → "open"
    call 1, book_table {"city":"Turin"} no longer fails: a result
    ✓ Tool Call Health 0% → 100%
    Claude called book_table; its last words: "Two tables are free."
  Workflow: new-one (only after) ~ CHANGED

Contract, Tool by Tool
----------------------------------------
  ✗ tool cancel_table, called in book-a-table
    d-00000001 tool-removed: The tool is gone; renamed to drop_table?
  ✗ tool book_table, called in book-a-table, list-tables
    d-00000002 input-required-added, /inputSchema/required: "day" is required
      now
      ["city"] → ["city","day"]
    d-00000004 annotation-destructive, /annotations/destructiveHint: It
      destroys now.
      false → true

============================================================
Summary:
  Contract: 2 breaking, 1 risky, 1 compatible, 2 docs, 1 accepted
  Workflows: 1 regressed, 1 inconclusive, 2 changed, 1 same
  Not shown: 1 compatible change, 2 docs changes, 1 harmless difference, 1
  volatile difference, 2 accepted differences (--full shows all)
  1 accepted difference did not occur:
    Accepted drift d-00000099 of list-tables did not occur any more.

❌ REGRESSED: Something Got Worse

To accept what is harmless in the contract:
  mcpvals accept d-00000002 d-00000004 suites/travel.config.json -m \\
    "why it is harmless"
`;
