// One run of one workflow on a server that was started: the model, the agent's loop, and the trace that comes out.
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
  /** How the calls of one turn are sent: the config's for a new recording, the recording's in replay. */
  dispatch: Dispatch;
  /** The recorded tools in replay, whose `readOnlyHint` counts. Default: those of the live contract at the start. */
  dispatchedBy?: readonly Tool[] | undefined;
  sources: Trace["sources"];
  /** Called when the server has said what it is. `startedAt`: epoch milliseconds from which the times of the trace count. */
  createModel: (contract: Contract, startedAt: number) => Model;
  signal: AbortSignal;
  /** Milliseconds since 1970, for all times of the trace. Default: the clock. */
  now?: (() => number) | undefined;
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** Runs a workflow. A server that failed to start, or fails to list, gives a trace that says so. */
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
  // Not before: how long a server takes to list its tools must not show in the times of its calls.
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
