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

  it("has every section in the order of importance, the quiet ones only where all is asked for", () => {
    expect(titles(show(mixedDiff(), { full: true }))).toEqual([
      ...titles(EXPECTED).map((title) => (title === "Calls That Are Slower" ? `${title} or Faster` : title)),
      "Compatible Changes of the Contract",
      "Docs Changes of the Contract",
      "Accepted Changes of the Contract",
      "Harmless Differences",
      "All Scores",
      "All Calls",
    ]);
    expect(show(mixedDiff(), { full: true })).not.toContain("Not shown");
    expect(show(mixedDiff(), { full: true })).toContain(`d-00000005 tool-added: tool drop_table
    What tool-added says.
    (nothing) → {"name":"drop_table"}
`);
  });

  it("of sides that are the same is short and asks for nothing", () => {
    expect(show(diffOf("SAME", [workflowDiff("say-hello", "SAME")]))).toBe(`MCP Server Diff
============================================================
From: npx -y travel@1.4 (travel 1.4.0, protocol 2025-11-25)
To:   npx -y travel@next (travel 2.0.0, protocol 2025-11-25)

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
    expect(text).toContain("    ? End-to-End Success: 100% → – (cannot be compared)\n");
    expect(text).toContain("    ? LLM Judge: – → – (cannot be compared)\n");
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
    expect(titles(results)).toEqual(["Results With Something New"]);
    expect(results).toContain("d-00000043 additive");
    expect(results).not.toContain("mcpvals accept");

    // Beside something louder they are only counted.
    const loud = show(diffOf("CHANGED", [changed()], [change("annotation-changed", "risky"), ...compatible]));
    expect(titles(loud)).not.toContain("Compatible Changes of the Contract");
    expect(titles(loud)).not.toContain("Results With Something New");
    expect(titles(show(diffOf("SAME", [workflowDiff("w", "SAME")], compatible)))).toEqual([]);
  });

  it("tells of a slower call where both sides were timed here, and else only where all is asked for", () => {
    const calls = (["slower", "faster"] as const).map((latency, at) => callDiff(at + 1, { latency }));
    const live = diffOf("CHANGED", [workflowDiff("w", "CHANGED", { calls })]);
    expect(titles(show(live))).toEqual(["Calls That Are Slower"]);
    expect(show(live)).toContain("Not shown: 1 slower or faster call (");
    const beside = { ...live, from: { kind: "cassettes", label: "cassettes" } } as const;
    expect(titles(show(beside))).toEqual(["Other Workflows That Differ"]);
    expect(show(beside)).toContain("Not shown: 2 slower or faster calls (");
    expect(titles(show(beside, { full: true }))).toContain("Calls That Are Slower or Faster");
  });

  it("names every workflow that differs, also where no section is about it", () => {
    const odd = workflowDiff("odd", "CHANGED", { reasons: ["Something else."], on: "from" });
    expect(show(diffOf("CHANGED", [odd]))).toContain(`Other Workflows That Differ
----------------------------------------
  Workflow: odd (only before) ~ CHANGED
    Something else.
`);
    const two = show(diffOf("CHANGED", [{ ...changed(), suite: "travel" }]));
    expect(titles(two)).not.toContain("Other Workflows That Differ");
    expect(two).toContain("Workflow: travel / list-tables ~ CHANGED");
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
  destructive-flipped: 2 tools, /annotations/destructiveHint
    It flipped.
    false → true
    d-0 add, d-1 drop
`);
    const other = report([
      ["add", true],
      ["drop", false],
    ]);
    expect(show(other)).not.toContain("→ true");
    expect(show(other, { full: true })).toContain(`
  d-1 destructive-flipped: tool drop, /annotations/destructiveHint
    It flipped.
    true → false
`);
  });

  it("tells the evidence below a reason once, and not all of it", () => {
    const trace = Array.from({ length: 14 }, (_, at) => `    at line ${at}`).join("\n");
    const failure = `the server exited with code 1\n\n${trace}`;
    const report = diffOf("REGRESSED", [workflowDiff("w", "REGRESSED", { reasons: [`It failed: ${failure}`] })]);
    report.to.failure = failure;
    report.reasons = [failure];
    const text = show(report);
    expect(text.match(/at line 0/g)).toHaveLength(1);
    expect(text).toContain("      at line 9\n  4 more lines (--full shows all)\n");
    expect(text).toContain("    It failed: the server exited with code 1\n    (as above)\n");
    expect(show(report, { full: true })).toContain("at line 13");
  });

  it("tells a workflow's reasons once", () => {
    expect(show(diffOf("REGRESSED", [regressed()])).match(/^ {4}Tool Call Health: failed/gm)).toHaveLength(1);
  });

  it("counts what is too much, and shows it where all is asked for", () => {
    const many = Array.from({ length: 30 }, (_, at) =>
      change("input-narrowed", "breaking", { id: `d-${1000 + at}`, path: `/p${at}` }),
    );
    const drift = Array.from({ length: 9 }, (_, at) =>
      driftOf(`d-${2000 + at}`, "changed", { where: { part: "result", call: at + 1, tool: "t", path: `/${at}` } }),
    );
    const calls = Array.from({ length: 7 }, (_, at) => callDiff(at + 1, { change: "impossible" }));
    const workflows = Array.from({ length: 15 }, (_, at) => workflowDiff(`w${at}`, "REGRESSED"));
    const report = diffOf("REGRESSED", [workflowDiff("big", "REGRESSED", { drift, calls }), ...workflows], many);
    const text = show(report);
    expect(text).toContain("\n  20 more (--full shows all)\n");
    expect(text).toContain("\n    4 more (--full shows all)\n");
    expect(text).toContain("\n    2 more (--full shows all)\n");
    expect(text).toContain("\n  6 more (--full shows all)\n");
    expect(text).not.toContain("Workflow: w14 ");
    expect(text).toContain('  mcpvals accept ID... -m "why it is harmless"');
    const full = show(report, { full: true });
    for (const { id } of [...many, ...drift]) expect(full).toContain(id);
    expect(full).not.toContain(" more (");
  });

  it("shows the same difference of several workflows once", () => {
    const both = ["one", "two"].map((name, at) =>
      workflowDiff(name, "CHANGED", { drift: [driftOf(`d-${at}`, "changed")] }),
    );
    const text = show(diffOf("CHANGED", both));
    expect(text).toContain("  Workflow: two ~ CHANGED\n    1 shown above already\n");
    expect(text).not.toContain("d-1 changed");
    expect(show(diffOf("CHANGED", both), { full: true })).toContain("d-1 changed");
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
    expect(text).toMatch(/\n {4}before ….*was so"\n {4}after {2}….*is so"\n/);
    expect(text).toContain('    - "type": "string"\n    + "type": "integer"\n');
    expect(text).not.toContain("date");
  });

  it("tells of accepting only what can be accepted, and only where there is a config for it", () => {
    const fatal = workflowDiff("w", "BREAKING", { drift: [driftOf("d-9", "breaking", { acceptable: false })] });
    expect(show(diffOf("BREAKING", [fatal]))).not.toContain("accept");
    const forged = workflowDiff("w", "CHANGED", { drift: [driftOf("d-1; rm -rf /", "changed")] });
    expect(show(diffOf("CHANGED", [forged]))).not.toContain("mcpvals accept");
    const cassettes = {
      ...mixedDiff(),
      from: { kind: "cassettes", label: "a" },
      to: { kind: "cassettes", label: "b" },
    } as const;
    expect(show(cassettes)).not.toContain("mcpvals accept");
    expect(show(mixedDiff(), { config: undefined as never }).replaceAll(/ \\\n +/g, " ")).toContain(
      '  mcpvals accept d-00000002 d-00000004 d-0000000e d-0000000b -m "why it is harmless"\n',
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
From: npx -y travel@1.4 (travel 1.4.0, protocol 2025-11-25)
To:   npx -y travel@next (travel 2.0.0, protocol 2025-11-25)

✗ REGRESSED
  1 workflow got worse, 2 breaking changes of the contract, 1 workflow
  inconclusive, 1 risky change of the contract, 2 workflows changed, 1 workflow
  the same.
  book-a-table: Tool Call Health: failed (50%), was passed (100%)
  The workflow say-hello was compared although its cassette is old.

What Got Worse
----------------------------------------
  Workflow: book-a-table ✗ REGRESSED
    Tool Call Health: failed (50%), was passed (100%)
    Played on for information only from turn 2 (in step 1).
    Verdict: passed → failed
    ? End-to-End Success: 100% → – (cannot be compared)
    ✗ Tool Call Health: 100% → 50% (worse)

Breaking Changes of the Contract
----------------------------------------
  d-00000001 tool-removed: tool cancel_table
    The tool is gone; renamed to drop_table?
    Renamed is a guess: both have the same input.
  d-00000002 input-required-added: tool book_table, /inputSchema/required
    "day" is required now
    ["city"] → ["city","day"]

Calls That Fail or Cannot Be Made
----------------------------------------
  Workflow: book-a-table ✗ REGRESSED
    call 2 (step 1, turn 2, for information only), book_table {"city":"Turin"}
      fails now: a result → JSON-RPC error -32602: day is missing
    call 3 (step 1, turn 3, for information only), cancel_table
      can no longer be made: a result → not made: The server lists no such
        tool.

Results That Break Callers
----------------------------------------
  Workflow: book-a-table ✗ REGRESSED
    d-0000000a breaking: step 1, call 1, find_tables result,
      /content/0/json/tables
      "open" → (nothing)

Risky Changes of the Contract
----------------------------------------
  d-00000004 annotation-destructive: tool book_table,
    /annotations/destructiveHint
    It destroys now.
    false → true

Results That Changed
----------------------------------------
  Workflow: book-a-table ✗ REGRESSED
    d-0000000b changed (for information only): step 1, call 2, find_tables
      result, /content/0/json
      - "status": "free"
      + "status": "taken"
      - "No dogs."
      + "Dogs."
      Claude's next turn used it.
  Workflow: list-tables ~ CHANGED
    1 result changed.
    d-0000000e changed: step 1, call 1, find_tables result,
      /content/0/json/tables
      "free" → "open"

What Could Not Be Decided
----------------------------------------
  Workflow: pay-the-bill ? INCONCLUSIVE
    There is no cassette of it.
    To settle it:
      mcpvals record suites/travel.config.json -t pay-the-bill

Other Scores That Differ
----------------------------------------
  Workflow: list-tables ~ CHANGED
    Verdict: failed → passed
    ✓ Tool Call Health: 0% → 100% (better)

Calls That Are Slower
----------------------------------------
  Workflow: book-a-table ✗ REGRESSED
    call 1 (step 1, turn 1), find_tables {"city":"Turin"}
      slower: 110 ms → 900 ms

Calls That Fail No More
----------------------------------------
  Workflow: list-tables ~ CHANGED
    call 1 (step 1, turn 1), book_table {"city":"Turin"}
      no longer fails: tool error: busy → a result

Other Workflows That Differ
----------------------------------------
  Workflow: new-one (only after) ~ CHANGED

============================================================
Summary:
  Contract: 2 breaking, 1 risky, 1 compatible, 2 docs, 1 accepted
  Workflows: 1 regressed, 1 inconclusive, 2 changed, 1 same
  Not shown: 1 compatible change, 2 docs changes, 1 harmless difference, 1
  volatile difference, 2 accepted differences (--full shows all)
  1 accepted difference did not occur:
    Accepted drift d-00000099 of list-tables did not occur any more.

❌ REGRESSED: Something Got Worse

To accept what is harmless:
  mcpvals accept d-00000002 d-00000004 d-0000000e d-0000000b \\
    suites/travel.config.json -m "why it is harmless"
`;
