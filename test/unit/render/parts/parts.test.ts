import { describe, expect, it } from "vitest";
import { buildEvaluation, buildReport } from "../../../../src/report/build.js";
import type { Evaluation, Report } from "../../../../src/report/report.js";
import { errorLineOf, errorLines, lastWordsOfServer } from "../../../../src/render/parts/error-line.js";
import { pairLine } from "../../../../src/render/parts/cut-pair.js";
import { nextSteps } from "../../../../src/render/parts/next-steps.js";
import { groupByCause } from "../../../../src/render/parts/same-cause.js";
import { showPlace } from "../../../../src/render/parts/shown-place.js";
import { legend, passedOn, timeText, verdictSum } from "../../../../src/render/parts/sums.js";
import { whoseChange } from "../../../../src/render/parts/whose-change.js";
import { whyLine } from "../../../../src/render/parts/why-line.js";
import { workflowNotes } from "../../../../src/render/parts/workflow-notes.js";
import { columnsOf } from "../../../../src/render/safe/shown-text.js";
import { costOf, describePrice, priceOf, savedOf } from "../../../../src/report/price.js";
import type { Drift } from "../../../../src/trace/drift.js";
import { call, drift, ok, replayOf, traceOf, UNGROUNDED, workflow } from "../../metrics/traces.js";

const right = [[[call("calculate", "42")], "The result is 42"]];

const drifted = (name: string, drifts: Drift[], config = "a.config.json"): Evaluation =>
  buildEvaluation({
    workflow: workflow({ name, state: "is", expectTools: ["calculate"] }),
    trace: replayOf(right, [[[call("calculate", "43")]]], { end: UNGROUNDED, evidence: { drift: drifts } }),
    config,
  });

const failing = (name: string, error: string): Evaluation =>
  buildEvaluation({
    workflow: workflow({ name, expectTools: ["calculate"] }),
    trace: traceOf([[[call("calculate", ok(error, { isError: true }))], "No."]]),
    config: "a.config.json",
  });

const reportOf = (evaluations: Evaluation[], file = "a.config.json"): Report =>
  buildReport({
    by: "mcpvals 0.1.0",
    command: "replay",
    suite: { name: file, file, hash: "0123456789ab" },
    config: {},
    evaluations,
    toolHealth: [],
    timestamp: "2024-01-15T10:30:00.000Z",
  });

describe("pairLine", () => {
  it.each([
    ["72", "22", 60, "72 → 22"],
    ['"F"', '"C"', 60, '"F" → "C"'],
    [
      "The current time is 2026-03-01 11:00",
      "The current time is 2026-03-01 10:00",
      60,
      "The current time is 2026-03-01 1[1→0]:00",
    ],
    ["x", "y\n\u001b[31m", 60, String.raw`x → y\n\u001b[31m`],
  ])("shows %j and %j", (before, after, width, line) => {
    expect(pairLine(before, after, width)).toBe(line);
  });

  it("cuts around the difference, never at the head, and fits", () => {
    const text = (hour: string) =>
      `${"The weather report of today. ".repeat(20)}It is ${hour}:00 now. ${"Bye. ".repeat(50)}`;
    const line = pairLine(text("11"), text("10"), 50);
    expect(line).toMatch(/^….*It is 1\[1→0\]:00.*…$/);
    expect(columnsOf(line)).toBeLessThanOrEqual(50);
    expect(columnsOf(pairLine("a".repeat(500), "b".repeat(500), 50))).toBeLessThanOrEqual(50);
    expect(columnsOf(pairLine("字".repeat(500), `${"字".repeat(499)}x`, 50))).toBeLessThanOrEqual(50);
    expect(pairLine(`${"a".repeat(20)}😀`, `${"a".repeat(20)}😁`, 60)).toBe(`${"a".repeat(20)}[😀→😁]`);
  });
});

describe("pairLine of objects", () => {
  const schema = (name: string): string =>
    JSON.stringify({ type: "object", properties: { [name]: { type: "string" } }, required: [name], description: name });

  it("shows which parameter was renamed", () => {
    const line = pairLine(schema("city"), schema("a_place_in_the_world"), 70);
    expect(line).toBe('…perties":{"city":{"type":"strin… → …perties":{"a_place_in_the_world"…');
    expect(columnsOf(line)).toBeLessThanOrEqual(70);
  });
});

describe("showPlace", () => {
  it.each([
    ["/content/0/json/items/0/a b", '$.items[0]["a b"]'],
    ["/structuredContent/unit", "$.unit"],
    ["/content/0/text", "text"],
    ["/content/2/text", "text of block 3"],
    ["/inputSchema/required", "inputSchema.required"],
    ["", ""],
    ["no pointer", "no pointer"],
  ])("%s is %s", (path, shown) => {
    expect(showPlace(path)).toBe(shown);
  });
});

describe("errorLines", () => {
  it("keeps the line that says the error, however long the stack below it is", () => {
    const stack = Array.from({ length: 20 }, (_, at) => `    at f (file.js:${at})`).join("\n");
    const lines = errorLines(`starting\nTypeError: x is not a function\n${stack}\n\nNode.js v24`, 3);
    expect(lines).toEqual(["TypeError: x is not a function", "    at f (file.js:19)", "Node.js v24"]);
  });

  it("is the end where no line says an error, and all of a short one", () => {
    expect(errorLines("a\nb\nc\n", 2)).toEqual(["b", "c"]);
    expect(errorLines("a\n\nb\n", 3)).toEqual(["a", "b"]);
  });

  const python = `Traceback (most recent call last):
  File "/srv/dead.py", line 2, in <module>
    from nothing import x
ModuleNotFoundError: No module named 'nothing'`;
  const node = `node:internal/modules/esm/resolve:873
  throw new ERR_MODULE_NOT_FOUND(packageName, fileURLToPath(base), null);
        ^

Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nothing' imported from /srv/dead.mjs
    at packageResolve (node:internal/modules/esm/resolve:873:9)
    at moduleResolve (node:internal/modules/esm/resolve:946:18) {
  code: 'ERR_MODULE_NOT_FOUND'
}

Node.js v22.20.0`;

  it.each([
    ["Python", python, "ModuleNotFoundError: No module named 'nothing'"],
    ["Node", node, "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'nothing' imported from /srv/dead.mjs"],
  ])("name the cause of a server of %s that did not start, once", (_, stderr, cause) => {
    const message = `the server exited with code 1 before it was connected\n${stderr}`;
    const started = lastWordsOfServer(message, { stderr: "", findings: [] }, 3);
    expect(started.below.filter((line) => line === cause)).toEqual([cause]);
    const died = lastWordsOfServer(message, { stderr, findings: [] }, 3);
    expect(died.below).toEqual([]);
    expect(died.stderr).toContain(cause);
    expect(errorLineOf(message, undefined)).toBe(cause);
  });

  it("keep a hint of ours above a long output", () => {
    const message = `no answer\nIt listens on port 3000\n${python}`;
    expect(lastWordsOfServer(message, undefined, 3).below).toEqual([
      "It listens on port 3000",
      "    from nothing import x",
      "ModuleNotFoundError: No module named 'nothing'",
    ]);
  });
});

describe("groupByCause", () => {
  const gone = drift("breaking", {
    where: { part: "tool", tool: "calculate", path: "" },
    note: "the tool is gone",
    acceptable: false,
  });

  it("is one cause where the same difference stopped many workflows, in one suite or several", () => {
    const [cause, ...others] = groupByCause([
      reportOf([drifted("one", [gone]), drifted("two", [gone])]),
      reportOf([drifted("three", [gone], "b.config.json")], "b.config.json"),
    ]);
    expect(others).toEqual([]);
    expect(cause?.all.map(({ evaluation }) => evaluation.workflowName)).toEqual(["one", "two", "three"]);
    expect(whyLine(cause?.why ?? { kind: "reason", message: "" })).toBe("the tool calculate is gone");
  });

  it("keeps errors apart that differ in a number, and puts the failed ones first", () => {
    const causes = groupByCause([
      reportOf([
        drifted("open", [drift("changed")]),
        failing("a", "error 401"),
        failing("b", "error 402"),
        failing("c", "error 401"),
      ]),
    ]);
    expect(causes.map(({ all }) => all.map(({ evaluation }) => evaluation.workflowName))).toEqual([
      ["a", "c"],
      ["b"],
      ["open"],
    ]);
  });

  it("offers commands that cover all suites and workflows", () => {
    const changed = (id: string) => drift("changed", { id });
    const [cause] = groupByCause([
      reportOf([drifted("one", [changed("d-1")]), drifted("two words", [changed("d-2")])]),
      reportOf([drifted("three", [changed("d-3")], "b.config.json")], "b.config.json"),
    ]);
    if (cause === undefined) throw new Error("no cause");
    const commands = nextSteps(cause.all).map(({ command }) => command);
    expect(commands).toEqual([
      "mcpvals show one a.config.json --diff",
      "mcpvals record --check a.config.json b.config.json -t one -t 'two words' -t three",
      "mcpvals record a.config.json b.config.json -t one -t 'two words' -t three",
      'mcpvals accept d-1 d-2 d-3 a.config.json b.config.json -m "why"',
    ]);
  });

  it.each([
    ["eval", "live", "mcpvals eval a.config.json -t one --debug", true],
    ["record", "live", "mcpvals record a.config.json -t one --debug", true],
    ["record", "recorded", "mcpvals record --check a.config.json -t one --debug", false],
    ["replay", "recorded", "mcpvals replay a.config.json -t one --debug", false],
  ] as const)("says how to look at a dead server after %s of a %s model, and what it costs", (...row) => {
    const [command, model, look, asks] = row;
    const end = { kind: "server-failed", phase: "start", message: "It exited with 1." } as const;
    const trace = { ...traceOf([], { end }), sources: { model, server: "live" as const } };
    const evaluation = buildEvaluation({ workflow: workflow({ name: "one" }), trace, config: "a.config.json" });
    const [step] = nextSteps([{ evaluation, report: { ...reportOf([evaluation]), command } }]);
    expect(step?.command).toBe(look);
    expect(step?.note?.includes("asks Claude again")).toBe(asks);
  });

  it("blames the suite where only what is expected has changed since the recording", () => {
    const edited = (state: string, score: number) =>
      buildEvaluation({
        workflow: workflow({ name: "one", state }),
        trace: replayOf(right, right),
        config: "a.config.json",
        scoresThen: { "end-to-end-success": score },
      });
    const [passed, failed] = [edited("balcony", 1), edited("balcony", 0)].map((evaluation) => {
      const [cause] = groupByCause([reportOf([evaluation])]);
      if (cause === undefined) throw new Error("no cause");
      return [
        whoseChange(evaluation, cause.why).text,
        ...nextSteps(cause.all).map((step) => step.command ?? step.note),
      ];
    });
    expect(passed).toEqual([
      "the suite: the recorded run passed what was expected then",
      "mcpvals show one a.config.json --diff",
      "correct what is expected in a.config.json",
      "mcpvals record a.config.json -t one",
    ]);
    expect(failed?.[0]).toBe("the recording: it failed like this then, too");
  });

  it("never offers to accept what accepting cannot help, nor what was found for information only", () => {
    const [dead] = groupByCause([reportOf([drifted("one", [gone])])]);
    const later = drift("changed", {
      id: "d-later",
      where: { part: "result", turn: 3, call: 3, tool: "add", path: "" },
    });
    const evaluation = buildEvaluation({
      workflow: workflow({ name: "one", state: "is", expectTools: ["calculate"] }),
      trace: replayOf(right, [[[call("calculate", "43")]]], {
        end: UNGROUNDED,
        evidence: { drift: [drift("changed", { id: "d-first" }), later], ungroundedFrom: 2 },
      }),
      config: null,
    });
    const [played] = groupByCause([reportOf([evaluation])]);
    if (dead === undefined || played === undefined) throw new Error("no cause");
    expect(nextSteps(dead.all).filter(({ command }) => command?.includes("accept"))).toEqual([]);
    const accept = nextSteps(played.all).find(({ command }) => command?.includes("accept"));
    expect(accept?.command).toContain("d-first");
    expect(accept?.command).not.toContain("d-later");
  });
});

describe("the sums", () => {
  it("say of drift that leaves the proof in place what it concerns, and nothing that is false", () => {
    const calm = (...found: Drift[]) =>
      buildEvaluation({
        workflow: workflow({ state: "42" }),
        trace: replayOf(right, right, { evidence: { drift: found } }),
        config: null,
      });
    const gone = drift("docs", { where: { part: "tool", tool: "other", path: "" }, note: "the tool is gone" });
    const described = drift("docs", { where: { part: "tool", tool: "other", path: "/description" } });
    const text = drift("docs", { where: { part: "server", path: "/title" } });
    const found = [gone, described, text].map((one) => calm(one));
    expect(found.map((one) => passedOn([reportOf([one])]))).toEqual([
      "of the 1 passed: 1 with another list of tools",
      "of the 1 passed: 1 with a tool described differently",
      "of the 1 passed: 1 with a text that Claude is not given",
    ]);
    expect(found.map(workflowNotes)).toEqual([
      ["1 tool new or gone"],
      ["1 tool described differently"],
      ["1 changed text"],
    ]);
  });

  it("count verdicts, time, and what was spent", () => {
    const passed = buildEvaluation({ workflow: workflow({ state: "42" }), trace: traceOf(right), config: null });
    expect(verdictSum([reportOf([passed, drifted("w", [drift("changed")])])])).toBe(
      "2 workflows: 1 passed, 1 inconclusive · 10 ms · 30 tokens spent",
    );
    expect(verdictSum([reportOf([drifted("w", [drift("changed")])])])).toContain("· nothing spent");
    expect(passedOn([reportOf([passed])])).toBeUndefined();
    expect(legend([reportOf([drifted("w", [drift("changed")])])])).toContain("inconclusive: neither passed");
    expect([85, 4800, 125_000].map(timeText)).toEqual(["85 ms", "4.8 s", "2 min 5 s"]);
  });

  it("estimates the price of a family of Claude, and of no other model", () => {
    const price = priceOf("claude-sonnet-4-5", undefined);
    expect(price).toMatchObject({ input: 3, output: 15, cacheWrite: 3.75, of: "2026-10" });
    expect(price?.cacheRead).toBeCloseTo(0.3, 10);
    expect(priceOf("claude-opus-4-5", undefined)?.input).toBe(5);
    expect(priceOf("claude-opus-4-1-20250805", undefined)?.input).toBe(15);
    expect(priceOf("claude-opus-5-20260724", undefined)?.input).toBe(5);
    expect(priceOf("claude-opus-5-5", undefined)).toMatchObject({ input: 4, output: 20, cacheRead: 0.2 });
    expect(priceOf("claude-sonnet-5-5", undefined)).toMatchObject({ input: 2, output: 10, cacheRead: 0.1 });
    expect(priceOf("gpt-4o", undefined)).toMatchObject({ input: 2.5, of: "2025-11" });
    // The next family may cost something else.
    expect(priceOf("claude-opus-6", undefined)).toBeUndefined();
    expect(priceOf("stand-in", undefined)).toBeUndefined();
    expect(priceOf("stand-in", { "stand-in": { input: 1, output: 2 } })).toMatchObject({
      cacheRead: 0.1,
      of: "config",
    });
    const usage = { input: 1_000_000, output: 100_000, cacheRead: 1_000_000, cacheWrite: 1_000_000 };
    if (price !== undefined) expect(costOf(usage, price)).toBeCloseTo(3 + 1.5 + 0.3 + 3.75, 10);
    // A tenth of the price of what was read; a quarter more for what was written.
    if (price !== undefined) expect(savedOf(usage, price)).toBeCloseTo(2.7 - 0.75, 10);
    expect([0.0012, 0.03, 1.2].map(describePrice)).toEqual(["<$0.01", "~$0.03", "~$1.20"]);
  });
});
