// Runs one workflow on a started server: builds the model, runs the agent's loop, and returns the trace.
import type { Model } from "../agent/model.js";
import { runWorkflow } from "../agent/run-workflow.js";
import { ServerFailure, type ServerSession } from "../server/session.js";
import type { RunSettings } from "../suite/settings.js";
import type { Contract, Tool } from "../trace/contract.js";
import type { RunEvent } from "../trace/events.js";
import type { Dispatch, ModelSettings, Trace, TraceEnd } from "../trace/trace.js";

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
  /** Looks at the contract before the model is asked; an end that it returns is the run's. */
  refuse?: ((contract: Contract) => TraceEnd | undefined) | undefined;
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

/** Runs a workflow. If the server does not start, cannot list its tools, or is refused, the trace says so. */
export async function runOnce(server: ServerSession | ServerFailure, run: RunOnce): Promise<Trace> {
  const { workflow, onEvent, createModel, refuse, ...rest } = run;
  const now = run.now ?? (() => Date.now());
  const startedAt = now();
  const unplayed = (end: TraceEnd, session?: ServerSession, contract?: Contract): Trace =>
    buildUnplayed(run, { startedAt, ms: now() - startedAt, end, session, contract });
  if (server instanceof ServerFailure) return unplayed(failed(server));
  let contract: Contract;
  try {
    contract = await server.readContract();
  } catch (error) {
    if (error instanceof ServerFailure) return unplayed(failed(error), server);
    throw error;
  }
  const refused = refuse?.(contract);
  if (refused !== undefined) return unplayed(refused, server, contract);
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

/** The end of a run whose server failed. */
export function failed({ phase, message, server }: ServerFailure): TraceEnd {
  return { kind: "server-failed", phase, message, ...(server === undefined ? {} : { server }) };
}

/** The trace of a replay with an agent whose server failed before the agent began. */
export function buildUnplayedReplay(
  recorded: Trace,
  failure: ServerFailure,
  { workflow, settings, startedAt }: Pick<RunOnce, "workflow"> & { settings: RunSettings; startedAt: number },
): Trace {
  const { dispatch, now } = settings;
  const sources = { model: "recorded", server: "live" } as const;
  const run = { ...recorded, workflow, sources, settings: recorded.model, dispatch };
  return buildUnplayed(run, { startedAt, ms: now() - startedAt, end: failed(failure) });
}

/** The trace of a run that ended before the first message to the model. */
export function buildUnplayed(
  run: Pick<RunOnce, "workflow" | "sources" | "settings" | "system" | "instructions" | "dispatch">,
  {
    startedAt,
    ms,
    end,
    session,
    contract = { server: {}, capabilities: {}, tools: [] },
  }: {
    startedAt: number;
    ms: number;
    end: TraceEnd;
    session?: ServerSession | undefined;
    contract?: Contract | undefined;
  },
): Trace {
  return {
    workflow: run.workflow.name,
    sources: run.sources,
    model: run.settings,
    system: run.system,
    instructions: run.instructions,
    server: session?.identity ?? { name: "", version: "", protocol: "" },
    dispatch: run.dispatch,
    contract,
    steps: [],
    end,
    findings: session?.findings() ?? [],
    stderr: session?.stderr() ?? "",
    startedAt: new Date(startedAt).toISOString(),
    ms,
  };
}
