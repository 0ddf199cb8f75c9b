// Builds the trace of an agent's run from the turns that it was given and the calls that its servers received. Pure.
import type { ClientResult } from "../gateway/agent-request.js";
import { canonicalIds } from "../agent/anthropic/canonical-ids.js";
import { parseUsage } from "../agent/anthropic/model-turn.js";
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { withoutProgressTokens } from "../cassette/script-results.js";
import type { Tool } from "../trace/contract.js";
import type { Call, ModelBlock, TraceStep, Turn } from "../trace/trace.js";
import { pickCall } from "./find-calls.js";
import type { LinkCall } from "./server-link.js";

/** A turn that the agent was given. */
export interface AgentTurn {
  /** From 1. */
  number: number;
  /** The turn that it follows in its conversation; 0 for the first. */
  after: number;
  /** What the user said since that turn. */
  texts: string[];
  /** How many turns had been given out when it was asked for. */
  asked: number;
  /** True in a conversation that the agent opened by a call of its own. */
  isSub: boolean;
  /** As the agent got it: its own ids and tool names. */
  message: JsonObject;
  /** Hashes of what the request held beside the conversation. */
  hashes: { system: string; tools: string };
  streamed: boolean;
  ms: number;
  /** The statuses of tries that failed before; 0 where no response came. */
  failed: number[];
}

/** The MCP name of a tool by the agent's name for it; undefined for a tool of the agent itself. */
export type NameTool = (agentName: string) => string | undefined;

export interface JoinedTurn {
  turn: AgentTurn;
  content: ModelBlock[];
  calls: Call[];
  /** By the agent's id of a `tool_use` block: its ordinal, and its tool. */
  uses: Map<string, { id: number; name: string; isMcp: boolean }>;
}

export interface JoinInput {
  turns: readonly AgentTurn[];
  calls: readonly LinkCall[];
  /** What the agent passed on, by its id of the `tool_use` block. */
  results: ReadonlyMap<string, ClientResult>;
  nameOf: NameTool;
  /** The MCP name that a call has in the trace. */
  toolOf: (call: LinkCall) => string;
  /** Epoch milliseconds from which the times count. */
  startedAt: number;
}

/** Gives ids their ordinals, tools their MCP names, and each call to the block that asked for it. */
export function joinTurns({ turns, calls, results, nameOf, toolOf, startedAt }: JoinInput): JoinedTurn[] {
  const claims = new Claims(calls, results, toolOf);
  let ordinal = 1;
  return turns.map((turn) => {
    const blocks = contentOf(turn.message);
    const ids = blocks.flatMap(({ type, id }) => (/(?:^|_)tool_use$/.test(type) && typeof id === "string" ? [id] : []));
    const uses: JoinedTurn["uses"] = new Map();
    const made: Call[] = [];
    const named = blocks.map((block) => {
      const { id, name, input } = block;
      if (block.type !== "tool_use" || typeof id !== "string" || typeof name !== "string") return block;
      const call = claims.take(id, nameOf(name), isJsonObject(input) ? input : {});
      const tool = call === undefined ? (nameOf(name) ?? name) : toolOf(call);
      const number = ordinal + ids.indexOf(id);
      uses.set(id, { id: number, name: tool, isMcp: call !== undefined || nameOf(name) !== undefined });
      if (call !== undefined) made.push(buildCall(call, { id: number, tool, startedAt }));
      return { ...block, name: tool };
    });
    const content = canonicalIds(named, ordinal, (name) => name);
    ordinal += ids.length;
    return { turn, content, calls: made, uses };
  });
}

/** Each call is claimed once: by its id, else by tool, arguments and what was passed on. */
class Claims {
  private readonly left: Set<LinkCall>;

  constructor(
    calls: readonly LinkCall[],
    private readonly results: JoinInput["results"],
    private readonly toolOf: (call: LinkCall) => string,
  ) {
    this.left = new Set(calls);
  }

  take(useId: string, tool: string | undefined, args: JsonObject): LinkCall | undefined {
    const found =
      [...this.left].find((call) => call.useId === useId) ??
      pickCall(
        [...this.left].filter(
          (call) =>
            call.useId === undefined &&
            this.toolOf(call) === tool &&
            canonicalJson(call.arguments) === canonicalJson(args),
        ),
        this.results.get(useId),
      );
    if (found !== undefined) this.left.delete(found);
    return found;
  }
}

/** A call as the trace has it. */
export function buildCall(
  call: LinkCall,
  { id, tool, startedAt }: { id: number; tool: string; startedAt: number },
): Call {
  const { outcome = { kind: "none", reason: "cancelled", message: "the agent did not wait for its answer" } } = call;
  return withoutProgressTokens({
    id,
    tool,
    arguments: call.arguments,
    outcome,
    notifications: call.notifications,
    serverRequests: call.serverRequests,
    at: Math.max(0, Math.round(call.startedAt - startedAt) / 1000),
    ms: Math.round(call.ms * 10) / 10,
  });
}

/** A step of a suite. */
export interface AgentStep {
  user: string;
  /** The number of its first turn. */
  from: number;
}

/** The steps of the trace: those that are given, else each text of a person begins one; what the agent asks itself does not. */
export function buildSteps(
  joined: readonly JoinedTurn[],
  toolsAt: (turn: number) => readonly Tool[],
  given?: readonly AgentStep[],
): TraceStep[] {
  const steps: TraceStep[] = [];
  for (const { turn, content, calls } of joined) {
    const { texts, isSub, number, message, ms, failed } = turn;
    const begun = given?.find(({ from }) => from === number);
    if (begun !== undefined) steps.push({ user: begun.user, turns: [] });
    else if (steps.length === 0 || (given === undefined && !isSub && texts.length > 0))
      steps.push({ user: texts.join("\n"), turns: [] });
    const { stop_reason: reason, stop_sequence: sequence, stop_details: details } = message;
    const built: Turn = {
      content,
      stop: {
        reason: typeof reason === "string" ? reason : null,
        ...(typeof sequence === "string" && { sequence }),
        ...(details !== undefined && details !== null && { details }),
      },
      calls,
      tools: toolsAt(number),
      usage: parseUsage(message["usage"]),
      ms,
      retries: failed.length,
    };
    steps.at(-1)?.turns.push(built);
  }
  return steps;
}

function contentOf(message: JsonObject): ModelBlock[] {
  const blocks = Array.isArray(message["content"]) ? message["content"] : [];
  return blocks.flatMap((block) =>
    isJsonObject(block) && typeof block["type"] === "string" ? [{ ...block, type: block["type"] }] : [],
  );
}
