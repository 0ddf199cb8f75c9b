// Records and replays an agent inside a test: the test starts the agent itself, with the address and the servers that it
// gets here.
import { resolve } from "node:path";
import { McpvalsError } from "../errors.js";
import { toJson } from "../json/to-json.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import type { CallOutcome } from "../trace/trace.js";
import { linkName, rewriteServers } from "./rewrite-servers.js";
import { agentVariables } from "./agent-environment.js";
import { learnFromCheck, readCheck } from "./check-agent.js";
import { openLinkStage, type LinkStage } from "./link-stage.js";
import { ownProgram } from "./own-program.js";
import { startPlaying } from "./play-agent.js";
import { startRecording } from "./record-agent.js";
import { judgeReplay, readReplay } from "./replay-agent.js";

export interface TapeOptions {
  /**
   * `replay`: the recorded model plays. `record`: the real one does, and the cassette is written. `check`: the recorded one
   * plays, and what differs on its own is learned. Default: the variable MCPVALS_TAPE, else `replay`.
   */
  mode?: "replay" | "record" | "check";
  /** Accept no difference at all, and no other version of the agent. */
  strict?: boolean;
  /** Where the cassette's path starts, and what its placeholder for this folder means. Default: the current one. */
  cwd?: string;
  /** Of the agent: ANTHROPIC_BASE_URL names the real API, proxies the way to it. Default: the environment of the process. */
  env?: Readonly<Record<string, string | undefined>>;
}

/** A server, as a client's configuration has it. */
export type TapeServer =
  | { command: string; args?: readonly string[]; env?: Readonly<Record<string, string>> }
  | { type?: "http"; url: string; headers?: Readonly<Record<string, string>> };

/** A call that a server received. */
export interface TapeCall {
  /** As `connect` names it. */
  server: string;
  /** Its MCP name. */
  tool: string;
  arguments: JsonObject;
  /** Undefined until it is answered. */
  outcome: CallOutcome | undefined;
}

export interface AgentTape extends AsyncDisposable {
  /** The base URL of the model: `new Anthropic({ baseURL: t.modelUrl })`, ANTHROPIC_BASE_URL. */
  readonly modelUrl: string;
  /** The environment for an agent that is a process, such as Claude Code; undefined: to be taken away. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The calls of the servers so far, in order. */
  readonly calls: readonly TapeCall[];
  /** Puts a server behind the tape: what it returns takes its place. Throws BAD_USAGE after the first request. */
  connect<S extends TapeServer>(name: string, server: S): Promise<S>;
  /**
   * Ends the tape, once: judges a replay, writes a recording. Throws AGENT_DIFFERS where a replay did not pass and where
   * nothing could be recorded; CASSETTE_*, SECRET_FOUND.
   */
  done(): Promise<void>;
  /** True once it ends. */
  readonly isDone: boolean;
}

/** Opens the cassette of an agent. Throws CASSETTE_*, BAD_USAGE. */
export async function openTape(path: string, options: TapeOptions = {}): Promise<AgentTape> {
  const { cwd = process.cwd(), env = process.env, strict = false } = options;
  const mode = modeOf(options.mode ?? env["MCPVALS_TAPE"] ?? "replay");
  const file = resolve(cwd, path);
  const stage = await openLinkStage(cwd, env);
  try {
    const side = await SIDES[mode](stage, file, { env, strict });
    return new OpenTape(stage, side, agentVariables(env, environmentOf(stage, side.url, mode)));
  } catch (error) {
    await stage.close();
    throw error;
  }
}

function environmentOf({ folder }: LinkStage, url: string, mode: Mode): Parameters<typeof agentVariables>[1] {
  return { url, config: undefined, settings: `${folder}/settings`, isReplay: mode !== "record" };
}

type Mode = NonNullable<TapeOptions["mode"]>;

function modeOf(text: string): Mode {
  if (text === "replay" || text === "record" || text === "check") return text;
  throw new McpvalsError("BAD_USAGE", `a tape is in the mode replay, record or check, not ${JSON.stringify(text)}`, {
    fix: "Set MCPVALS_TAPE to one of them.",
  });
}

/** The model's side of a tape. */
interface Side {
  url: string;
  hasBegun: () => boolean;
  /** Resolves to why the test fails; undefined where it does not. */
  finish: () => Promise<{ message: string; evidence?: string } | undefined>;
  close: () => Promise<void>;
}

interface SideOptions {
  env: NonNullable<TapeOptions["env"]>;
  strict: boolean;
}

const SIDES: Record<Mode, (stage: LinkStage, file: string, options: SideOptions) => Promise<Side>> = {
  record: async (stage, file, { env }) => {
    const recording = await startRecording(stage, env);
    const finish = async (): ReturnType<Side["finish"]> => {
      const { refused } = await recording.finish(file);
      return refused === undefined ? undefined : { message: `not recorded: ${refused}` };
    };
    return { ...recording, finish };
  },
  check: async (stage, file) => {
    const play = await readCheck(file);
    const playing = await startPlaying(stage, play);
    const finish = async (): ReturnType<Side["finish"]> => {
      await playing.finish();
      const { replays, said } = await learnFromCheck(file, play, playing);
      return replays ? undefined : { message: said };
    };
    return { ...playing, finish };
  },
  replay: async (stage, file, { strict }) => {
    const play = await readReplay(file, strict);
    const playing = await startPlaying(stage, play);
    const finish = async (): ReturnType<Side["finish"]> => {
      await playing.finish();
      const exit = { code: 0, signal: null };
      const { verdict, reasons } = judgeReplay(play, playing, { exit, strict });
      if (verdict === "passed") return undefined;
      return { message: `${verdict}: ${reasons[0] ?? ""}`, evidence: reasons.slice(1).join("\n") };
    };
    return { ...playing, finish };
  },
};

class OpenTape implements AgentTape {
  private ended: Promise<void> | undefined;

  constructor(
    private readonly stage: LinkStage,
    private readonly side: Side,
    readonly env: AgentTape["env"],
  ) {}

  get isDone(): boolean {
    return this.ended !== undefined;
  }

  get modelUrl(): string {
    return this.side.url;
  }

  get calls(): readonly TapeCall[] {
    return this.stage.links.calls.map(({ server, tool, arguments: args, outcome }) => {
      return { server, tool, arguments: args, outcome };
    });
  }

  async connect<S extends TapeServer>(name: string, server: S): Promise<S> {
    const { servers } = this.stage;
    if (this.side.hasBegun() || servers.includes(linkName(name))) {
      const why = servers.includes(linkName(name)) ? "is connected already" : "comes after the first request";
      throw new McpvalsError("BAD_USAGE", `the server ${name} ${why}`, {
        fix: "Connect each server once, before the agent asks its model.",
      });
    }
    const entry = toJson(server);
    const given = isJsonObject(entry) ? { [name]: entry } : {};
    const rewritten = (await rewriteServers(given, ownProgram(), this.stage))[name];
    servers.push(linkName(name));
    return { ...server, ...rewritten };
  }

  done(): Promise<void> {
    return (this.ended ??= this.end());
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.done();
  }

  private async end(): Promise<void> {
    try {
      const wrong = await this.side.finish();
      if (wrong !== undefined) throw new McpvalsError("AGENT_DIFFERS", wrong.message, { evidence: wrong.evidence });
    } finally {
      await this.side.close();
      await this.stage.close();
    }
  }
}
