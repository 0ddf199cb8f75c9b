// Runs the agent with the recorded model and the live servers, for a replay and for a check.
import type { AgentCassette } from "../cassette/agent-cassette.js";
import { ModelPlayer } from "../gateway/play.js";
import { startGatewayServer } from "../gateway/server.js";
import type { Exit } from "../proxy/process-group.js";
import type { Veil } from "../redaction/veil.js";
import type { Trace } from "../trace/trace.js";
import { AgentReferee, type AgentJudge } from "./agent-referee.js";
import type { LinkStage } from "./link-stage.js";
import { openWrapStage, type WrapOptions } from "./wrap-stage.js";

/** What is played, and who decides about its turns. */
export interface AgentPlay<J extends AgentJudge> {
  stored: Pick<AgentCassette, "agent">;
  /** The recorded run, with placeholders. */
  recorded: Trace;
  /** `startedAt`: epoch milliseconds. */
  createJudge: (startedAt: number, veil: Veil) => J;
}

export interface PlayedAgent<J> {
  judge: J;
  player: ModelPlayer;
  referee: AgentReferee;
  veil: Veil;
}

export interface AgentPlaying<J> extends PlayedAgent<J> {
  /** What ANTHROPIC_BASE_URL takes. */
  url: string;
  /** True from the first request for the model on. */
  hasBegun: () => boolean;
  /** Compares what came last. Call it when the agent has ended. */
  finish: () => Promise<void>;
  close: () => Promise<void>;
}

/** Offers the recorded model on a stage. */
export async function startPlaying<J extends AgentJudge>(
  { links, veil, know }: LinkStage,
  { stored: { agent }, recorded, createJudge }: AgentPlay<J>,
): Promise<AgentPlaying<J>> {
  const startedAt = Date.now();
  const judge = createJudge(startedAt, veil);
  const referee = new AgentReferee({ recorded, agent, judge, veil, links, startedAt, now: () => Date.now() });
  const places = agent.turns.map(({ after, texts, asked }, at) => ({
    number: at + 1,
    after,
    texts,
    ...(asked !== undefined && { asked }),
  }));
  const tokens = new Map(Object.entries(agent.tokens ?? {}));
  const player = new ModelPlayer(places, { title: agent.title, tokens }, referee);
  let fault: unknown;
  const gateway = await startGatewayServer(
    (request, response) => {
      know(request.rawHeaders);
      links.touch();
      if (request.method === "POST") referee.meet(request.headers["user-agent"]);
      return player.handle(request, response);
    },
    (error) => (fault ??= error),
  );
  const finish = async (): Promise<void> => {
    if (fault !== undefined) throw fault;
    const late = player.stop() === undefined ? await referee.finish(player.played()) : undefined;
    if (late !== undefined) player.end(late);
  };
  const hasBegun = (): boolean => player.counts.requests > 0;
  return { judge, player, referee, veil, url: gateway.url, hasBegun, finish, close: () => gateway.close() };
}

/** Runs the command, and resolves when it has ended. `read` is called before everything is taken away. */
export async function playAgent<J extends AgentJudge, T>(
  options: WrapOptions,
  play: AgentPlay<J>,
  read: (played: PlayedAgent<J>, exit: Exit) => Promise<T>,
): Promise<T> {
  const stage = await openWrapStage(options);
  try {
    const playing = await startPlaying(stage, play);
    try {
      const exit = await stage.run(playing.url, true);
      await playing.finish();
      return await read(playing, exit);
    } finally {
      await playing.close();
    }
  } finally {
    await stage.close();
  }
}
