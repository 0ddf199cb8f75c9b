// Small traces for the tests of metrics and reports, written as what Claude says and what tools answer.
import type { Workflow } from "../../../src/config/schema.js";
import type { JsonObject } from "../../../src/json/value.js";
import type { Tool } from "../../../src/trace/contract.js";
import type { Drift } from "../../../src/trace/drift.js";
import type { DriftClass } from "../../../src/trace/drift-classes.js";
import type { Call, CallOutcome, Evidence, Trace, TraceEnd, TraceStep, Turn } from "../../../src/trace/trace.js";

export interface CallScript {
  tool: string;
  args?: JsonObject;
  outcome: CallOutcome;
  httpStatus?: number;
}

/** Turns: a text is a turn that ends the step, an array is a turn with these calls. */
export type StepScript = (string | CallScript[])[];

export const ok = (text: string, more: JsonObject = {}): CallOutcome => ({
  kind: "result",
  result: { content: [{ type: "text", text }], ...more },
});

export const call = (tool: string, outcome: CallOutcome | string, args: JsonObject = {}): CallScript => ({
  tool,
  args,
  outcome: typeof outcome === "string" ? ok(outcome) : outcome,
});

export const COMPLETED: TraceEnd = { kind: "completed" };
export const UNGROUNDED: TraceEnd = { kind: "ungrounded", message: "The result of add changed." };

export function traceOf(steps: StepScript[], more: Partial<Trace> & { tools?: Tool[] } = {}): Trace {
  const { tools = [], ...rest } = more;
  let id = 0;
  const built = steps.map((script, index): TraceStep => ({
    user: `message ${index + 1}`,
    turns: script.map((said): Turn => {
      const calls = typeof said === "string" ? [] : said.map((one) => callOf(one, ++id));
      return {
        content: [
          ...(typeof said === "string" ? [{ type: "text", text: said }] : []),
          ...calls.map((one) => ({ type: "tool_use", id: `toolu_${one.id}`, name: one.tool, input: one.arguments })),
        ],
        stop: { reason: calls.length > 0 ? "tool_use" : "end_turn" },
        calls,
        tools,
        usage: { input: 10, output: 5 },
        ms: 1,
        retries: 0,
      };
    }),
  }));
  return {
    workflow: "w",
    sources: { model: "live", server: "live" },
    model: { name: "claude-test", maxTokens: 100 },
    system: null,
    instructions: true,
    server: { name: "srv", version: "1.0.0", protocol: "2025-11-25" },
    contract: { server: {}, capabilities: {}, tools },
    steps: built,
    end: COMPLETED,
    findings: [],
    stderr: "",
    startedAt: "2024-01-15T10:30:00.000Z",
    ms: 5,
    ...rest,
  };
}

function callOf({ tool, args = {}, outcome, httpStatus }: CallScript, id: number): Call {
  return {
    id,
    tool,
    arguments: args,
    outcome,
    notifications: [],
    serverRequests: [],
    ...(httpStatus !== undefined && { httpStatus }),
    at: 0,
    ms: 1,
  };
}

export const drift = (kind: DriftClass, more: Partial<Drift> = {}): Drift => ({
  id: `d-${kind}`,
  class: kind,
  where: { part: "result", step: 1, call: 1, tool: "add", path: "/content/0/text" },
  recorded: "42",
  present: "43",
  ...(kind === "docs" || kind === "additive" ? { accepted: true } : {}),
  ...more,
});

/** A replay of `recorded` that gave `live`. */
export function replayOf(
  recorded: StepScript[] | Trace,
  live: StepScript[],
  more: Omit<Partial<Trace>, "evidence"> & { tools?: Tool[]; evidence?: Partial<Evidence> } = {},
): Trace {
  const { evidence, ...rest } = more;
  const then = Array.isArray(recorded) ? traceOf(recorded, { tools: more.tools ?? [] }) : recorded;
  return traceOf(live, {
    sources: { model: "recorded", server: "live" },
    ...rest,
    evidence: { recorded: then, drift: [], substitutions: [], ...evidence },
  });
}

export const workflow = (
  more: Partial<Workflow> & { state?: Workflow["steps"][number]["expectedState"] } = {},
): Workflow => {
  const { state, ...rest } = more;
  return { name: "w", steps: [{ user: "go", ...(state !== undefined && { expectedState: state }) }], ...rest };
};
