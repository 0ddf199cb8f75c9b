import { describe, expect, it } from "vitest";
import { buildEvaluation, buildReport } from "../../../../src/report/build.js";
import { loadReporter, parseReporter } from "../../../../src/render/formats/index.js";
import { renderJson } from "../../../../src/render/formats/json.js";
import { call, traceOf, workflow } from "../../metrics/traces.js";

const report = (said: string) =>
  buildReport({
    by: "mcpvals 0.1.0",
    command: "eval",
    suite: { name: "calc", file: null, hash: "0123456789ab" },
    config: {},
    evaluations: [
      buildEvaluation({
        workflow: workflow({ name: "calculator-test", state: "42", expectTools: ["calculate"] }),
        trace: traceOf([[[call("calculate", said)], `The result is ${said}`]]),
        config: null,
      }),
    ],
    toolHealth: [],
    timestamp: "2024-01-15T10:30:00.000Z",
  });

describe("renderJson", () => {
  it("has the shape of the usage guide, and more", () => {
    const text = renderJson([report("42")]);
    expect(text.endsWith("}\n")).toBe(true);
    expect(JSON.parse(text)).toMatchObject({
      config: {},
      evaluations: [
        {
          workflowName: "calculator-test",
          passed: true,
          overallScore: 1,
          results: [
            {
              metric: "End-to-End Success",
              passed: true,
              score: 1,
              details: 'Successfully reached expected state: "42"',
              metadata: { expectedState: "42", lastMessageContent: "The result is 42" },
            },
            {
              metric: "Tool Invocation Order",
              passed: true,
              score: 1,
              details: "All 1 tools called in correct order",
              metadata: { expectedTools: ["calculate"], actualTools: ["calculate"], matchCount: 1 },
            },
            {
              metric: "Tool Call Health",
              passed: true,
              score: 1,
              details: "All 1 tool calls completed successfully",
              metadata: { totalCalls: 1, successCount: 1, failures: [] },
            },
          ],
        },
      ],
      passed: true,
      timestamp: "2024-01-15T10:30:00.000Z",
      version: 2,
      exitCode: 0,
    });
  });

  it("several suites stand in one document with the exit code of all", () => {
    const document = JSON.parse(renderJson([report("42"), report("41")]));
    expect(document).toMatchObject({
      version: 2,
      passed: false,
      exitCode: 1,
      reports: [{ passed: true }, { passed: false }],
    });
    expect(JSON.parse(renderJson([]))).toEqual({ version: 2, passed: false, exitCode: 3, reports: [] });
  });

  it("gives the same bytes for the same reports", () => {
    expect(renderJson([report("42")])).toBe(renderJson([report("42")]));
  });
});

describe("reporters by name", () => {
  it("parses a name with or without a file", () => {
    expect(parseReporter("json")).toEqual({ name: "json" });
    expect(parseReporter("json=out/a=b.json")).toEqual({ name: "json", file: "out/a=b.json" });
  });

  it.each(["xml", "", "=out.json", "toString", "json="])("refuses %j", (text) => {
    expect(() => parseReporter(text)).toThrow(expect.objectContaining({ code: "BAD_USAGE" }));
  });

  it("loads what it names", async () => {
    const render = await loadReporter("json");
    expect(render([report("42")], { color: false, debug: false })).toBe(renderJson([report("42")]));
    const onConsole = await loadReporter("console");
    expect(onConsole([report("42")], { color: false, debug: false })).toContain("✅ All Evaluations Passed!");
  });
});
