// Replays a new recording of an agent once through the same command, without the real model, to learn what differs on its
// own; writes that into the cassette. Sends no guess.
import { readAgentCassette } from "../cassette/agent-cassette.js";
import { replaceLearned } from "../cassette/replace-learned.js";
import { decodeText, readLimited } from "../cassette/read-limited.js";
import { readTrace } from "../cassette/read-trace.js";
import { displayPath } from "../cassette/store-place.js";
import { writeWhole } from "../cassette/write-whole.js";
import { TEXT_LIMIT } from "../cassette/yaml-read.js";
import { CheckPlayer, type PlayedCheck } from "../drift/check-player.js";
import { findUnresolved } from "../drift/prove.js";
import { toJson } from "../json/to-json.js";
import { scanForSecrets } from "../redaction/last-scan.js";
import type { Veil } from "../redaction/veil.js";
import { describePlace } from "../trace/describe-drift.js";
import { DEFAULT_ACCEPT } from "../trace/drift-classes.js";
import { placesOf } from "../trace/places-of.js";
import type { Trace } from "../trace/trace.js";
import { RecordingBeside } from "../variables/beside.js";
import { learnFrom } from "../variables/learn.js";
import type { Learned } from "../variables/learned.js";
import { runOf } from "../variables/run.js";
import { groupTurns } from "./turn-groups.js";
import { playAgent, type AgentPlay, type PlayedAgent } from "./play-agent.js";
import type { WrapOptions } from "./wrap-stage.js";

/** Plays what was recorded with what the servers return now, and compares nothing of it. */
export class AgentCheck extends CheckPlayer {
  protocol(): void {}

  ungrounded(): [] {
    return [];
  }

  variables(): [] {
    return [];
  }
}

/** What a check found. */
interface CheckedAgent {
  replays: boolean;
  /** One line for a person. */
  said: string;
}

/** Runs the command. Throws CASSETTE_*, SECRET_FOUND. */
export async function checkAgent(options: WrapOptions): Promise<CheckedAgent> {
  const play = await readCheck(options.file);
  return playAgent(options, play, (played) => learnFromCheck(options.file, play, played));
}

export type AgentCheckPlay = AgentPlay<AgentCheck> & { recording: RecordingBeside };

/** Reads what a check plays. */
export async function readCheck(file: string): Promise<AgentCheckPlay> {
  const stored = await readAgentCassette(file);
  const recorded = readTrace(stored.cassette, stored.contract);
  const recording = new RecordingBeside(runOf(recorded));
  const createJudge = (startedAt: number, veil: Veil): AgentCheck =>
    new AgentCheck({ recorded, recording, earlier: [], pins: [], startedAt, clock: 0, veil });
  return { stored, recorded, recording, createJudge };
}

/** Writes what a check that has ended taught. */
export async function learnFromCheck(
  file: string,
  { stored, recorded, recording }: AgentCheckPlay,
  { judge, player, veil }: PlayedAgent<AgentCheck>,
): Promise<CheckedAgent> {
  const stop = player.stop();
  if (stop !== undefined) return doesNotReplay(stop.message);
  const unplayed = player.unplayed();
  if (unplayed.length > 0) {
    return doesNotReplay(`${unplayed.length} of ${stored.agent.turns.length} turns were not asked for`);
  }
  const played = judge.played();
  if (played === undefined) return doesNotReplay("the agent asked for nothing");
  const learned = learnFrom(recording, [played.beside], {
    together: groupTurns(stored.agent.turns),
    isFresh: true,
  });
  await writeLearned(file, learned, veil);
  return describe(recorded, learned, played);
}

function doesNotReplay(why: string): CheckedAgent {
  const said = `does not replay through its own agent: ${why}. So what differs on its own is not known`;
  return { replays: false, said };
}

async function writeLearned(file: string, learned: Learned, veil: Veil): Promise<void> {
  const shown = displayPath(file);
  const bytes = await readLimited(file, TEXT_LIMIT);
  const text = replaceLearned(decodeText(bytes ?? Buffer.alloc(0), shown), shown, {
    learned: veil.redact(learned),
    checks: 1,
  });
  scanForSecrets(veil, shown, { value: toJson(learned), bytes: Buffer.from(text) });
  await writeWhole(file, text);
}

function describe(recorded: Trace, learned: Learned, played: PlayedCheck): CheckedAgent {
  const rules = { varies: [], ignore: [], pins: [], accept: DEFAULT_ACCEPT, acceptedIds: [], strict: false };
  const places = placesOf(recorded);
  const open = [
    ...learned.unstable.map(({ call, at }) => describePlace(places(call, at))),
    ...findUnresolved(recorded, learned, [played], rules).map(({ where }) => describePlace(where)),
    ...learned.doubtful.map(({ call, at }) => describePlace({ ...places(call, at), part: "arguments" })),
  ];
  const races = learned.races.map((group) => `calls ${group.join(", ")}`);
  if (races.length > 0) {
    const said = `a replay on the same servers may stop: results depend on which of the calls comes first that the agent makes at the same time (${races.join("; ")})`;
    return { replays: false, said };
  }
  if (open.length > 0) {
    const said = `a replay on the same servers stops, because this differs on its own: ${[...new Set(open)].join("; ")}`;
    return { replays: false, said };
  }
  const names = learned.variables.map(({ name }) => name);
  const found = names.length === 0 ? "nothing differs on its own" : `with ${names.join(", ")} as variables`;
  return { replays: true, said: `replays, ${found}` };
}
