// Defines what every format of a transcript is read into: steps, turns, calls with what the model was given. Types only.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Dispatch, TurnUsage } from "../trace/trace.js";

/** The formats that are read. */
export type TranscriptFormat = "claude-code" | "stream-json" | "messages" | "session";

/** A conversation that another client had. */
export interface Said {
  format: TranscriptFormat;
  /** The model that answered, as the transcript names it; null where it does not. */
  model: string | null;
  /** The folder that the client worked in. */
  cwd: string | null;
  steps: SaidStep[];
  /** How the calls of one turn were sent, where the transcript shows it. */
  dispatch?: Dispatch;
  /** The texts have the placeholders of a cassette already. */
  hidden?: true;
  /** What was left out, and why; one sentence each. */
  notes: string[];
}

export interface SaidStep {
  /** Null where the transcript does not have what the user said. */
  user: string | null;
  turns: SaidTurn[];
}

export interface SaidTurn {
  blocks: SaidBlock[];
  /** The API's stop reason, where the transcript has it. */
  stop: string | null;
  usage: TurnUsage;
  /** When it came, ISO 8601, where the transcript has it. */
  at?: string;
  /** The id of the call that opened the subagent whose turn this is. */
  opened?: string;
}

export type SaidBlock = { kind: "text"; text: string } | SaidCall;

export interface SaidCall {
  kind: "call";
  /** As the client knows it, unique in the transcript. */
  id: string;
  /** The tool as the client names it. */
  name: string;
  input: JsonObject;
  /** Absent where the transcript ends before it. */
  result?: SaidResult;
}

/** What the model was given of a call. */
export interface SaidResult {
  /** Blocks of a `tool_result`; of a session, the contents of the MCP result. */
  content: JsonValue[];
  isError: boolean;
  /** When the client had it, ISO 8601, where the transcript says. */
  at?: string;
  /** Sessions: the outcome as it came over the wire. */
  wire?: { result: JsonValue } | { error: JsonValue };
}

/** The calls of a turn, in order. */
export function callsIn(turn: SaidTurn): SaidCall[] {
  return turn.blocks.filter((block) => block.kind === "call");
}

/** The calls of all turns, in order. */
export function allCallsIn({ steps }: Pick<Said, "steps">): SaidCall[] {
  return steps.flatMap(({ turns }) => turns.flatMap(callsIn));
}
