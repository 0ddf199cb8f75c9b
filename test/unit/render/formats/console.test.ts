import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { addCheck, buildEvaluation, buildReport, buildUnjudged } from "../../../../src/report/build.js";
import type { Evaluation, HealthSuiteReport, Report } from "../../../../src/report/report.js";
import { renderConsole, type ConsoleOptions } from "../../../../src/render/formats/console.js";
import { columnsOf } from "../../../../src/render/safe/shown-text.js";
import type { Drift } from "../../../../src/trace/drift.js";
import { call, drift, ok, replayOf, traceOf, UNGROUNDED, workflow, type StepScript } from "../../metrics/traces.js";

const config = "suite.config.json";
const calculator = workflow({ name: "calculator-test", state: "42", expectTools: ["calculate"] });
const right = [[[call("calculate", "42")], "The result is 42"]];
const wrong = [[[call("calculate", ok("41", { isError: true }))], "It is 41"]];

const passed = buildEvaluation({ workflow: calculator, trace: traceOf(right), config });
const failed = buildEvaluation({ workflow: calculator, trace: traceOf(wrong), config });

const replayed = (drifts: Drift[], name = "w") =>
  buildEvaluation({
    // What the recorded message says beside the result: a state that the result took back, no acceptance brings back.
    workflow: workflow({ name, state: "is", expectTools: ["calculate"] }),
    trace: replayOf(right, [[[call("calculate", "43")]]], { end: UNGROUNDED, evidence: { drift: drifts } }),
    config,
  });

const report = (evaluations: Evaluation[], toolHealth: HealthSuiteReport[] = [], name = "calc"): Report =>
  buildReport({
    by: "mcpvals 0.1.0",
    command: "eval",
    suite: { name, file: null, hash: "0123456789ab" },
    config: {},
    evaluations,
    toolHealth,
    timestamp: "2024-01-15T10:30:00.000Z",
  });

const show = (reports: Report | Report[], options: Partial<ConsoleOptions> = {}) =>
  renderConsole([reports].flat(), { color: false, debug: false, ...options });
const long = (reports: Report | Report[]) => show(reports, { verbose: true });

describe("renderConsole", () => {
  it("is the layout of the usage guide, line by line, and says below what it stands on", () => {
    expect(long(report([passed]))).toBe(`MCP Server Evaluation Results
============================================================

Workflow: calculator-test ✓ PASSED
Overall Score: 100%
----------------------------------------
  ✓ End-to-End Success: 100%
    Successfully reached expected state: "42"
  ✓ Tool Invocation Order: 100%
    All 1 tools called in correct order
  ✓ Tool Call Health: 100%
    All 1 tool calls completed successfully

============================================================
Summary:
  Total Workflows: 1
  Passed: 1
  Failed: 0
  Overall Score: 100%

✅ All Evaluations Passed!

1 workflow: 1 passed · 5 ms · 30 tokens spent
Model: claude-test (live)
Server: srv 1.0.0, protocol 2025-11-25 (live)
Suite: calc (0123456789ab), eval by mcpvals 0.1.0
`);
  });

  it("a failed workflow", () => {
    const text = long(report([failed]));
    expect(text).toContain(`Workflow: calculator-test ✗ FAILED
Overall Score: 33%
----------------------------------------
  ✗ End-to-End Success: 0%
    Did not reach expected state: "42"
  ✓ Tool Invocation Order: 100%
    All 1 tools called in correct order
  ✗ Tool Call Health: 0%
    1 of 1 tool calls failed: calculate (call 1): tool error: 41
`);
    expect(text).toContain("\n❌ Some Evaluations Failed\n");
    expect(text).toContain("  Passed: 0\n  Failed: 1\n  Overall Score: 33%\n");
  });

  it("an inconclusive one has ? and –, never a percentage, and ends with what settles it", () => {
    const changed = drift("changed", { note: "Claude sent it on." });
    expect(long(report([replayed([changed])]))).toBe(`MCP Server Evaluation Results
============================================================

Workflow: w ? INCONCLUSIVE
Overall Score: –
----------------------------------------
  ? End-to-End Success: – (baseline 100%)
    Cannot tell whether this state was reached: "is". The result of add changed.
  ✓ Tool Invocation Order: 100%
    All 1 tools called in correct order
  ✓ Tool Call Health: 100%
    All 1 tool calls completed successfully
  The result of add changed.
  The server reports the recorded version (srv 1.0.0). If this place differs on
  its own, learn it: mcpvals record --check suite.config.json
  Drift: 1 changed
    d-changed changed: step 1, call 1, add result, /content/0/text
      recorded "42"
      present  "43"
      Claude sent it on.
  Evidence ends before turn 2 (in step 1).
  To settle it:
    mcpvals show w suite.config.json --diff
    mcpvals record suite.config.json -t w
    mcpvals accept d-changed suite.config.json -m "why it is harmless"

============================================================
Summary:
  Total Workflows: 1
  Passed: 0
  Failed: 0
  Inconclusive: 1
  Overall Score: –

❓ Some Evaluations Are Inconclusive

1 workflow: 0 passed, 1 inconclusive · 5 ms · nothing spent
inconclusive: neither passed nor failed, the recording does not prove it; –: not
judged; accept: the result counts as recorded; later calls may differ too
Model: claude-test (recorded)
Server: srv 1.0.0, protocol 2025-11-25 (live)
Suite: calc (0123456789ab), eval by mcpvals 0.1.0
`);
  });

  it("an error has no score, and an error's reason is shown", () => {
    const evaluation = buildUnjudged(calculator, {
      verdict: "error",
      reasons: ["The API is overloaded.\n  529\nTry again."],
      config,
    });
    const text = long(report([evaluation]));
    expect(text).toContain("Workflow: calculator-test ! ERROR\nOverall Score: –\n");
    expect(text).toContain("  The API is overloaded.\n    529\n  Try again.\n");
    expect(text).toContain("  Errors: 1\n");
    expect(text).toContain("❗ Some Evaluations Could Not Be Made");
  });

  it("nothing evaluated is said, never passed", () => {
    const skipped = buildUnjudged(calculator, { verdict: "skipped", reasons: [], config });
    for (const text of [show(report([])), show(report([skipped]))]) {
      expect(text).toContain("❓ Nothing Was Evaluated");
      expect(text).not.toContain("✅");
    }
    expect(show(report([skipped]))).toContain("\nWorkflow: calculator-test - SKIPPED\n");
  });

  it("colours scores: 100% green, 70-99% yellow, below red", () => {
    const scored = (score: number): Evaluation => ({ ...passed, overallScore: score, results: [] });
    const line = (score: number) => show(report([scored(score)]), { color: true }).split("\n")[4];
    expect(line(1)).toBe("Overall Score: \u001b[32m100%\u001b[39m");
    expect(line(0.999)).toBe("Overall Score: \u001b[33m99%\u001b[39m");
    expect(line(0.7)).toBe("Overall Score: \u001b[33m70%\u001b[39m");
    expect(line(0.69)).toBe("Overall Score: \u001b[31m69%\u001b[39m");
    expect(line(0.001)).toBe("Overall Score: \u001b[31m1%\u001b[39m");
    expect(line(0)).toBe("Overall Score: \u001b[31m0%\u001b[39m");
    expect(show(report([passed]), { color: false })).not.toContain("\u001b");
    expect(stripVTControlCharacters(show(report([passed]), { color: true }))).toBe(show(report([passed])));
  });

  it("from 11 workflows on passed ones take one line", () => {
    const named = (evaluation: Evaluation, workflowName: string) => ({ ...evaluation, workflowName });
    const nine = Array.from({ length: 9 }, (_, at) => named(passed, `p${at}`));
    const ten = show(report([named(failed, "bad"), ...nine]));
    expect(ten.match(/^Overall Score:/gm)).toHaveLength(9);
    const eleven = show(report([named(failed, "bad"), ...nine, named(passed, "p9")]));
    expect(eleven).not.toMatch(/^Overall Score:/m);
    expect(eleven).toMatch(/\nWorkflow: bad ✗ FAILED[\s\S]*\n✓ p8 100%\n✓ p9 100%\n/);
  });

  it("shows five drifts in full, the worst first, and all with --debug", () => {
    const many = [
      drift("volatile", { id: "d-vol" }),
      ...Array.from({ length: 6 }, (_, at) =>
        drift("docs", { id: `d-doc${at}`, where: { part: "tool", tool: `t${at}`, path: "/description" } }),
      ),
      drift("breaking", { id: "d-bad", where: { part: "tool", tool: "calculate", path: "" } }),
    ];
    const text = long(report([replayed(many)]));
    expect(text).toContain("  Drift: 1 breaking, 6 docs, 1 volatile\n    d-bad breaking: tool calculate\n");
    // Not in full, but with the ids that an accept takes.
    expect(text).toContain("    2 more (--debug shows all): d-doc4, d-doc5\n");
    expect(text).not.toContain("d-doc5 docs");
    expect(text).not.toContain("d-vol");
    const all = show(report([replayed(many)]), { debug: true });
    for (const { id } of many) expect(all).toContain(id);
    expect(all).toContain("1 turns, 1 calls, 10 tokens in, 5 out, 5 ms");
  });

  it("shows the same drift once", () => {
    const same = (id: string) => drift("reworded", { id, where: { part: "tool", tool: "add", path: "/description" } });
    const text = long(report([replayed([same("d-1")], "one"), replayed([same("d-2")], "two")]));
    expect(text).toContain("d-1 reworded: tool add, /description");
    expect(text).not.toContain("d-2 reworded");
    expect(text).toContain("    1 shown above already: d-2\n");
  });

  it("marks accepted drift that would be in the way, and says which accepted drift is gone", () => {
    const two = [drift("changed", { id: "d-1", accepted: true }), drift("changed", { id: "d-2" }), drift("docs")];
    const evaluation = replayed(two);
    const { replay } = evaluation;
    if (replay === undefined) throw new Error("no replay");
    const text = long(report([{ ...evaluation, replay: { ...replay, unused: ["Accepted drift d-9 is gone."] } }]));
    expect(text).toContain("  Drift: 2 changed (1 accepted), 1 docs\n    d-1 changed (accepted): step 1");
    expect(text).toContain("    d-2 changed: step 1");
    expect(text).toContain("    d-docs docs: step 1");
    expect(text).toContain("\n  Accepted drift d-9 is gone.\n");
    expect(text).toContain("    mcpvals accept d-2 suite.config.json -m");
  });

  it("breaks a long command as a shell takes it", () => {
    const many = Array.from({ length: 12 }, (_, at) => drift("changed", { id: `d-0000000${at}` }));
    const text = long(report([replayed(many, "a name that's long")]));
    for (const line of text.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(80);
    const settle = text.slice(text.indexOf("  To settle it:\n"), text.indexOf("\n\n", text.indexOf("To settle")));
    const commands = settle
      .replaceAll(/ \\\n +/g, " ")
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
    expect(commands).toEqual(replayed(many, "a name that's long").settle);
    expect(commands).toHaveLength(3);
  });

  it("names regressions, and substitutions with --debug", () => {
    const live = [[[call("calculate", ok("boom", { isError: true }))]]];
    const from = { part: "result", step: 1, call: 1, tool: "create", path: "/content/0/json/id" } as const;
    const evidence = { substitutions: [{ recorded: "u_1", live: "u_7", from }] };
    const evaluation = buildEvaluation({
      workflow: calculator,
      trace: replayOf(right, live, { end: UNGROUNDED, evidence }),
      config,
    });
    const text = long(report([evaluation]));
    expect(text).toContain("  ✗ Tool Call Health: 0% (baseline 100%)\n");
    expect(text).toContain("  Regression: Tool Call Health: failed (0%), was passed (100%)\n");
    expect(text).not.toContain("u_7");
    const debug = show(report([evaluation]), { debug: true, width: 120 });
    expect(debug).toContain('Substituted "u_1" by "u_7", from step 1, call 1, create result, /content/0/json/id');
  });

  it("shows the end of stderr with --debug, and where the server gave no answer, and the findings always", () => {
    const findings = ["A banner on stdout."];
    const stderr = `${"noise\n".repeat(20)}last words\n`;
    const made = (script: StepScript[]) =>
      report([buildEvaluation({ workflow: calculator, trace: traceOf(script, { stderr, findings }), config })]);
    expect(show(made(wrong))).toContain("    finding: A banner on stdout.\n");
    expect(long(made(wrong))).toContain("  Finding: A banner on stdout.\n");
    expect(show(made(wrong))).not.toContain("last words\n");
    const silent: StepScript[] = [[[call("calculate", { kind: "none", reason: "timeout", message: "too late" })]]];
    expect(show(made(silent))).toContain("      stderr: last words\n");
    expect(long(made(silent)).match(/noise/g)).toHaveLength(9);
    expect(show(made(right))).toContain("  Finding: A banner on stdout.\n");
    expect(show(made(right))).not.toContain("last words");
    expect(show(made(right), { debug: true })).toContain("last words");
  });

  it("says who answered, and lists every model and server once", () => {
    const model = { name: "claude-test", answered: "stand-in", maxTokens: 1 };
    const one = buildEvaluation({ workflow: calculator, trace: traceOf(right, { model }), config });
    const text = show(report([one, one, passed]));
    expect(text.split("\n").filter((line) => line.startsWith("Model:"))).toEqual([
      "Model: claude-test (live, answered by stand-in)",
      "Model: claude-test (live)",
    ]);
    expect(text.match(/^Server:/gm)).toHaveLength(1);
  });

  it("direct tool tests have a section of their own", () => {
    const suite: HealthSuiteReport = {
      name: "basics",
      verdict: "failed",
      passed: false,
      tests: [
        { tool: "add", verdict: "passed", details: "Gave the expected result", ms: 11.6, attempts: 1, expected: 5 },
        {
          tool: "divide",
          description: "by zero",
          verdict: "failed",
          details: "expected 5, got 6",
          ms: 3,
          attempts: 2,
          expected: 5,
          actual: 6,
        },
      ],
    };
    expect(show(report([], [suite]))).toContain(`
Tool Health: basics ✗ FAILED
----------------------------------------
  ✓ add (12 ms)
    Gave the expected result
  ✗ divide: by zero (3 ms, attempt 2)
    expected 5, got 6
    expected 5
    actual   6

============================================================
Summary:
  Total Workflows: 0
  Passed: 0
  Failed: 0
  Tool Health Suites: 0 of 1 passed
`);
  });

  it("says what record did", () => {
    const recorded = {
      because: "no cassette yet",
      file: "cassettes/calc/w.yaml",
      check: { replays: true, varies: [{ call: 1, at: "/content/0/json/id" }], message: "It replays." },
      below: ["Tool Call Health"],
    };
    const evaluation = buildEvaluation({ workflow: calculator, trace: traceOf(right), config, recorded });
    expect(show(report([evaluation]))).toContain(`
  Recorded: cassettes/calc/w.yaml (no cassette yet)
  Check: It replays.
  Below the old cassette: Tool Call Health
`);
  });

  it("several suites have a section each and one summary", () => {
    const text = show([report([passed], [], "one"), report([failed], [], "two")]);
    expect(text).toMatch(/\nWorkflow: .* FAILED {2}5 ms {2}in two\n[\s\S]*\nSuite: one\n\nWorkflow: /);
    expect(long([report([passed], [], "one"), report([failed], [], "two")])).toMatch(
      /\nSuite: one\n\nWorkflow: [\s\S]*\nSuite: two\n\nWorkflow: /,
    );
    expect(text.match(/^Summary:/gm)).toHaveLength(1);
    expect(text).toContain("  Total Workflows: 2\n  Passed: 1\n  Failed: 1\n  Overall Score: 67%\n");
    expect(text.match(/^Suite: .* by mcpvals/gm)).toHaveLength(2);
  });

  it("says once why a cassette does not replay, each of its lines on its own", () => {
    const message = "Does not replay on its own server.\nIt differs on its own: a date.";
    const check = { replays: false, varies: [], message };
    const recorded = { because: "new", file: "cassettes/suite/sum.yaml", below: [], check };
    const evaluation = addCheck(buildEvaluation({ workflow: calculator, trace: traceOf(right), config }), recorded);
    const text = show(report([evaluation]));
    expect(text.split("Does not replay on its own server.")).toHaveLength(2);
    expect(text).not.toContain("\\n");
  });

  it("escapes controls, escape sequences and bidi marks of recorded text", () => {
    const evil = "\u001b[2J\u202etxt\u0007\r\u009b";
    const trace = replayOf(right, [[[call("calculate", ok(evil, { isError: true }))]]], {
      end: { kind: "ungrounded", message: evil },
      stderr: evil,
      server: { name: evil, version: "1", protocol: "x" },
      evidence: { drift: [drift("changed", { present: evil, note: evil })] },
    });
    const text = show(report([buildEvaluation({ workflow: workflow({ name: evil }), trace, config })], [], evil), {
      debug: true,
    });
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    expect(text).toContain("\\u001b[2J\\u202etxt\\u0007\\r\\u009b");
  });

  it("fits 80 columns whatever the texts, and never cuts a command", () => {
    const long = "x".repeat(300);
    const wide = "漢字".repeat(100);
    const evidence = { drift: [drift("changed", { recorded: long, present: wide, note: `${long} ${wide}` })] };
    const trace = replayOf(right, [[[call("calculate", wide)]]], {
      end: { kind: "ungrounded", message: wide },
      evidence,
    });
    const name = `w-${"n".repeat(90)}`;
    for (const debug of [false, true]) {
      const text = show(report([buildEvaluation({ workflow: workflow({ name, state: long }), trace, config })]), {
        debug,
      });
      const lines = text.split("\n").filter((line) => !line.includes(name));
      expect(Math.max(...lines.map(columnsOf))).toBeLessThanOrEqual(80);
      const joined = text.replaceAll(/ \\\n +/g, " ");
      expect(joined).toContain(
        debug ? `    mcpvals record suite.config.json -t ${name}\n` : `or  mcpvals record -t ${name}\n`,
      );
    }
  });

  it("gives the same bytes for the same reports", () => {
    const reports = [report([passed, failed, replayed([drift("changed")])])];
    expect(show(reports)).toBe(show(structuredClone(reports)));
  });
});

describe("a drift of objects", () => {
  it("shows the lines that differ, and no others", () => {
    const schema = (type: string) => ({
      type: "object",
      properties: { a: { type, minimum: 1 }, same: { type: "string" } },
    });
    const evidence = { drift: [drift("changed", { recorded: schema("number"), present: schema("integer") })] };
    const trace = replayOf(right, [[[call("calculate", "x")]]], {
      end: { kind: "ungrounded", message: "m" },
      evidence,
    });
    const text = long(report([buildEvaluation({ workflow: workflow({}), trace, config })]));
    expect(text).toContain('      - "type": "number"\n      + "type": "integer"\n');
    expect(text).not.toContain("same");
  });
});
