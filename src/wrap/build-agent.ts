// Builds the cassette of an agent's run from what was recorded. Pure; secrets and places are replaced here.
import { buildCassette } from "../cassette/build-cassette.js";
import type { AgentPart, AgentTurnPart, PassedPart } from "../cassette/agent-schema.js";
import type { WrittenCassette } from "../cassette/schema.js";
import { hideTrace } from "../places/trace-places.js";
import type { Veil } from "../redaction/veil.js";
import type { Contract } from "../trace/contract.js";
import type { Trace } from "../trace/trace.js";
import { runOf } from "../variables/run.js";
import { learnedOfVersion1 } from "../variables/version-1.js";
import { passedForm, shortenResult } from "./client-results.js";
import { buildSteps, joinTurns, type AgentStep, type JoinedTurn } from "./agent-trace.js";
import { agentNames, joinServers, toolName, type MetServer } from "./joined-server.js";
import type { RunRecorder } from "./record-run.js";
import type { LinkCall } from "./server-link.js";

export interface RecordedAgentRun {
  /** The name of the cassette. */
  name: string;
  /** How a suite started the agent; absent for `wrap`. */
  type?: AgentPart["type"];
  recorder: RunRecorder;
  calls: readonly LinkCall[];
  /** The servers as they were at the first turn. */
  met: readonly MetServer[];
  startedAt: number;
  ms: number;
  /** Servers are joined although there is one: a suite gives it a name. */
  isJoined?: boolean;
  /** The steps of a suite: what was said, and the first turn of each. Default: each text of a person begins one. */
  steps?: readonly AgentStep[];
}

export interface BuiltAgent {
  cassette: WrittenCassette;
  contract: Contract;
  agent: AgentPart;
}

/** An agent's run with its secrets and places. */
export interface BuiltAgentRun {
  trace: Trace;
  /** What its cassette says of the agent. Call it when the secrets of the trace are known: after it was hidden. */
  part: () => AgentPart;
}

/** Undefined where the agent got no turn. */
export function buildAgentCassette(run: RecordedAgentRun, veil: Veil, by: string): BuiltAgent | undefined {
  const built = buildAgentRun(run, veil);
  if (built === undefined) return undefined;
  const hidden = hideTrace(built.trace, veil);
  return {
    cassette: buildCassette(hidden, { by, scores: {}, learned: learnedOfVersion1(runOf(hidden), []) }),
    contract: hidden.contract,
    agent: built.part(),
  };
}

/** Undefined where the agent got no turn. */
export function buildAgentRun(run: RecordedAgentRun, veil: Veil): BuiltAgentRun | undefined {
  const { recorder, met, isJoined } = run;
  const { settings } = recorder;
  if (settings === undefined || recorder.turns.length === 0) return undefined;
  const { server, contract } = joinServers(met, isJoined);
  const servers = met.map(({ name }) => name);
  const names = agentNames(met, isJoined);
  const joined = joinTurns({
    turns: recorder.turns,
    calls: run.calls,
    results: recorder.results,
    nameOf: (name) => names.get(name),
    toolOf: (call) => toolName(servers, call, isJoined),
    startedAt: run.startedAt,
  });
  const answered = recorder.turns[0]?.message["model"];
  const client = recorder.client ?? { name: "unknown", version: "" };
  const trace: Trace = {
    workflow: run.name,
    agent: client,
    sources: { model: "live", server: "live" },
    model: {
      name: settings.model,
      ...(typeof answered === "string" && answered !== settings.model && { answered }),
      maxTokens: settings.maxTokens,
    },
    system: null,
    instructions: true,
    server,
    dispatch: "read-only-together",
    contract,
    steps: buildSteps(joined, () => contract.tools, run.steps),
    end: { kind: "completed" },
    findings: [],
    stderr: "",
    startedAt: new Date(run.startedAt).toISOString(),
    ms: run.ms,
  };
  const hide = (text: string): string => veil.hide(text);
  const part = (): AgentPart => ({
    client,
    ...(run.type !== undefined && { type: run.type }),
    servers: [...servers],
    names: namesOf(joined),
    turns: joined.map((one) => buildTurnPart(one, recorder, hide)),
    ...(recorder.title !== undefined && { title: hide(recorder.title) }),
    ...(recorder.tokenCounts.size > 0 && { tokens: Object.fromEntries(recorder.tokenCounts) }),
  });
  return { trace, part };
}

/** What the agent calls each tool that was asked for. */
function namesOf(joined: readonly JoinedTurn[]): Record<string, string> {
  const names: Record<string, string> = {};
  for (const { turn, uses } of joined) {
    const blocks = Array.isArray(turn.message["content"]) ? turn.message["content"] : [];
    for (const block of blocks) {
      if (typeof block !== "object" || block === null || Array.isArray(block)) continue;
      const { id, name } = block;
      const use = typeof id === "string" ? uses.get(id) : undefined;
      if (use?.isMcp === true && typeof name === "string") names[use.name] = name;
    }
  }
  return names;
}

function buildTurnPart(
  { turn, calls, uses }: JoinedTurn,
  recorder: RunRecorder,
  hide: (text: string) => string,
): AgentTurnPart {
  const own: PassedPart[] = [];
  const passed: PassedPart[] = [];
  const structured: number[] = [];
  for (const [useId, { id }] of uses) {
    const result = recorder.results.get(useId);
    if (result === undefined) continue;
    const call = calls.find((one) => one.id === id);
    const form = call === undefined ? undefined : passedForm(call.outcome, result);
    if (call === undefined) own.push({ call: id, ...shortenResult(result, hide) });
    else if (form === undefined) passed.push({ call: id, ...shortenResult(result, hide) });
    else if (form === "structured") structured.push(id);
  }
  return {
    after: turn.after,
    texts: turn.texts.map(hide),
    ...(turn.asked < turn.number - 1 && { asked: turn.asked }),
    ...(turn.isSub && { sub: true }),
    system: turn.hashes.system,
    tools: turn.hashes.tools,
    ...(turn.failed.length > 0 && { failed: turn.failed }),
    ...(own.length > 0 && { own }),
    ...(passed.length > 0 && { passed }),
    ...(structured.length > 0 && { structured }),
  };
}
