// Plays one check of an agent's recording: the agent itself, with the recorded model, on the servers that made it.
import type { AgentPart } from "../cassette/agent-schema.js";
import type { Workflow } from "../config/schema.js";
import type { CheckInput, PlayedCheck } from "../drift/check-player.js";
import { ServerFailure } from "../server/session.js";
import type { Recording } from "../suite/recording.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stage } from "../suite/stage.js";
import type { RecordingBeside } from "../variables/beside.js";
import type { Made } from "./play-check.js";
import { requireAgent } from "./recorded-agent.js";
import { buildUnplayedReplay } from "./run-once.js";

export interface AgentCheckInput {
  workflow: Workflow;
  recording: Recording;
  recorded: RecordingBeside;
  checks: readonly PlayedCheck[];
  tried?: CheckInput["tried"];
  /** By how many milliseconds the servers' clocks were to be moved: the agent starts them, so they stay. */
  clock: number;
  part: AgentPart;
}

/** Plays the recording to its end, or to the first turn whose arguments are unknown. Throws AGENT_MISSING. */
export async function playAgentCheck(
  stage: Stage,
  settings: RunSettings,
  { workflow, recording, recorded, checks, tried, clock, part }: AgentCheckInput,
): Promise<Made> {
  const { places } = stage;
  const { trace: tape } = recording;
  const startedAt = settings.now();
  const still = clock === 0 ? undefined : ({ moved: false, why: "the agent starts the servers" } as const);
  const agent = requireAgent(part, settings);
  const made = (trace: Made["trace"], played: PlayedCheck | undefined): Made => ({
    recording,
    trace,
    shown: settings.transcripts ? places.redactTrace(trace) : undefined,
    clock: still,
    ahead: 0,
    played,
    places,
  });
  const servers = await stage.lend();
  if (servers instanceof ServerFailure) {
    return made(buildUnplayedReplay(tape, servers, { workflow, settings, startedAt }), undefined);
  }
  const [{ playSuiteAgent }, { AgentCheck }] = await Promise.all([
    import("../wrap/play-suite-agent.js"),
    import("../wrap/check-agent.js"),
  ]);
  const { trace, judge } = await playSuiteAgent({
    agent,
    workflow: workflow.name,
    stage,
    settings,
    servers,
    part,
    recorded: tape,
    strict: false,
    createJudge: (liveStartedAt) =>
      new AgentCheck({
        recorded: tape,
        recording: recorded,
        earlier: checks.map(({ beside }) => beside),
        pins: settings.suite.config.pins ?? [],
        startedAt: liveStartedAt,
        clock: 0,
        tried,
        veil: places,
      }),
  });
  return made(trace, judge.played());
}
