// Replays the recorded run of an agent of somebody else: the agent itself, with the recorded model, on the live servers.
import type { AgentPart } from "../cassette/agent-schema.js";
import type { Comparer } from "../drift/comparer.js";
import { showTrace } from "../places/trace-places.js";
import { ServerFailure } from "../server/session.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stage } from "../suite/stage.js";
import type { Trace } from "../trace/trace.js";
import { requireAgent } from "./recorded-agent.js";
import { buildUnplayedReplay } from "./run-once.js";
import { collectEvidence, createReplayComparer, type ReplayOnce } from "./replay-once.js";

export interface ReplayAgentRun {
  replay: Omit<ReplayOnce, "afterDrift" | "dispatch" | "signal">;
  part: AgentPart;
  settings: RunSettings;
  stage: Stage;
}

/** Throws AGENT_MISSING. */
export async function replayOnAgent({ replay, part, settings, stage }: ReplayAgentRun): Promise<Trace> {
  const { recorded, places, rules, workflow } = replay;
  const shown = showTrace(recorded, places);
  const startedAt = settings.now();
  const agent = requireAgent(part, settings);
  const servers = await stage.lend();
  if (servers instanceof ServerFailure) {
    const comparer = createReplayComparer(replay, startedAt);
    comparer.serverFailed(places.hide(servers.message), servers.server);
    const trace = buildUnplayedReplay(shown, servers, { workflow, settings, startedAt });
    return { ...trace, evidence: collectEvidence(comparer, { shown, places }) };
  }
  const { playSuiteAgent } = await import("../wrap/play-suite-agent.js");
  const played = await playSuiteAgent<Comparer>({
    agent,
    workflow: workflow.name,
    stage,
    settings,
    servers,
    part,
    recorded,
    strict: rules.strict,
    createJudge: (liveStartedAt) => createReplayComparer(replay, liveStartedAt),
  });
  const { judge: comparer, trace, stop } = played;
  if (trace.end.kind === "server-failed") comparer.serverFailed(places.hide(trace.end.message), stop?.server);
  const evidence = collectEvidence(comparer, { shown, places });
  return { ...trace, evidence: { ...evidence, ...(stop !== undefined && { stopped: places.redact(stop) }) } };
}

/** The recorded run as it is, for `--offline`: no loop but the agent's own could play it. */
export function scoreAgentAgain({ recorded, places }: Pick<ReplayOnce, "recorded" | "places">): Trace {
  const shown = showTrace(recorded, places);
  return {
    ...shown,
    sources: { model: "recorded", server: "recorded" },
    findings: [...shown.findings, "Nothing was played: no agent runs offline. The recorded run was scored again."],
    evidence: { recorded: shown, drift: [], substitutions: [], variables: [] },
  };
}
