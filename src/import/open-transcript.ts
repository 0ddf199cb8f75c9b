// Opens a transcript: tells its format by content, reads it, and puts the turns of subagents where they were opened.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { loadSession } from "../cassette/load-session.js";
import { showPath } from "../config/show-path.js";
import { McpvalsError } from "../errors.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { ClaudeCodeReader } from "./claude-code.js";
import { isMessages, readMessages } from "./messages.js";
import { readProxied } from "./proxied.js";
import { readDeep, readLines, type TextLine } from "./read-lines.js";
import { callsIn, type Said, type SaidTurn } from "./said.js";
import { StreamJsonReader } from "./stream-json.js";

export interface OpenedTranscript {
  said: Said;
  /** Of the file's bytes. */
  sha256: string;
}

/** A file of one JSON value is read whole. */
const WHOLE = 64 * 1024 * 1024;

/**
 * Reads a transcript. `leaf`: which branch of a session with several. Throws FILE_NOT_FOUND, TRANSCRIPT_UNKNOWN for a
 * format that is not read, TRANSCRIPT_VERSION, TRANSCRIPT_INVALID, CASSETTE_* for a session of `mcpvals proxy`.
 */
export async function openTranscript(
  file: string,
  { cwd, leaf }: { cwd: string; leaf?: string | undefined },
): Promise<OpenedTranscript> {
  const shown = showPath(file, cwd);
  const collected = new Collected(shown);
  const { digest } = await readLines(file, shown, (line) => collected.add(line));
  const sha256 = digest();
  if (collected.reader instanceof ClaudeCodeReader) return { said: await finish(collected.reader, file, leaf), sha256 };
  if (collected.reader !== undefined) return { said: collected.reader.finish(), sha256 };
  const text = collected.text();
  if (/^kind: session\r?$/m.test(text.slice(0, 200))) return { said: readProxied(await loadSession(file)), sha256 };
  const value = collected.values() ?? readDeep(text);
  if (value !== undefined && isMessages(value)) return { said: readMessages(value, shown), sha256 };
  throw unknownFormat(shown, text, value);
}

/** Chooses a reader by the first lines that say which; keeps the text of a file that is not lines of events. */
class Collected {
  reader: ClaudeCodeReader | StreamJsonReader | undefined;
  private readonly lines: string[] = [];
  private size = 0;
  private events: { value: JsonObject; number: number }[] = [];

  constructor(private readonly shown: string) {}

  add(line: TextLine): boolean {
    const value = this.reader === undefined && this.lines.length > 0 ? undefined : readDeep(line.text);
    if (this.reader !== undefined) {
      if (!isJsonObject(value)) throw this.brokenLine(line);
      this.reader.add(value, line.number);
      return true;
    }
    if (!isJsonObject(value) || !isEvent(value)) {
      if (this.events.length > 0) throw this.brokenLine(line);
      this.keep(line.text);
      return true;
    }
    this.events.push({ value, number: line.number });
    this.reader = this.chooseReader(value);
    if (this.reader === undefined) return true;
    for (const event of this.events) this.reader.add(event.value, event.number);
    this.events = [];
    return true;
  }

  private chooseReader(event: JsonObject): ClaudeCodeReader | StreamJsonReader | undefined {
    if (typeof event["session_id"] === "string") return new StreamJsonReader(this.shown);
    if (typeof event["uuid"] === "string" && typeof event["sessionId"] === "string") {
      return new ClaudeCodeReader(this.shown, false);
    }
    return undefined;
  }

  private keep(text: string): void {
    this.size += text.length;
    if (this.size > WHOLE) {
      throw new McpvalsError("TRANSCRIPT_INVALID", `${this.shown} is larger than ${WHOLE / 1024 / 1024} MiB`, {
        fix: "Give each conversation a file of its own.",
      });
    }
    this.lines.push(text);
  }

  private brokenLine({ number, ended, text }: TextLine): McpvalsError {
    const head = JSON.stringify(text.slice(0, 60));
    return ended
      ? new McpvalsError("TRANSCRIPT_INVALID", `${this.shown}:${number} is not JSON, or is nested too deeply`, {
          evidence: `It begins with ${head}.`,
        })
      : new McpvalsError("TRANSCRIPT_INVALID", `${this.shown}:${number}, the last line, is cut off`, {
          evidence: `It begins with ${head} and has no end: the client was still writing, or the copy is not whole.`,
          fix: "Copy the file again when the client has ended, or remove that line.",
        });
  }

  text(): string {
    return this.lines.join("\n");
  }

  /** The values of a file with one JSON value a line; undefined for any other. */
  values(): JsonValue[] | undefined {
    if (this.lines.length < 2) return undefined;
    const values = this.lines.map(readDeep);
    return values.every((value) => value !== undefined) ? values : undefined;
  }
}

/** True for a line of a session or of stream-json. */
function isEvent(value: JsonObject): boolean {
  const { type, sessionId, session_id: session, messages, request } = value;
  if (messages !== undefined || request !== undefined) return false;
  return typeof type === "string" && (typeof sessionId === "string" || typeof session === "string" || isNote(value));
}

/** Lines that Claude Code puts before the conversation. */
function isNote({ type }: JsonObject): boolean {
  return type === "summary" || type === "file-history-snapshot";
}

function unknownFormat(shown: string, text: string, value: JsonValue | undefined): McpvalsError {
  const head = text.slice(0, 4000);
  const first = Array.isArray(value) ? value[0] : value;
  const one = isJsonObject(first) ? first : {};
  const log = isJsonObject(one["log"]) ? one["log"] : {};
  const messages = JSON.stringify(one["messages"] ?? []);
  const known: [boolean, string][] = [
    [/^(?:version: \d+\s+)?interactions:/m.test(head) || one["http_interactions"] !== undefined, "a VCR recording"],
    [Array.isArray(one["interactions"]), "a VCR recording"],
    [Array.isArray(log["entries"]), "a HAR recording"],
    [Array.isArray(one["choices"]) || /"role":"tool"|"tool_calls"/.test(messages), "OpenAI chat completions"],
    [
      one["object"] === "response" || /"type":"function_call/.test(JSON.stringify(one["input"] ?? 0)),
      "OpenAI responses",
    ],
    [/"?jsonrpc"?:/.test(head), "JSON-RPC messages of another recorder, such as mcp-cassette"],
  ];
  const found = known.find(([is]) => is)?.[1];
  if (found !== undefined) {
    return new McpvalsError("TRANSCRIPT_UNKNOWN", `${shown} is ${found}, which import does not read yet`, {
      fix: READ,
    });
  }
  if (/^kind: (?:workflow|agent)\r?$/m.test(head)) {
    return new McpvalsError("TRANSCRIPT_UNKNOWN", `${shown} is a cassette of mcpvals already`, {
      fix: `To see it: mcpvals show ${shown}`,
    });
  }
  const keys = Object.keys(one).slice(0, 8);
  const seen =
    keys.length > 0 ? `Its keys: ${keys.join(", ")}.` : `It begins with ${JSON.stringify(head.slice(0, 60))}.`;
  return new McpvalsError("TRANSCRIPT_UNKNOWN", `${shown} is no transcript that import knows`, {
    evidence: seen,
    fix: READ,
  });
}

const READ =
  "Read are sessions of Claude Code, its stream-json output, requests and responses of the Anthropic Messages API as JSON, and sessions of mcpvals proxy.";

/** The conversation of a session, with its subagents. */
async function finish(reader: ClaudeCodeReader, file: string, leaf: string | undefined): Promise<Said> {
  const session = reader.subagentOf();
  if (session !== undefined) {
    throw new McpvalsError(
      "TRANSCRIPT_INVALID",
      `${basename(file)} is the part of one subagent of session ${session}`,
      {
        evidence: "Without the session that opened it, nobody knows what it was asked for.",
        fix: `Import the session: ${session}.jsonl takes its subagents with it.`,
      },
    );
  }
  const said = reader.finish(leaf);
  const agents = reader.subagents();
  for (const step of said.steps) {
    const turns: SaidTurn[] = [];
    for (const turn of step.turns) {
      turns.push(turn);
      for (const { id } of callsIn(turn)) {
        const agent = agents.get(id);
        if (agent === undefined) continue;
        const own = await readSubagent(file, agent);
        if (own === undefined) said.notes.push(`The file of subagent ${agent} is not there: its calls are left out.`);
        else turns.push(...own.map((one) => ({ ...one, opened: id })));
      }
    }
    step.turns = turns;
  }
  return said;
}

/** The turns of a subagent, from the file beside the session's or in the session's own folder. */
async function readSubagent(session: string, agent: string): Promise<SaidTurn[] | undefined> {
  if (!/^[\w-]{1,64}$/.test(agent)) return undefined;
  const folder = dirname(session);
  const own = join(folder, basename(session, ".jsonl"));
  const folders = [folder, own, join(own, "subagents")];
  const named = folders.map((one) => join(one, `agent-${agent}.jsonl`)).find((one) => existsSync(one));
  const file = named ?? (await findIn(join(own, "subagents"), agent));
  if (file === undefined) return undefined;
  const shown = basename(file);
  const reader = new ClaudeCodeReader(shown, true);
  await readLines(file, shown, ({ text, number }) => {
    const value = readDeep(text);
    if (isJsonObject(value)) reader.add(value, number);
    return true;
  });
  return reader.finish().steps.flatMap(({ turns }) => turns);
}

async function findIn(folder: string, agent: string): Promise<string | undefined> {
  const names = await readdir(folder).catch(() => []);
  const name = names.find((one) => one.includes(agent) && one.endsWith(".jsonl"));
  return name === undefined ? undefined : join(folder, name);
}
