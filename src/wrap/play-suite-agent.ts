// Lets an agent work through a suite's workflow with the recorded model, and builds the run from the turns that it was
// given and the calls that it made.
import type { AgentPart } from "../cassette/agent-schema.js";
import { showTrace } from "../places/trace-places.js";
import type { Trace, TraceAgent, TraceEnd, TraceStep, Turn, StoppedAgent } from "../trace/trace.js";
import type { AgentJudge } from "./agent-referee.js";
import type { LinkStage } from "./link-stage.js";
import { describeAgentEnd, findBroken, openSuiteAgent, type SuiteAgentRun } from "./suite-agent.js";
import { startPlaying, type AgentPlay, type PlayedAgent } from "./play-agent.js";

export interface PlaySuiteAgent<J extends AgentJudge> extends Omit<SuiteAgentRun, "prompts" | "recordedName"> {
  part: AgentPart;
  /** The recording with placeholders. */
  recorded: Trace;
  createJudge: AgentPlay<J>["createJudge"];
  /** Accept no other version of the agent. */
  strict: boolean;
}

export interface PlayedSuiteAgent<J> {
  /** Without evidence. */
  trace: Trace;
  judge: J;
  /** Why it went no further, where a difference ended it. */
  stop: StoppedAgent | undefined;
}

/** Throws AGENT_MISSING. */
export async function playSuiteAgent<J extends AgentJudge>(play: PlaySuiteAgent<J>): Promise<PlayedSuiteAgent<J>> {
  const { part, recorded, createJudge, stage, strict } = play;
  const shown = showTrace(recorded, stage.places);
  const startedAt = Date.now();
  const [recordedName] = part.servers;
  const prompts = shown.steps.map(({ user }) => user);
  const { version } = part.client;
  const agent = await openSuiteAgent({ ...play, prompts, recordedName, recordedVersion: version });
  try {
    const playing = await startPlaying(agent.links, { stored: { agent: part }, recorded, createJudge });
    try {
      const notes = new Map<number, string>();
      let last = 0;
      const broken = await playSteps(
        shown.steps,
        async (step) => {
          playing.referee.startAgain();
          const ended = await agent.run(step, playing.url, { isReplay: true });
          const why = describeAgentEnd(ended);
          const isKilled = ended.exit.signal !== null || ended.ended !== undefined;
          last = step;
          if (why !== undefined && !isKilled) notes.set(step, `In step ${step}, ${why.split("\n")[0]}`);
          return { why: isKilled ? why : undefined, said: why };
        },
        playing,
        { links: agent.links, signal: play.settings.signal },
      );
      // An agent that is stopped ends as it likes.
      if (playing.player.stop() !== undefined) notes.delete(last);
      if (!play.settings.signal.aborted) await playing.finish();
      const stop = playing.player.stop();
      const [unasked] = stop === undefined ? playing.referee.unasked() : [];
      const other = otherVersion(part.client, playing.referee.client);
      const message = broken ?? unasked ?? (strict ? other : undefined);
      const trace = buildTrace(shown, playing, {
        end: endOf(stop, message, play.settings.signal.aborted),
        findings: [...notes.values(), ...(other === undefined ? [] : [other])],
        startedAt,
        part,
      });
      return { trace, judge: playing.judge, stop };
    } finally {
      await playing.close();
    }
  } finally {
    await agent.close();
  }
}

/** Plays one step after the other; why it went no further, where no stop says it. */
async function playSteps(
  steps: readonly TraceStep[],
  run: (step: number) => Promise<{ why: string | undefined; said: string | undefined }>,
  { player }: Pick<PlayedAgent<unknown>, "player">,
  { links, signal }: { links: LinkStage; signal: AbortSignal },
): Promise<string | undefined> {
  let turns = 0;
  for (const [at, step] of steps.entries()) {
    const before = player.counts.requests;
    const { why, said } = await run(at + 1);
    if (signal.aborted || player.stop() !== undefined) return undefined;
    const [from, to] = [turns + 1, turns + step.turns.length];
    turns = to;
    const unplayed = player.unplayed().filter((number) => number >= from && number <= to);
    const where = steps.length > 1 ? `In step ${at + 1}, ` : "";
    const end = said === undefined ? "" : `; ${said}`;
    if (player.counts.requests === before) {
      const broken = findBroken(links);
      if (broken !== undefined) {
        const { message, server } = broken;
        player.end({ kind: "server", message, ...(server !== undefined && { server }), turn: from });
        return undefined;
      }
      return `${where}no request for the model came: does the agent read ANTHROPIC_BASE_URL?${end}`;
    }
    if (unplayed.length > 0) {
      return `${where}${unplayed.length} of ${step.turns.length} recorded turns were not asked for: ${unplayed.join(", ")}${end}`;
    }
    if (why !== undefined) return `${where}${why}`;
  }
  return undefined;
}

function endOf(stop: StoppedAgent | undefined, message: string | undefined, isAborted: boolean): TraceEnd {
  if (isAborted) return { kind: "cancelled", message: "The run was cancelled." };
  if (stop?.kind === "server") {
    const phase = stop.call === undefined ? "start" : "call";
    return { kind: "server-failed", phase, message: stop.message };
  }
  const why = stop?.message ?? message;
  return why === undefined ? { kind: "completed" } : { kind: "ungrounded", message: why };
}

function otherVersion(recorded: TraceAgent, now: TraceAgent | undefined): string | undefined {
  if (now === undefined || (now.name === recorded.name && now.version === recorded.version)) return undefined;
  return `The agent is ${now.name} ${now.version}, and was ${recorded.name} ${recorded.version}`;
}

function buildTrace(
  shown: Trace,
  { referee, player }: PlayedAgent<unknown>,
  { end, findings, startedAt, part }: { end: TraceEnd; findings: string[]; startedAt: number; part: AgentPart },
): Trace {
  const played = new Set(player.played());
  const { server, contract } = referee.live ?? {
    server: { name: "", version: "", protocol: "" },
    contract: { server: {}, capabilities: {}, tools: [] },
  };
  let number = 0;
  const steps = shown.steps.flatMap(({ user, turns }): TraceStep[] => {
    const now = turns.flatMap((turn): Turn[] => {
      number += 1;
      const content = referee.given.get(number);
      if (!played.has(number) || content === undefined) return [];
      return [{ ...turn, content, calls: referee.calls.get(number) ?? [], tools: contract.tools }];
    });
    return now.length === 0 ? [] : [{ user, turns: now }];
  });
  return {
    ...shown,
    agent: referee.client ?? part.client,
    sources: { model: "recorded", server: "live" },
    server,
    contract,
    steps,
    end,
    findings,
    startedAt: new Date(startedAt).toISOString(),
    ms: Date.now() - startedAt,
  };
}
