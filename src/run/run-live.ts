// Runs one workflow with the live model on a stage, as `eval` and `record` do.
import type { AgentPart } from "../cassette/agent-schema.js";
import type { AgentSettings } from "../config/agent.js";
import type { Workflow } from "../config/schema.js";
import { nameTools, refuseAmbiguousPlaces } from "../metrics/name-tools.js";
import { ServerFailure } from "../server/session.js";
import type { RunOptions } from "../suite/options.js";
import type { RunSettings } from "../suite/settings.js";
import { changedSince, describeShared, lookAtFiles, sharedFoldersOf } from "../suite/working-files.js";
import type { Stage } from "../suite/stage.js";
import type { RunEvent } from "../trace/events.js";
import type { Trace, TraceEnd } from "../trace/trace.js";
import { findMissingTools } from "./expected-tools-listed.js";
import { createLiveModel } from "./live-model.js";
import { findRecordedAgent } from "./recorded-agent.js";
import { buildUnplayed, failed, runOnce } from "./run-once.js";

/** A run with the live model. */
export interface LiveRun {
  trace: Trace;
  /** Of an agent of somebody else: what its cassette says of it. Call it when the run was hidden. */
  part?: () => AgentPart;
}

/**
 * Spends tokens. Finds what the server writes into the folder that it starts in. `onEvent` gets each event with its
 * secrets; `onProgress` gets it without.
 */
export async function runLive(
  settings: RunSettings,
  { workflow, stage }: { workflow: Workflow; stage: Stage },
  { onProgress }: RunOptions,
  onEvent?: (event: RunEvent) => void,
): Promise<LiveRun> {
  const { suite, servers } = settings;
  const folders = sharedFoldersOf(suite, servers);
  const before = await lookAtFiles(suite, folders);
  const recorded = settings.agent === undefined ? await findRecordedAgent(workflow.name, settings) : undefined;
  if (recorded !== undefined) {
    onProgress?.({ type: "note", message: describeRecorded(workflow.name, recorded.command) });
  }
  const agent = settings.agent ?? recorded;
  const run = await (agent === undefined
    ? runOwnLoop(settings, { workflow, stage }, { onProgress }, onEvent)
    : runAgent(settings, agent, { workflow, stage }));
  const changed = changedSince(before, await lookAtFiles(suite, folders));
  if (changed.length === 0) return run;
  return { ...run, trace: { ...run.trace, findings: [...run.trace.findings, describeShared(changed)] } };
}

function describeRecorded(workflow: string, command: string): string {
  return `${workflow}: ${command} works, as its cassette says. For the loop of mcpvals, delete the cassette first.`;
}

async function runOwnLoop(
  settings: RunSettings,
  { workflow, stage }: { workflow: Workflow; stage: Stage },
  { onProgress }: RunOptions,
  onEvent?: (event: RunEvent) => void,
): Promise<LiveRun> {
  const place = { suite: settings.suite.name, workflow: workflow.name };
  const trace = await runOnce(await stage.start(), {
    ...settings,
    workflow,
    settings: settings.model,
    sources: { model: "live", server: "live" },
    refuse: (contract) => {
      refuseAmbiguousPlaces(settings.suite.config, { contract });
      return findMissingTools(nameTools(workflow, { contract }), contract);
    },
    createModel: () => createLiveModel(settings),
    onEvent: (event) => {
      onEvent?.(event);
      onProgress?.({ type: "event", ...place, event: stage.places.redactEvent(event) });
    },
  });
  return { trace };
}

/** An agent of somebody else, which asks the model and calls the servers itself. Throws AGENT_MISSING. */
async function runAgent(
  settings: RunSettings,
  agent: AgentSettings,
  { workflow, stage }: { workflow: Workflow; stage: Stage },
): Promise<LiveRun> {
  const prompts = workflow.steps.map(({ user }) => user);
  const startedAt = settings.now();
  const unplayed = (end: TraceEnd): LiveRun => ({
    trace: buildUnplayed(
      { ...settings, workflow, settings: settings.model, sources: { model: "live", server: "live" } },
      { startedAt, ms: settings.now() - startedAt, end },
    ),
  });
  const servers = await stage.lend();
  if (servers instanceof ServerFailure) return unplayed(failed(servers));
  const { recordSuiteAgent } = await import("../wrap/record-suite-agent.js");
  const recorded = await recordSuiteAgent({ agent, workflow: workflow.name, prompts, stage, settings, servers });
  if ("end" in recorded) return recorded.trace === undefined ? unplayed(recorded.end) : { trace: recorded.trace };
  refuseAmbiguousPlaces(settings.suite.config, recorded.trace);
  return recorded;
}
