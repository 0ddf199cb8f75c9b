// Builds the trace of the recorded run from a cassette and its contract. Pure; places are put in later.
import type { Contract, Tool } from "../trace/contract.js";
import type { Trace, TraceStep, Turn } from "../trace/trace.js";
import { readAgentTurns } from "./agent-turns.js";
import type { TurnFacts } from "./facts-schema.js";
import { callFactsOf, turnFactsOf } from "./facts.js";
import { UNKNOWN, type AssistantEntry, type Cassette } from "./schema.js";
import { readBlockEntry } from "./script-blocks.js";
import { readOwnEntry, readResultEntry } from "./script-results.js";
import { readToolsEntry } from "./script-tools.js";
import { identityOf } from "./written-servers.js";

/** The recorded run. A cassette from `parseCassette` has everything that this needs. */
export function readTrace(cassette: Cassette, contract: Contract): Trace {
  const { system, instructions, maxTokens, ...model } = cassette.model;
  const { imported, agent } = cassette.cassette === 1 ? {} : cassette;
  const steps = readScript(cassette, contract.tools);
  return {
    workflow: cassette.workflow,
    ...(imported === undefined ? {} : { imported }),
    ...(agent === undefined
      ? {}
      : { agent: { ...agent.client, ...(agent.type !== undefined && { type: agent.type }) } }),
    sources: { model: "recorded", server: "recorded" },
    // What a transcript lacks takes no part in a replay.
    model: { ...model, maxTokens: maxTokens === UNKNOWN ? null : maxTokens },
    system: imported === undefined ? system : null,
    instructions: instructions === UNKNOWN ? true : instructions,
    server: identityOf(cassette),
    ...(cassette.cassette === 1 ? {} : { dispatch: cassette.dispatch }),
    contract,
    steps: agent === undefined ? steps : readAgentTurns(steps, agent.turns),
    end: cassette.end ?? { kind: "completed" },
    findings: cassette.facts.findings ?? [],
    stderr: "",
    startedAt: cassette.facts.recorded.at,
    ms: cassette.facts.recorded.ms,
  };
}

function readScript(cassette: Cassette, listed: readonly Tool[]): TraceStep[] {
  const ids = cassette.script.flatMap((entry) => ("result" in entry ? [entry.result] : []));
  const turns = turnFactsOf(cassette.facts);
  const calls = callFactsOf(cassette.facts, ids);
  const steps: TraceStep[] = [];
  const isOne = cassette.server !== undefined;
  let tools = listed;
  let turnsRead = 0;
  let callsRead = 0;
  for (const entry of cassette.script) {
    const step = steps.at(-1);
    if ("user" in entry) steps.push({ user: entry.user, turns: [] });
    else if ("tools" in entry) tools = readToolsEntry(entry, tools);
    else if ("assistant" in entry) step?.turns.push(readTurn(entry, tools, isOne, turns[turnsRead++]));
    else {
      const turn = step?.turns.at(-1);
      const facts = calls[callsRead++] ?? { at: 0, ms: 0 };
      const own = readOwnEntry(entry);
      if (own === undefined) turn?.calls.push(readResultEntry(entry, turn.content, facts));
      else if (turn !== undefined) turn.own = [...(turn.own ?? []), own];
    }
  }
  return steps;
}

function readTurn(
  entry: AssistantEntry,
  tools: readonly Tool[],
  isOne: boolean,
  facts: TurnFacts = { ms: 0, input: 0, output: 0 },
): Turn {
  const { ms, retries = 0, ...usage } = facts;
  const { stop } = entry;
  return {
    content: entry.assistant.map((block) => readBlockEntry(block, isOne)),
    stop: typeof stop === "object" && stop !== null ? stop : { reason: stop },
    calls: [],
    tools,
    usage,
    ms,
    retries,
  };
}
