// Replays the recorded run of an agent of somebody else: the agent itself, with the recorded model, on the live servers.
import type { AgentPart } from "../cassette/agent-schema.js";
import { agentOf, CLAUDE_CODE, type AgentSettings } from "../config/agent.js";
import { McpvalsError } from "../errors.js";
import type { Comparer } from "../drift/comparer.js";
import { showTrace } from "../places/trace-places.js";
import { ServerFailure } from "../server/session.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stage } from "../suite/stage.js";
import type { Trace } from "../trace/trace.js";
import { failed, buildUnplayed } from "./run-once.js";
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
    const run = { ...shown, workflow, settings: shown.model, dispatch: settings.dispatch };
    const end = failed(servers);
    const trace = buildUnplayed(
      { ...run, sources: { model: "recorded", server: "live" } },
      { startedAt, ms: settings.now() - startedAt, end },
    );
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

/** How the agent of a cassette is started here: as the config says, where it is of the same type. Throws CONFIG_INVALID. */
export function requireAgent(
  { type, client }: AgentPart,
  { suite, agent }: Pick<RunSettings, "suite" | "agent">,
): AgentSettings {
  const own = agent ?? agentOf(suite.config.agent);
  if (own !== undefined && own.type === type) return own;
  if (type === "claude-code") return CLAUDE_CODE;
  throw new McpvalsError("CONFIG_INVALID", `Nobody says how to start ${client.name}, which was recorded`, {
    fix: 'Add it to the config: "agent": { "type": "command", "command": "node", "args": ["agent.js"] }',
  });
}
