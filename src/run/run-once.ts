// Runs one workflow on a started server: builds the model, runs the agent's loop, and returns the trace.
import type { Model } from "../agent/model.js";
import { runWorkflow } from "../agent/run-workflow.js";
import { ServerFailure, type ServerSession } from "../server/session.js";
import type { Contract, Tool } from "../trace/contract.js";
import type { RunEvent } from "../trace/events.js";
import type { Dispatch, ModelSettings, Trace } from "../trace/trace.js";

export interface RunOnce {
  workflow: { name: string; steps: readonly { user: string }[] };
  settings: ModelSettings;
  system: string | null;
  instructions: boolean;
  maxTurns: number;
  /** How the calls of one turn are sent: as the config says for a new recording, as the recording says in replay. */
  dispatch: Dispatch;
  /**
   * The recorded tools in replay, whose `readOnlyHint` counts. Default: the tools of the live contract at the start.
   */
  dispatchedBy?: readonly Tool[] | undefined;
  sources: Trace["sources"];
  /**
   * Called once the server has identified itself. `startedAt`: the epoch milliseconds from which the times of the trace
   * count.
   */
  createModel: (contract: Contract, startedAt: number) => Model;
  signal: AbortSignal;
  /** Milliseconds since 1970, for all times of the trace. Default: the clock. */
  now?: (() => number) | undefined;
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** Runs a workflow. If the server does not start, or cannot list its tools, the trace says so. */
export async function runOnce(server: ServerSession | ServerFailure, run: RunOnce): Promise<Trace> {
  const { workflow, onEvent, createModel, ...rest } = run;
  const now = run.now ?? (() => Date.now());
  const startedAt = now();
  if (server instanceof ServerFailure) return buildFailedTrace(run, { startedAt, now }, server);
  let contract: Contract;
  try {
    contract = await server.readContract();
  } catch (error) {
    if (error instanceof ServerFailure) return buildFailedTrace(run, { startedAt, now }, error, server);
    throw error;
  }
  // Not earlier: the time that a server takes to list its tools must not count as a time of its calls.
  const listedAt = now();
  return runWorkflow({
    ...rest,
    workflow: { name: workflow.name, steps: workflow.steps.map((step) => step.user) },
    model: createModel(contract, listedAt),
    server,
    contract,
    startedAt: listedAt,
    now,
    ...(onEvent === undefined ? {} : { onEvent }),
  });
}

function buildFailedTrace(
  run: RunOnce,
  { startedAt, now }: { startedAt: number; now: () => number },
  failure: ServerFailure,
  session?: ServerSession,
): Trace {
  return {
    workflow: run.workflow.name,
    sources: run.sources,
    model: run.settings,
    system: run.system,
    instructions: run.instructions,
    server: session?.identity ?? { name: "", version: "", protocol: "" },
    dispatch: run.dispatch,
    contract: { server: {}, capabilities: {}, tools: [] },
    steps: [],
    end: { kind: "server-failed", phase: failure.phase, message: failure.message },
    findings: session?.findings() ?? [],
    stderr: session?.stderr() ?? "",
    startedAt: new Date(startedAt).toISOString(),
    ms: now() - startedAt,
  };
}
