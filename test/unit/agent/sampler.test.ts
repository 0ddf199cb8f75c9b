// The model's answers to a server: what the server gets, and what the run learns of it.
import { describe, expect, it } from "vitest";
import { Sampler } from "../../../src/agent/sampler.js";
import type { Model, SamplingAnswer } from "../../../src/agent/model.js";
import type { ServerRequest } from "../../../src/trace/trace.js";
import { McpvalsError } from "../../../src/errors.js";

const METHOD = "sampling/createMessage";
const never = new AbortController().signal;

function samplerOf(answer: SamplingAnswer | (() => Promise<SamplingAnswer>)): Sampler {
  const sample: Model["sample"] = () => (typeof answer === "function" ? answer() : Promise.resolve(answer));
  return new Sampler({ model: { sample }, settings: { name: "m", maxTokens: 1 }, signal: never });
}
const ask = (sampler: Sampler, params = {}) => sampler.answer({ method: METHOD, params }, never);

describe("a sampler", () => {
  it("gives the model's result, and what it cost to the request that has it", async () => {
    const result = { role: "assistant", content: { type: "text", text: "Blue" } };
    const usage = { input: 3, output: 2 };
    const sampler = samplerOf({ kind: "said", result, usage });
    expect(await ask(sampler)).toEqual({ result });
    const others: ServerRequest[] = [
      { method: "roots/list", answer: { result } },
      { method: METHOD, answer: { error: {} } },
    ];
    expect(sampler.complete([...others, { method: METHOD, answer: { result } }])).toEqual([
      ...others,
      { method: METHOD, answer: { result }, usage },
    ]);
    // Each cost is told once.
    expect(sampler.complete([{ method: METHOD, answer: { result } }])[0]).not.toHaveProperty("usage");
  });

  it("tells the server of a refusal, and marks what no recording could answer", async () => {
    const sampler = samplerOf({ kind: "refused", message: "not this", unrecorded: true });
    expect(await ask(sampler, { a: 1, _meta: { x: 1 } })).toEqual({ error: { code: -32603, message: "not this" } });
    expect(sampler.complete([{ method: METHOD, params: { a: 2 } }])[0]).not.toHaveProperty("unrecorded");
    expect(sampler.complete([{ method: METHOD, params: { a: 1 } }])[0]).toMatchObject({ unrecorded: true });
    expect(sampler.failure()).toBeUndefined();
  });

  it("keeps a failure of the outside for the run", async () => {
    const sampler = samplerOf({ kind: "failed", message: "529" });
    expect(await ask(sampler)).toHaveProperty("error");
    expect(sampler.failure()).toBe("529");
  });

  it("keeps what the model threw for the run", async () => {
    const sampler = samplerOf(() => Promise.reject(new McpvalsError("MODEL_ACCOUNT", "no credit")));
    expect(await ask(sampler)).toHaveProperty("error");
    expect(() => sampler.throwFault()).toThrow("no credit");
  });

  it("lets pass what the config answers, and in a replay only what a recording proves", () => {
    const asks = { method: "elicitation/create", params: { message: "Which?" } };
    const answer = { result: { action: "accept" } };
    expect(samplerOf({ kind: "failed", message: "" }).review(asks, answer)).toBe(answer);
    const objectTo: Model["objectTo"] = (scripted) => `no: ${JSON.stringify(scripted.answer)}`;
    const taped = new Sampler({ model: { objectTo }, settings: { name: "m", maxTokens: 1 }, signal: never });
    expect(taped.review({ method: "roots/list" }, answer)).toBe(answer);
    expect(taped.review(asks, answer)).toEqual({ error: { code: -32603, message: `no: ${JSON.stringify(answer)}` } });
    const [roots, asked] = taped.complete([{ method: "roots/list" }, asks]);
    expect(roots).not.toHaveProperty("unrecorded");
    expect(asked).toMatchObject({ unrecorded: true });
  });

  it("refuses where the model cannot be sampled", async () => {
    const sampler = new Sampler({ model: {}, settings: { name: "m", maxTokens: 1 }, signal: never });
    expect(await ask(sampler)).toHaveProperty("error");
  });
});
