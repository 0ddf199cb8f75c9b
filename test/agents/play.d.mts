export interface Situation {
  name: string;
}
export interface PlayedSituation {
  verdict: { verdict: string; reasons: string[] } | undefined;
}
/** Records and replays a situation with an installed agent. */
export function playSituation(agent: string, situation: Situation): Promise<PlayedSituation>;
