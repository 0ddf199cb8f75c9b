// Records an agent's run while it goes on: the turns that it was given, and what it passed on of each result.
import type { AgentRequest, ClientResult } from "../gateway/agent-request.js";
import { textOfMessage } from "../gateway/agent-request.js";
import { Conversations } from "../gateway/conversations.js";
import { tokensKey } from "../gateway/play.js";
import type { Outcome, RecordListener } from "../gateway/record.js";
import type { GatewayRequest } from "../gateway/server.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import type { AgentTurn } from "./agent-trace.js";
import { SystemTexts } from "./system-text.js";

/** Who the agent says that it is. */
export interface AgentClient {
  name: string;
  version: string;
}

/** A request for the model that failed. `status`: undefined where no response came. */
export interface FailedTry {
  model: string;
  status: number | undefined;
  /** The beginning of what came. */
  body: string;
}

/** Everything that was recorded of one run. */
export class RunRecorder implements RecordListener {
  readonly turns: AgentTurn[] = [];
  /** What the agent passed on, by its id of the `tool_use` block. */
  readonly results = new Map<string, ClientResult>();
  readonly tokenCounts = new Map<string, number>();
  title: string | undefined;
  client: AgentClient | undefined;
  settings: { model: string; maxTokens: number } | undefined;
  /** Requests whose answer has not ended. */
  private open = 0;
  private isFirst = true;
  private readonly conversations = new Conversations();
  private readonly failed = new Map<string, number[]>();
  private readonly systemTexts: SystemTexts;

  constructor(
    private readonly options: {
      credentials: (rawHeaders: readonly string[]) => void;
      /** Called before the first turn of each process; the request goes on meanwhile. */
      first: () => void;
      /** Puts placeholders in the place of folders and secrets. */
      hide: (text: string) => string;
      /** Called with each message of the model, also with a title. */
      answered?: (message: JsonObject) => void;
      /** Called with each try for a turn that failed. */
      failed?: (fault: FailedTry) => void;
    },
  ) {
    this.systemTexts = new SystemTexts(options.hide);
  }

  credentials(rawHeaders: readonly string[]): void {
    this.options.credentials(rawHeaders);
  }

  tokens(request: JsonObject, count: number): void {
    this.tokenCounts.set(tokensKey(request), count);
  }

  /** The agent is started again. */
  startAgain(): void {
    this.isFirst = true;
  }

  /** True once the agent's present process has asked for a turn. */
  wasAsked(): boolean {
    return !this.isFirst;
  }

  /** True while an answer is under way. */
  isBusy(): boolean {
    return this.open > 0;
  }

  /** The status of a try after which no answer came; undefined where each request was answered in the end. */
  unanswered(): number | undefined {
    return [...this.failed.values()].flat()[0];
  }

  request(request: AgentRequest, { headers }: GatewayRequest): (outcome: Outcome) => void {
    this.client ??= readAgentClient(headers["user-agent"]);
    if (request.kind === "title") {
      return (outcome) => {
        if (outcome.kind !== "message") return;
        this.options.answered?.(outcome.message);
        this.title ??= textOfMessage(blocksOf(outcome.message));
      };
    }
    this.settings ??= { model: request.model, maxTokens: request.maxTokens };
    if (this.isFirst) {
      this.isFirst = false;
      this.options.first();
    }
    this.open += 1;
    const before = this.turns.length;
    const isSub = headers["x-claude-code-agent-id"] !== undefined;
    return (outcome) => {
      this.open -= 1;
      // Not earlier: the agent may ask as soon as it has the last event of the turn before, which ends a moment later.
      const place = this.conversations.placeOf(request);
      for (const result of place.results) this.results.set(result.id, result);
      const key = JSON.stringify([headers["x-claude-code-agent-id"] ?? null, place.after, place.texts]);
      if (outcome.kind === "failed") {
        this.failed.set(key, [...(this.failed.get(key) ?? []), outcome.status ?? 0]);
        this.options.failed?.({ model: request.model, status: outcome.status, body: outcome.why });
        return;
      }
      const { message, streamed, ms } = outcome;
      const number = this.turns.length + 1;
      const { after, texts } = place;
      const asked = Math.max(before, after);
      const hashes = { system: this.systemTexts.hashOf(request.system), tools: request.toolsHash };
      const failed = this.failed.get(key) ?? [];
      this.failed.delete(key);
      this.turns.push({ number, after, texts, asked, isSub, message, hashes, streamed, ms, failed });
      this.options.answered?.(message);
      const blocks = blocksOf(message);
      const calls = blocks.flatMap(({ type, id }) => (type === "tool_use" && typeof id === "string" ? [id] : []));
      const id = typeof message["id"] === "string" ? message["id"] : "";
      this.conversations.give({ number, after, texts, message: id, calls, text: textOfMessage(blocks) });
    };
  }
}

/** `claude-cli/2.1.332 (external, sdk-ts, …)` is Claude Code, `Anthropic/JS 1.14.0` the SDK; any other client is as it names itself. */
export function readAgentClient(userAgent: string | undefined): AgentClient {
  const [, name = "unknown", version = ""] = /^([\w.@/-]+?)[/ ](\d[\w.-]*)/.exec(userAgent ?? "") ?? [];
  return { name: name === "claude-cli" ? "claude-code" : name, version };
}

function blocksOf(message: JsonObject): JsonObject[] {
  return Array.isArray(message["content"]) ? message["content"].filter((block) => isJsonObject(block)) : [];
}
