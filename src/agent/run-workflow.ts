// Runs the user messages of a workflow with a model and a server, and returns the trace. Must not know where the two
// come from, nor what the workflow expects.
import { canonicalJson } from "../json/canonical.js";
import { ServerFailure, type ServerSession } from "../server/session.js";
import type { Contract, Tool } from "../trace/contract.js";
import type { RunEvent } from "../trace/events.js";
import { callsOf } from "../trace/read.js";
import type { Dispatch, ModelSettings, Trace, TraceEnd, TraceStep, Turn } from "../trace/trace.js";
import { describeOddTools } from "../trace/given/claude-tools.js";
import { describeMisfits } from "./elicitation.js";
import { readOnlyTools } from "./dispatch.js";
import { makeCalls } from "./make-calls.js";
import type { Model, ModelAnswer } from "./model.js";
import { describeUnshown } from "../trace/given/result-content.js";
import { Sampler } from "./sampler.js";
import { buildSystemPrompt } from "./system-prompt.js";
import { classifyTurn } from "./turn-end.js";

export interface WorkflowRun {
  workflow: {
    name: string;
    /** The user message of each step. */
    steps: readonly string[];
  };
  settings: ModelSettings;
  /** The config's system prompt. */
  system: string | null;
  /** Whether the server's instructions are appended to it. */
  instructions: boolean;
  /** Model turns per step at most. */
  maxTurns: number;
  dispatch: Dispatch;
  /** The tools whose `readOnlyHint` counts for `read-only-together`. Default: those of `contract`. */
  dispatchedBy?: readonly Tool[] | undefined;
  model: Model;
  server: ServerSession;
  /** The contract, just read from the server. */
  contract: Contract;
  sources: Trace["sources"];
  /** Aborting ends the run as `cancelled`. */
  signal: AbortSignal;
  /** When it began, in milliseconds since 1970: the origin of the times in the trace. */
  startedAt: number;
  /** Milliseconds since 1970. */
  now: () => number;
  onEvent?: (event: RunEvent) => void;
}

/**
 * Lets the model work through the steps until it ends each of them, or until a limit or a failure ends the run. The
 * conversation continues across steps. Every call is made once. Rejects only with an error of the model: a fault that
 * every workflow will meet.
 */
export async function runWorkflow(run: WorkflowRun): Promise<Trace> {
  const { workflow, settings, contract, server, startedAt, now } = run;
  const emit = run.onEvent ?? (() => {});
  const trace: Trace = {
    workflow: workflow.name,
    sources: run.sources,
    model: settings,
    system: run.system,
    instructions: run.instructions,
    server: server.identity,
    dispatch: run.dispatch,
    contract,
    steps: [],
    end: { kind: "completed" },
    findings: [],
    stderr: "",
    startedAt: new Date(startedAt).toISOString(),
    ms: 0,
  };
  emit({
    type: "start",
    workflow: workflow.name,
    model: settings,
    system: run.system,
    server: server.identity,
    contract,
    startedAt: trace.startedAt,
  });
  const state: RunState = {
    run,
    trace,
    system: buildSystemPrompt(run.system, run.instructions, contract),
    tools: contract.tools,
    oddTools: new Set(describeOddTools(contract.tools)),
    turns: 0,
    elapsed: () => now() - startedAt,
    emit,
    readOnly: readOnlyTools(run.dispatchedBy ?? contract.tools),
    sampler: new Sampler({ model: run.model, settings, signal: run.signal }),
  };
  server.sampleWith(state.sampler.answer, state.sampler.review);
  for (const user of workflow.steps) {
    const end = await playStep(state, user);
    if (end === undefined) continue;
    trace.end = end;
    break;
  }
  server.sampleWith(undefined);
  const calls = callsOf(trace);
  trace.findings = [...state.oddTools, ...server.findings(), ...describeMisfits(calls), ...describeUnshown(calls)];
  trace.stderr = server.stderr();
  trace.ms = state.elapsed();
  emit({ type: "end", end: trace.end, ms: trace.ms });
  return trace;
}

interface RunState {
  readonly run: WorkflowRun;
  readonly trace: Trace;
  readonly system: string | null;
  tools: Turn["tools"];
  readonly oddTools: Set<string>;
  turns: number;
  readonly elapsed: () => number;
  readonly emit: (event: RunEvent) => void;
  readonly readOnly: ReadonlySet<string>;
  readonly sampler: Sampler;
}

/** Plays one user message and the turns that answer it; returns the end of the run if it ends here. */
async function playStep(state: RunState, user: string): Promise<TraceEnd | undefined> {
  const { run, trace, emit, sampler } = state;
  const step: TraceStep = { user, turns: [] };
  trace.steps.push(step);
  const number = trace.steps.length;
  emit({ type: "user", step: number, text: user });
  for (;;) {
    const end = await findEnd(state, step);
    if (end !== undefined) return end;
    const answer = await ask(state);
    if (answer === undefined) return cancelled();
    if (answer.kind === "error") return { kind: "model-error", message: answer.message };
    if (answer.kind === "ungrounded") return { kind: "ungrounded", message: answer.message };

    const { answered, ...said } = answer.turn;
    if (answered !== undefined && trace.model.answered === undefined) trace.model = { ...trace.model, answered };
    const turn: Turn = { ...said, calls: [], tools: state.tools };
    step.turns.push(turn);
    state.turns += 1;
    const place = { step: number, turn: state.turns };
    const { content, stop, usage, ms } = turn;
    emit({ type: "turn", ...place, content, stop, usage, ms });

    const after = classifyTurn(turn, run.settings.maxTokens);
    if (after.kind === "step") return undefined;
    if (after.kind === "end") return after.end;
    if (after.kind === "again") continue;
    const { server, signal, dispatch } = run;
    const { elapsed, readOnly } = state;
    turn.calls = await makeCalls({ turn, place, server, sampler, dispatch, readOnly, signal, elapsed, emit });
    sampler.throwFault();
    const failure = sampler.failure();
    if (failure !== undefined) return { kind: "model-error", message: failure };
  }
}

/** Why the model gets no further turn; if it gets one, reads the server's current tools. */
async function findEnd(state: RunState, step: TraceStep): Promise<TraceEnd | undefined> {
  const { server, signal, maxTurns } = state.run;
  if (signal.aborted) return cancelled();
  const gone = server.ended();
  if (gone !== undefined) return serverFailed("call", gone, server.endedServer?.());
  if (step.turns.length >= maxTurns) {
    const message = `Claude did not end step ${String(state.trace.steps.length)} within ${String(maxTurns)} turns (maxTurns).`;
    return { kind: "max-turns", limit: maxTurns, message };
  }
  if (!server.takeToolsChanged()) return undefined;
  try {
    const tools = await server.listTools();
    if (canonicalJson(tools) === canonicalJson([...state.tools])) return undefined;
    state.tools = tools;
  } catch (error) {
    if (signal.aborted) return cancelled();
    if (error instanceof ServerFailure) return serverFailed(error.phase, error.message, error.server);
    throw error;
  }
  for (const finding of describeOddTools(state.tools)) state.oddTools.add(finding);
  state.emit({ type: "tools", turn: state.turns + 1, tools: state.tools });
  return undefined;
}

/** The model's answer; undefined where the run was aborted in the meantime. */
async function ask({ run, trace, system, tools }: RunState): Promise<ModelAnswer | undefined> {
  try {
    return await run.model.next({ settings: run.settings, system, tools, steps: trace.steps }, run.signal);
  } catch (error) {
    if (run.signal.aborted) return undefined;
    throw error;
  }
}

function serverFailed(phase: "start" | "list" | "call", message: string, server: string | undefined): TraceEnd {
  return { kind: "server-failed", phase, message, ...(server === undefined ? {} : { server }) };
}

function cancelled(): TraceEnd {
  return { kind: "cancelled", message: "The run was cancelled." };
}
