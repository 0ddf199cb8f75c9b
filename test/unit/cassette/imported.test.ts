import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildCassette } from "../../../src/cassette/build-cassette.js";
import { parseCassette, serializeCassette } from "../../../src/cassette/cassette-text.js";
import { openCassette } from "../../../src/cassette/open-text.js";
import { readTrace } from "../../../src/cassette/read-trace.js";
import { classifyTurn } from "../../../src/agent/turn-end.js";
import { toolUsesOf, turnsOf } from "../../../src/trace/read.js";
import type { ModelBlock, OwnCall, Trace } from "../../../src/trace/trace.js";
import { jsonObject, nastyString } from "../../helpers/arbitrary-json.js";
import { makeTrace } from "../../helpers/make-trace.js";

const extras = { by: "mcpvals 0.1.0", scores: {} };
const imported = { format: "claude-code", sha256: "ab".repeat(32) };

/** A run of one call of the server, with calls of other tools around it. */
function withOwn(own: readonly { name: string; input: object; texts: string[]; failed: boolean }[]): Trace {
  const run = makeTrace({ turns: [[["echo", { message: "hi" }, "Echo: hi"]]] });
  const [turn] = turnsOf(run);
  if (turn === undefined) throw new Error("no turn");
  const calls = own.map(({ texts, failed }, at): OwnCall => {
    return { id: at + 2, given: texts.map((text) => ({ type: "text", text })), ...(failed && { isError: true }) };
  });
  turn.content.push(
    ...own.map(({ name, input }, at): ModelBlock => {
      return { type: "tool_use", id: `toolu_${String(at + 2)}`, name, input: { ...input }, own: true };
    }),
  );
  if (calls.length > 0) turn.own = calls;
  return { ...run, imported, model: { name: "m", answered: "m", maxTokens: null }, system: null, instructions: true };
}

function throughText(run: Trace): Trace {
  const { text, blobs } = serializeCassette(buildCassette(run, extras));
  return readTrace(parseCassette(openCassette(text, "x.yaml"), blobs), run.contract);
}

function problemOf(change: (json: string) => string): string {
  const own = { name: "Read", input: {}, texts: ["private"], failed: false };
  const opened = openCassette(serializeCassette(buildCassette(withOwn([own]), extras)).text, "x.yaml");
  const json = JSON.stringify(opened.yaml.value);
  const changed = change(json);
  if (changed === json) throw new Error(`nothing was edited: ${json}`);
  try {
    parseCassette({ ...opened, yaml: { ...opened.yaml, value: JSON.parse(changed) } }, new Map());
  } catch (error) {
    return String(error);
  }
  return "none";
}

describe("an imported run", () => {
  test("keeps calls of other tools, what the model was given of them, and that its settings are unknown", () => {
    const one = fc.record({
      name: nastyString,
      input: jsonObject,
      texts: fc.array(nastyString, { maxLength: 3 }),
      failed: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 4 }), (own) => {
        const run = withOwn(own);
        const read = throughText(run);
        expect(read.steps).toEqual(run.steps);
        expect(read.imported).toEqual(imported);
        expect([read.model.maxTokens, read.system]).toEqual([null, null]);
      }),
    );
  });

  test("has no call of another tool among the calls that are made and scored", () => {
    const [turn] = turnsOf(throughText(withOwn([{ name: "Bash", input: {}, texts: ["x"], failed: false }])));
    expect(turn?.calls.map(({ tool }) => tool)).toEqual(["echo"]);
    expect(toolUsesOf(turn?.content ?? []).map(({ name }) => name)).toEqual(["echo"]);
  });

  test("goes on after a turn that only calls other tools", () => {
    const content = [{ type: "tool_use", id: "toolu_1", name: "Bash", input: {}, own: true }];
    expect(classifyTurn({ content, stop: { reason: "tool_use" } }, null)).toEqual({ kind: "calls" });
  });
});

describe("a hostile cassette", () => {
  test("cannot hide a call of the server behind a result of another tool", () => {
    expect(problemOf((text) => text.replaceAll('"own":true', '"own":false'))).toContain("given");
    expect(problemOf((text) => text.replace('"given":', '"content":'))).toContain("given");
  });

  test("cannot leave its settings unknown without saying where it comes from", () => {
    expect(problemOf((text) => text.replace(/"imported":\{[^}]*\},/, ""))).toContain("imported");
  });
});
