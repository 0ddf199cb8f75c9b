import { expect, test } from "vitest";
import { readAgentTurns } from "../../../src/cassette/agent-turns.js";
import type { AgentTurnPart } from "../../../src/cassette/agent-schema.js";
import { ownUsesOf, toolUsesOf } from "../../../src/trace/read.js";
import type { ModelBlock, Turn } from "../../../src/trace/trace.js";

const use = (id: number, name: string): ModelBlock => ({ type: "tool_use", id: `toolu_${id}`, name, input: {} });
const turn = (...content: ModelBlock[]): Turn => {
  return { content, stop: { reason: null }, calls: [], tools: [], usage: { input: 0, output: 0 }, ms: 0, retries: 0 };
};
const part = (after: number, more: Partial<AgentTurnPart> = {}): AgentTurnPart => {
  return { after, texts: [], system: "000000000000", tools: "000000000000", ...more };
};

test("turns of subagents have their number, whatever the order in which they came", () => {
  const sub = { sub: true } as const;
  const parts = [part(0), part(0, sub), part(0, sub), part(3, sub), part(2, sub), part(1)];
  const [step] = readAgentTurns([{ user: "Go", turns: parts.map(() => turn()) }], parts);
  expect(step?.turns.map(({ subagent }) => subagent)).toEqual([undefined, 1, 2, 2, 1, undefined]);
});

test("calls that no server received are the agent's own, with what the model was given", () => {
  const own = [{ call: 2, hash: "000000000000", begins: "a note", isError: true as const }];
  const steps = [
    { user: "Go", turns: [turn(use(1, "say_state"), use(2, "Bash"))] },
    { user: "And", turns: [turn(use(3, "say_state"))] },
  ];
  const [first, second] = readAgentTurns(steps, [part(0, { own }), part(1)]).flatMap(({ turns }) => turns);
  expect(toolUsesOf(first?.content ?? []).map(({ id }) => id)).toEqual([1]);
  expect(ownUsesOf(first?.content ?? []).map(({ id }) => id)).toEqual([2]);
  expect(first?.own).toEqual([{ id: 2, given: [{ type: "text", text: "a note" }], isError: true }]);
  expect(second).toEqual(turn(use(3, "say_state")));
});
