// Follows the traffic between the agent and one of its servers: what the server says of itself, and every call with its
// outcome.
import { ExchangeBuilder } from "../exchange/builder.js";
import type { Exchange } from "../exchange/exchange.js";
import type { Findings } from "../exchange/findings.js";
import { contractOfSession } from "../diff/session-contract.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Frame } from "../proxy/tap.js";
import type { Contract } from "../trace/contract.js";
import type { SessionEntry } from "../trace/session.js";
import type { CallOutcome, Notification, ServerIdentity, ServerRequest } from "../trace/trace.js";

/** A call that the agent made. */
export interface LinkCall {
  server: string;
  /** The MCP name. */
  tool: string;
  arguments: JsonObject;
  /** The id of the `tool_use` block, where the agent says it. */
  useId?: string;
  /** Epoch milliseconds. */
  startedAt: number;
  /** Undefined until it is answered. */
  outcome?: CallOutcome;
  notifications: Notification[];
  serverRequests: ServerRequest[];
  ms: number;
}

/** Claude Code names the `tool_use` block of a call here. */
const USE_ID = "claudecode/toolUseId";
const KEPT = new Set([
  "initialize",
  "server/discover",
  "tools/list",
  "prompts/list",
  "resources/list",
  "resources/templates/list",
]);

export interface LinkListener {
  called(call: LinkCall): void;
  answered(call: LinkCall): void;
}

export interface MetLink {
  server: ServerIdentity;
  contract: Contract;
}

/** One connection to one server. */
export class ServerLink {
  private readonly exchanges: ExchangeBuilder;
  private readonly calls = new Map<Exchange, LinkCall>();
  private readonly said: SessionEntry[] = [];
  /** What it says of itself, as of so many entries. */
  private known: { entries: number; met: MetLink | undefined } | undefined;
  private goneBecause: string | undefined;
  private isBroken = false;

  constructor(
    readonly server: string,
    private readonly listener: LinkListener,
  ) {
    this.exchanges = new ExchangeBuilder({
      onRequest: (exchange) => this.request(exchange),
      onAnswered: (exchange) => this.answered(exchange),
    });
  }

  /** `at` of the frame: epoch milliseconds. */
  push(frame: Frame): void {
    this.exchanges.push(frame);
  }

  /** The server is gone; what is open gets no answer. `unasked`: the agent had not ended it. */
  end(why: string, unasked = false): void {
    if (this.goneBecause === undefined) this.isBroken = unasked;
    this.goneBecause ??= why;
    for (const [exchange, call] of this.calls) {
      if (call.outcome !== undefined) continue;
      call.outcome = { kind: "none", reason: "server-ended", message: why };
      call.notifications = exchange.notifications;
      this.listener.answered(call);
    }
    this.calls.clear();
  }

  /** Why the server is gone; undefined while it is there. */
  gone(): string | undefined {
    return this.goneBecause;
  }

  /** Why the server ended although the agent had not ended it; undefined while it is there, or where the agent did. */
  broke(): string | undefined {
    return this.isBroken ? this.goneBecause : undefined;
  }

  /**
   * Undefined until the agent has listed the tools, or knows that there are none. The same object until the server says more
   * of itself.
   */
  met(): MetLink | undefined {
    if (this.known?.entries !== this.said.length) this.known = { entries: this.said.length, met: this.readMet() };
    return this.known.met;
  }

  private readMet(): MetLink | undefined {
    const [hello] = this.said;
    if (hello?.kind !== "exchange") return undefined;
    const result = hello.answer?.["result"];
    const said = isJsonObject(result) ? result : {};
    const server = this.identityOf(hello.method === "initialize" ? said : metaOf(said), hello.params);
    const entries = hasTools(said) ? this.said : [...this.said, NO_TOOLS];
    const facts = { name: this.server, transport: "stdio", era: "legacy", findings: [], startedAt: "", ms: 0 } as const;
    return contractOfSession({ ...facts, findings: [], server, entries });
  }

  /** True after a page of tools that names another page. */
  hasMorePages(): boolean {
    const last = this.said.findLast((entry) => entry.kind === "exchange" && entry.method === "tools/list");
    const result = last?.kind === "exchange" ? last.answer?.["result"] : undefined;
    return isJsonObject(result) && typeof result["nextCursor"] === "string";
  }

  findings(): ReturnType<Findings["list"]> {
    return this.exchanges.findings();
  }

  private identityOf(said: JsonObject, params: JsonValue | undefined): ServerIdentity {
    const info = isJsonObject(said["serverInfo"]) ? said["serverInfo"] : {};
    const asked = isJsonObject(params) ? params : {};
    const protocol = said["protocolVersion"] ?? metaOf(asked)["protocolVersion"];
    return {
      name: textOr(info["name"], this.server),
      version: textOr(info["version"], ""),
      protocol: textOr(protocol, "2026-07-28"),
    };
  }

  private request(exchange: Exchange): void {
    if (exchange.from !== "client" || exchange.method !== "tools/call" || this.calls.has(exchange)) return;
    const params = isJsonObject(exchange.params) ? exchange.params : {};
    const { name, arguments: args, _meta: meta } = params;
    const useId = isJsonObject(meta) ? meta[USE_ID] : undefined;
    const call: LinkCall = {
      server: this.server,
      tool: textOr(name, ""),
      arguments: isJsonObject(args) ? args : {},
      ...(typeof useId === "string" && { useId }),
      startedAt: exchange.at,
      notifications: [],
      serverRequests: [],
      ms: 0,
    };
    this.calls.set(exchange, call);
    this.listener.called(call);
  }

  private answered(exchange: Exchange): void {
    const { from, method, params, answer, answeredAt = exchange.at, at } = exchange;
    if (from !== "client" || answer === undefined) return;
    const call = this.calls.get(exchange);
    this.calls.delete(exchange);
    if (call !== undefined) {
      call.outcome = answer;
      call.notifications = exchange.notifications;
      call.serverRequests = exchange.serverRequests;
      call.ms = Math.max(0, answeredAt - at);
      this.listener.answered(call);
    } else if (KEPT.has(method) && answer.kind === "result") {
      const sent = params === undefined ? {} : { params };
      this.said.push({
        kind: "exchange",
        method,
        ...sent,
        answer: { result: answer.result },
        during: [],
        at: 0,
        ms: 0,
      });
    }
  }
}

const NO_TOOLS: SessionEntry = {
  kind: "exchange",
  method: "tools/list",
  answer: { result: { tools: [] } },
  during: [],
  at: 0,
  ms: 0,
};

function hasTools(said: JsonObject): boolean {
  return isJsonObject(said["capabilities"]) && said["capabilities"]["tools"] !== undefined;
}

/** Servers of the modern era name themselves in `_meta`. */
function metaOf(said: JsonObject): JsonObject {
  const meta = isJsonObject(said["_meta"]) ? said["_meta"] : {};
  return {
    serverInfo: meta["io.modelcontextprotocol/serverInfo"] ?? said["serverInfo"] ?? null,
    protocolVersion: meta["io.modelcontextprotocol/protocolVersion"] ?? null,
  };
}

function textOr(value: JsonValue | undefined, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}
