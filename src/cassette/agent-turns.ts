// Reads what the cassette of an agent says of each turn into the run: whose turn it is, and the calls that no server
// received. Pure.
import type { ModelBlock, OwnCall, TraceStep, Turn } from "../trace/trace.js";
import type { AgentTurnPart, PassedPart } from "./agent-schema.js";

/** `parts`: one a turn. */
export function readAgentTurns(steps: readonly TraceStep[], parts: readonly AgentTurnPart[]): TraceStep[] {
  const subagents = numberSubagents(parts);
  let number = 0;
  return steps.map((step) => ({
    ...step,
    turns: step.turns.map((turn) => {
      const [part, subagent] = [parts[number], subagents[number]];
      number += 1;
      return { ...withOwnCalls(turn, part?.own ?? []), ...(subagent !== undefined && { subagent }) };
    }),
  }));
}

/** A subagent's first turn gives it its number; those that follow have that of the turn before them. */
function numberSubagents(parts: readonly AgentTurnPart[]): (number | undefined)[] {
  const numbers: (number | undefined)[] = [];
  let last = 0;
  for (const { after, sub } of parts) {
    const isFirst = sub === true && after === 0;
    if (isFirst) last += 1;
    numbers.push(sub === true ? (isFirst ? last : numbers[after - 1]) : undefined);
  }
  return numbers;
}

function withOwnCalls(turn: Turn, parts: readonly PassedPart[]): Turn {
  if (parts.length === 0) return turn;
  const ids = new Set(parts.map(({ call }) => `toolu_${call}`));
  const content = turn.content.map((block): ModelBlock => {
    const { id } = block;
    return typeof id === "string" && ids.has(id) ? { ...block, own: true } : block;
  });
  const own = parts.map(({ call, begins, isError }): OwnCall => ({
    id: call,
    given: [{ type: "text", text: begins }],
    ...(isError === true && { isError: true }),
  }));
  return { ...turn, content, own };
}
