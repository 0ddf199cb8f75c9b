// Results that official clients refuse, and errors that Claude is told of: recorded, replayed, and in direct tool tests.
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../../src/json/value.js";
import { driftCase, type Seen } from "../../helpers/drift-case.js";

const ANSWERS = fileURLToPath(new URL("../../../fixtures/servers/answers.mjs", import.meta.url));
const serverOf = (answer: JsonObject): string[] => [ANSWERS, JSON.stringify(answer)];
const healthOf = ({ evaluation }: Seen) => evaluation.results.find(({ id }) => id === "tool-call-health");
const block = { type: "text", text: "42" };

describe("a result that is none by MCP's schema", () => {
  const good = serverOf({ result: { content: [block] } });
  const one = driftCase({
    steps: [{ user: "Get it", expectedState: "42" }],
    turns: [{ calls: [{ tool: "get", input: {} }] }, { text: "It is 42." }],
    server: good,
    config: { toolHealthSuites: [{ name: "direct", tests: [{ name: "get", expectedResult: 42 }] }] },
    check: false,
  });

  it.each<[string, JsonObject]>([
    ["content is null", { content: null }],
    ["content is a text", { content: "hi" }],
    ["a block is null", { content: [block, null] }],
    ["a text block has no text", { content: [block, { type: "text" }] }],
    ["isError is a text", { content: [block], isError: "true" }],
    ["_meta is a list", { content: [block], _meta: [] }],
  ])("fails Tool Call Health and direct tests: %s", async (_, result) => {
    const seen = await one.replay(serverOf({ result }));
    expect(seen).toMatchObject({ verdict: "failed", exitCode: 1 });
    expect(healthOf(seen)?.details).toContain("not a valid MCP result, clients refuse it: /");
    expect(seen.report.toolHealth).toMatchObject([{ verdict: "failed", tests: [{ verdict: "failed" }] }]);
  });

  it.each<[string, JsonObject]>([
    ["as it was", { content: [block] }],
    ["with fields that MCP does not name", { content: [{ ...block, extra: 1 }], extra: [] }],
  ])("passes what clients take: %s", async (_, result) => {
    expect(await one.replay(serverOf({ result }))).toMatchObject({
      verdict: "passed",
      report: { toolHealth: [{ verdict: "passed" }] },
    });
  });
});

describe("the state in an error", () => {
  const error = (message: string): string[] => serverOf({ error: { code: -32004, message } });
  const one = driftCase({
    steps: [{ user: "Get it", expectedState: "no order 42", expectTools: [{ tool: "get", fails: true }] }],
    turns: [{ calls: [{ tool: "get", input: {} }] }, { text: "It is not there." }],
    server: error("no order 42"),
  });

  it("is what Claude was given of it, recorded and replayed", async () => {
    const report = await one.record();
    expect(report.evaluations[0]?.verdict).toBe("passed");
    expect(await one.replay()).toMatchObject({ verdict: "passed", metrics: "passed passed passed" });
  });

  it("is not there any more where the error says something else", async () => {
    const seen = await one.replay(error("too busy"));
    expect(seen.drift).toEqual(["changed call 1 get /error/message"]);
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
  });

  it("makes nothing green that nobody expects to fail", async () => {
    const steps = [{ user: "Get it", expectedState: "no order 42", expectTools: ["get"] }];
    expect(await one.replay(undefined, {}, { workflows: [{ name: "case", steps }] })).toMatchObject({
      verdict: "failed",
      metrics: "passed passed failed",
    });
  });
});
