// Runs the agent with the recorded model and the live servers, for a replay and for a check.
import type { AgentCassette } from "../cassette/agent-cassette.js";
import { ModelPlayer } from "../gateway/play.js";
import { startGatewayServer } from "../gateway/server.js";
import type { Exit } from "../proxy/process-group.js";
import type { Veil } from "../redaction/veil.js";
import type { Trace } from "../trace/trace.js";
import { AgentReferee, type AgentJudge } from "./agent-referee.js";
import { openWrapStage, type WrapOptions } from "./wrap-stage.js";

/** What is played, and who decides about its turns. */
export interface AgentPlay<J extends AgentJudge> {
  stored: AgentCassette;
  /** The recorded run, with placeholders. */
  recorded: Trace;
  /** `startedAt`: epoch milliseconds. */
  createJudge: (startedAt: number, veil: Veil) => J;
}

export interface PlayedAgent<J> {
  judge: J;
  player: ModelPlayer;
  referee: AgentReferee;
  exit: Exit;
  startedAt: number;
  veil: Veil;
}

/** Resolves when the command has ended. `read` is called before everything is taken away. */
export async function playAgent<J extends AgentJudge, T>(
  options: WrapOptions,
  { stored, recorded, createJudge }: AgentPlay<J>,
  read: (played: PlayedAgent<J>) => Promise<T>,
): Promise<T> {
  const { agent } = stored;
  const stage = await openWrapStage(options);
  try {
    const { veil, links } = stage;
    const startedAt = Date.now();
    const judge = createJudge(startedAt, veil);
    const referee = new AgentReferee({ recorded, agent, judge, veil, links, startedAt, now: () => Date.now() });
    const places = agent.turns.map(({ after, texts }, at) => ({ number: at + 1, after, texts }));
    const tokens = new Map(Object.entries(agent.tokens ?? {}));
    const player = new ModelPlayer(places, { title: agent.title, tokens }, referee);
    let fault: unknown;
    const gateway = await startGatewayServer(
      (request, response) => {
        stage.know(request.rawHeaders);
        if (request.method === "POST") referee.meet(request.headers["user-agent"]);
        return player.handle(request, response);
      },
      (error) => (fault ??= error),
    );
    try {
      const exit = await stage.run(gateway.url, true);
      if (fault !== undefined) throw fault;
      const late = player.stop() === undefined ? await referee.finish(player.played()) : undefined;
      if (late !== undefined) player.end(late);
      return await read({ judge, player, referee, exit, startedAt, veil });
    } finally {
      await gateway.close();
    }
  } finally {
    await stage.close();
  }
}
