// Answers an agent's requests from recorded turns: finds the one that continues the agent's conversation, has it judged,
// and writes it as the API would. After the first stop, every request of every conversation gets that stop.
import type { ServerResponse } from "node:http";
import { appendTo } from "../append-to.js";
import { canonicalJson } from "../json/canonical.js";
import { readLossless } from "../json/read-json.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { shortHash } from "../short-hash.js";
import { textOfMessage, type AgentRequest, type ClientResult, type RequestItem } from "./agent-request.js";
import { Conversations, sameTexts, type RequestPlace } from "./conversations.js";
import { Pace, type PacedTurn } from "./pace.js";
import { RequestReader } from "./request-reader.js";
import { refuseLarge, sendJson, type GatewayRequest } from "./server.js";
import { buildStopBody } from "./stop.js";
import { writeMessageStream } from "./write-message.js";
import type { StoppedAgent } from "../trace/trace.js";

/** A recorded turn, as far as it says where it belongs. */
export interface RecordedPlace extends PacedTurn {
  /** What the user said since the turn before. */
  texts: readonly string[];
}

/** Decides about the recorded turns. */
export interface Referee {
  /** A text of the agent as the recording has it, or would have it with the values of this run. */
  settle(text: string): string;
  /** A recorded text with the values that this run has put in it. */
  asNow(text: string): string;
  /**
   * Compares what the turn is based on, and returns its content with live values, or why it proves nothing. Called once
   * for each turn.
   */
  open(turn: number, place: RequestPlace, request: AgentRequest): Promise<OpenedTurn | Stopped>;
}

export interface Stopped {
  stop: StoppedAgent;
}

export interface OpenedTurn {
  /** Ids and tool names as the agent knows them. */
  content: JsonObject[];
  /** The other fields of the message: model, stop_reason, stop_sequence, usage. */
  message: JsonObject;
}

export interface SideAnswers {
  title: string | undefined;
  /** Recorded counts, by {@link tokensKey}. */
  tokens: ReadonlyMap<string, number>;
}

/** What was asked. */
export interface PlayCounts {
  requests: number;
  /** Identical requests that got the same answer again. */
  repeated: number;
  /** Token counts that were not recorded, and were estimated. */
  estimated: number;
}

type Answer = { message: JsonObject } | Stopped;

interface GivenAnswer {
  /** A hash of who asked for it with what. */
  key: string;
  client: string;
  /** What the agent passed on with its question. */
  results: readonly ClientResult[];
  answer: Promise<Answer>;
}

/** Plays one recording. */
export class ModelPlayer {
  readonly counts: PlayCounts = { requests: 0, repeated: 0, estimated: 0 };
  private readonly conversations = new Conversations();
  /** By turn. */
  private readonly given = new Map<number, GivenAnswer>();
  private readonly pace: Pace;
  private readonly requests = new RequestReader();
  private readonly byParent = new Map<number, RecordedPlace[]>();
  private readonly hashes = new WeakMap<RequestItem, string>();
  private stopped: StoppedAgent | undefined;

  constructor(
    private readonly recorded: readonly RecordedPlace[],
    private readonly side: SideAnswers,
    private readonly referee: Referee,
  ) {
    this.pace = new Pace(recorded);
    for (const place of recorded) appendTo(this.byParent, place.after, place);
  }

  /** The first stop. */
  stop(): StoppedAgent | undefined {
    return this.stopped;
  }

  /** Ends the run. Only the first stop counts. */
  end(stop: StoppedAgent): void {
    this.stopped ??= stop;
    this.pace.end();
  }

  /** The turns that were asked for, in their order. */
  played(): number[] {
    return [...this.given.keys()].toSorted((a, b) => a - b);
  }

  /** The recorded turns that nobody asked for. */
  unplayed(): number[] {
    return this.recorded.flatMap(({ number }) => (this.given.has(number) ? [] : [number]));
  }

  readonly handle = async (request: GatewayRequest, response: ServerResponse): Promise<void> => {
    const [path = ""] = request.path.split("?");
    const body = await request.body.whole();
    if (body === undefined) return refuseLarge(response);
    if (path === "/v1/messages/count_tokens") return this.countTokens(readLossless(body.toString()), response);
    if (request.method === "HEAD" || request.method === "GET")
      return void response.writeHead(path === "/" ? 200 : 404).end();
    const isMessage = request.method === "POST" && path === "/v1/messages";
    const asked = isMessage ? this.requests.read(body) : undefined;
    if (asked === undefined) {
      const message = `mcpvals answers only requests for messages, not ${request.method} ${path}`;
      return sendJson(response, 404, { type: "error", error: { type: "not_found_error", message } });
    }
    this.counts.requests += 1;
    const id = `req_mcpvals_${this.counts.requests}`;
    const answer = asked.kind === "title" ? this.titled(asked) : await this.turn(asked, request);
    if ("stop" in answer) {
      this.end(answer.stop);
      const stopBody = buildStopBody(this.stopped ?? answer.stop);
      return sendJson(response, 400, stopBody, { "x-should-retry": "false", "request-id": id });
    }
    if (!asked.stream) return sendJson(response, 200, answer.message, { "request-id": id });
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "request-id": id });
    response.end(writeMessageStream(answer.message));
  };

  private async turn(asked: AgentRequest, { headers }: GatewayRequest): Promise<Answer> {
    if (this.stopped !== undefined) return { stop: this.stopped };
    const place = this.conversations.placeOf(asked, (text) => this.referee.settle(text));
    const ids = [headers["x-claude-code-session-id"], headers["x-claude-code-agent-id"]];
    const client = JSON.stringify(ids);
    const key = shortHash(
      JSON.stringify([client, asked.previous ?? null, asked.said.map((said) => this.hashOf(said))]),
    );
    const candidates = this.recordedAfter(place.after).filter(
      ({ texts }) =>
        sameTexts(texts, place.texts) ||
        sameTexts(
          texts.map((text) => this.referee.asNow(text)),
          place.texts,
        ),
    );
    const fresh = candidates.find(({ number }) => !this.given.has(number));
    const given = candidates.flatMap(({ number }) => this.given.get(number) ?? []);
    const same =
      ids.some((one) => one !== undefined) || fresh === undefined ? given.find((one) => one.key === key) : undefined;
    // Where nothing else was recorded here, what says the same in the recording's words is a retry, too.
    const before = same ?? (fresh === undefined ? given.find((one) => this.isRetry(one, client, place)) : undefined);
    if (before !== undefined) {
      this.counts.repeated += 1;
      return before.answer;
    }
    if (fresh === undefined) return { stop: this.unknown(place, candidates.length > 0) };
    // Taken before anything is awaited, so that no other request gets it.
    const answer = this.open(fresh, place, asked);
    this.given.set(fresh.number, { key, client, results: place.results, answer });
    return answer;
  }

  /** Its texts are those of the place already. */
  private isRetry(given: GivenAnswer, client: string, { results }: RequestPlace): boolean {
    const settled = (all: readonly ClientResult[]): string =>
      canonicalJson(all.map(({ id, isError, content }) => [id, isError, this.referee.settle(canonicalJson(content))]));
    return given.client === client && settled(given.results) === settled(results);
  }

  private async open(
    { number, after, texts }: RecordedPlace,
    place: RequestPlace,
    request: AgentRequest,
  ): Promise<Answer> {
    await this.pace.asked(number);
    const opened = await this.referee.open(number, place, request);
    this.pace.gave(number);
    // Another conversation may have ended the run in the meantime.
    if (this.stopped !== undefined) return { stop: this.stopped };
    if ("stop" in opened) return opened;
    const { content, message } = opened;
    const id = `msg_${number}`;
    const calls = content.flatMap((block) =>
      block["type"] === "tool_use" && typeof block["id"] === "string" ? [block["id"]] : [],
    );
    const text = this.referee.settle(textOfMessage(content));
    this.conversations.give({
      number,
      after,
      texts: sameTexts(texts, place.texts) ? texts : place.texts,
      message: id,
      calls,
      text,
    });
    return { message: { id, type: "message", role: "assistant", content, ...message } };
  }

  private unknown({ after, texts }: RequestPlace, isTaken: boolean): StoppedAgent {
    const next = this.recordedAfter(after);
    const now = quote(texts.join("\n"));
    const where = after === 0 ? "begins a conversation with" : `goes on after turn ${after} with`;
    const then = next.map((turn) =>
      turn.texts.length === 0 ? "only the results of its calls" : quote(turn.texts.join("\n")),
    );
    const said = texts.length === 0 ? "only the results of its calls" : now;
    const recorded =
      then.length === 0 ? "the recording ends there" : `recorded: ${[...new Set(then)].slice(0, 3).join(" or ")}`;
    const message = isTaken
      ? `the agent ${where} ${said} more often than it did when this was recorded`
      : `the agent ${where} ${said}, which was not recorded (${recorded})`;
    return { kind: "request", message, ...(next[0] !== undefined && { turn: next[0].number }) };
  }

  private titled({ model }: AgentRequest): Answer {
    const text = this.side.title ?? '{"title":"Recorded session"}';
    const usage = { input_tokens: 0, output_tokens: 0 };
    const content = [{ type: "text", text }];
    return {
      message: { id: "msg_title", type: "message", role: "assistant", content, model, stop_reason: "end_turn", usage },
    };
  }

  private countTokens(body: JsonValue | undefined, response: ServerResponse): void {
    const text = canonicalJson(body ?? null);
    const known = this.side.tokens.get(tokensKey(body ?? null));
    if (known === undefined) this.counts.estimated += 1;
    sendJson(response, 200, { input_tokens: known ?? Math.ceil(text.length / 4) });
  }

  private recordedAfter(turn: number): readonly RecordedPlace[] {
    return this.byParent.get(turn) ?? [];
  }

  /** Requests of one conversation share what was said before, so that each item is hashed once. */
  private hashOf(said: RequestItem): string {
    const known = this.hashes.get(said);
    if (known !== undefined) return known;
    const hash = shortHash(JSON.stringify(said));
    this.hashes.set(said, hash);
    return hash;
  }
}

/** The key of a request to count tokens: a hash of the messages and the names of the tools. */
export function tokensKey(body: JsonValue): string {
  const request = isJsonObject(body) ? body : {};
  return shortHash(canonicalJson(request["messages"] ?? null));
}

function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
