// Replays an agent's recording: the same command, the recorded model, the live servers. The verdict is ours; what the
// agent says of its end is only shown.
import { readAgentCassette } from "../cassette/agent-cassette.js";
import { readTrace } from "../cassette/read-trace.js";
import { learnedOf } from "../cassette/learned-of.js";
import { createComparer, type Comparer } from "../drift/comparer.js";
import type { ModelPlayer } from "../gateway/play.js";
import type { Exit } from "../proxy/process-group.js";
import { describeDrift } from "../trace/describe-drift.js";
import { DEFAULT_ACCEPT, isExplained, isUndecided } from "../trace/drift-classes.js";
import type { Drift } from "../trace/drift.js";
import { judgeCall } from "../metrics/call-health.js";
import { eraOf } from "../trace/era.js";
import { serverOf } from "../trace/servers.js";
import { callsOf, turnsOf } from "../trace/read.js";
import type { Call, Trace, StoppedAgent } from "../trace/trace.js";
import type { Veil } from "../redaction/veil.js";
import { splitToolName } from "./joined-server.js";
import type { AgentClient } from "./record-run.js";
import { playAgent, type AgentPlay, type PlayedAgent } from "./play-agent.js";
import type { WrapOptions } from "./wrap-stage.js";

export type AgentVerdict = "passed" | "failed" | "inconclusive";

/** What a replay of an agent showed. */
export interface ReplayedAgent {
  verdict: AgentVerdict;
  /** Why it did not pass; first what ended it. */
  reasons: string[];
  /** Why it went no further; absent where it was played to its end. */
  stop?: StoppedAgent;
  /** Turns of the recording that the agent did not ask for, from 1. */
  unplayed: number[];
  turns: number;
  calls: number;
  servers: string[];
  client: { recorded: AgentClient; now: AgentClient | undefined };
  drift: Drift[];
  /** Requests that were repeated, and token counts that were estimated. */
  notes: string[];
  exit: Exit;
}

export interface ReplayAgentOptions extends WrapOptions {
  /** Accept no difference at all, and no other version of the agent. */
  strict: boolean;
}

/** Throws CASSETTE_*, and what the agent's configuration throws. */
export async function replayAgent(options: ReplayAgentOptions): Promise<ReplayedAgent> {
  const { strict } = options;
  const play = await readReplay(options.file, strict);
  return playAgent(options, play, (played, exit) => Promise.resolve(judgeReplay(play, played, { exit, strict })));
}

/** Reads what a replay plays. */
export async function readReplay(file: string, strict: boolean): Promise<AgentPlay<Comparer>> {
  const stored = await readAgentCassette(file);
  const recorded = readTrace(stored.cassette, stored.contract);
  const learned = learnedOf(stored.cassette, recorded);
  const createJudge = (startedAt: number, veil: Veil): Comparer =>
    createComparer({
      recorded,
      learned,
      rules: { varies: [], ignore: [], pins: [], accept: strict ? [] : DEFAULT_ACCEPT, acceptedIds: [], strict },
      prompts: recorded.steps.map(({ user }) => user),
      expectedTools: [],
      liveStartedAt: startedAt,
      isAtHand: (placeholder) => veil.isAtHand(placeholder),
    });
  return { stored, recorded, createJudge };
}

/** The verdict of a replay that has ended. `exit`: of the command. */
export function judgeReplay(
  { stored, recorded }: AgentPlay<Comparer>,
  { judge: comparer, player, referee }: PlayedAgent<Comparer>,
  { exit, strict }: { exit: Exit; strict: boolean },
): ReplayedAgent {
  comparer.lookAhead();
  const { servers, client } = stored.agent;
  return judge({
    recorded,
    comparer,
    player,
    exit,
    strict,
    calls: referee.calls,
    unasked: referee.unasked(),
    servers,
    client: { recorded: client, now: referee.client },
  });
}

interface Played {
  recorded: Trace;
  comparer: Comparer;
  player: ModelPlayer;
  exit: Exit;
  strict: boolean;
  calls: ReadonlyMap<number, readonly Call[]>;
  unasked: readonly string[];
  servers: string[];
  client: ReplayedAgent["client"];
}

function judge({ recorded, comparer, player, exit, strict, calls, unasked, servers, client }: Played): ReplayedAgent {
  const stop = player.stop();
  const unplayed = player.unplayed();
  const turns = turnsOf(recorded).length;
  const broken = findBroken(recorded, calls, servers);
  const drift = comparer.drift();
  const reasons = [
    ...(stop === undefined ? [] : [stop.message]),
    ...broken,
    ...(stop === undefined ? [...describeUnplayed(player, unplayed, turns, exit), ...unasked] : []),
    ...(stop === undefined ? drift.filter(isUndecided).map(describeUndecided) : []),
    ...(strict ? describeStrict(drift, client) : []),
  ];
  const isDead = stop?.kind === "server";
  const verdict = isDead || broken.length > 0 ? "failed" : reasons.length > 0 ? "inconclusive" : "passed";
  const { repeated, estimated } = player.counts;
  return {
    verdict,
    reasons,
    ...(stop !== undefined && { stop }),
    unplayed,
    turns,
    calls: callsOf(recorded).length,
    servers,
    client,
    drift,
    notes: [
      ...(repeated > 0 ? [`${repeated} requests came again and got the same answer`] : []),
      ...(estimated > 0 ? [`${estimated} token counts were not recorded, and are estimates`] : []),
    ],
    exit,
  };
}

/** The calls that fail now and did not fail when they were recorded. */
function findBroken(recorded: Trace, live: ReadonlyMap<number, readonly Call[]>, servers: readonly string[]): string[] {
  const turns = turnsOf(recorded);
  return turns.flatMap(({ tools, calls }, at) =>
    calls.flatMap((before) => {
      const { id, tool } = before;
      const now = live.get(at + 1)?.find((call) => call.id === id);
      const rules = { era: eraOf(serverOf(recorded.server, tool).protocol) };
      if (now === undefined || judgeCall(before, tools, rules).fault !== undefined) return [];
      const { fault } = judgeCall(now, tools, rules);
      if (fault === undefined) return [];
      const { server } = splitToolName(servers, tool);
      return [`${tool} of ${server} (call ${id}) fails now, and did not when this was recorded: ${fault}`];
    }),
  );
}

function describeUnplayed(
  { counts }: ModelPlayer,
  unplayed: readonly number[],
  turns: number,
  { signal }: Exit,
): string[] {
  const killed = signal === null ? [] : [`the command was ended by ${signal}`];
  if (counts.requests === 0) {
    return ["no request for the model came: does the command start an agent that reads ANTHROPIC_BASE_URL?", ...killed];
  }
  if (unplayed.length === 0) return killed;
  return [`${unplayed.length} of ${turns} recorded turns were not asked for: ${unplayed.join(", ")}`, ...killed];
}

/** For a text that the model chose its tools by: nobody knows whether it would choose them again. */
function describeUndecided(drift: Drift): string {
  return `${describeDrift(drift)}: the model reads another text now`;
}

function describeStrict(drift: readonly Drift[], { recorded, now }: ReplayedAgent["client"]): string[] {
  const open = drift.filter((one) => !isExplained(one)).length;
  const other = now !== undefined && (now.name !== recorded.name || now.version !== recorded.version);
  return [
    ...(open > 0 ? [`strict: ${open} differences, and --strict accepts none`] : []),
    ...(other ? [`strict: the agent is ${now.name} ${now.version}, and was ${recorded.name} ${recorded.version}`] : []),
  ];
}
