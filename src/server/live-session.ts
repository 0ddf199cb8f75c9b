// A connected live server as a ServerSession: our own requests as raw JSON-RPC, settled by the tap.
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import type { Contract, Tool } from "../trace/contract.js";
import type { CallOutcome, ServerIdentity } from "../trace/trace.js";
import { TimedOut, within } from "./deadline.js";
import { readAllPages, type List } from "./page-list.js";
import type { Requests } from "./requests.js";
import { ServerFailure, type CallFacts, type ServerSession } from "./session.js";
import type { Wire } from "./wire.js";

const METHOD_NOT_FOUND = -32601;
/** How long the tap may take to tell what the sender's rejection means. */
const AFTER_REJECTION = 1000;

type Unanswered = Extract<CallOutcome, { kind: "none" }>;

interface Asked {
  outcome: Exclude<CallOutcome, { kind: "unknown-tool" }>;
  exchange: Exchange | undefined;
}

/** One server process, or one connection to somebody else's. */
export class LiveSession implements ServerSession {
  readonly identity: ServerIdentity;
  readonly #wire: Wire;
  readonly #requests: Requests;
  readonly #timeout: number;
  readonly #initialized: JsonObject;
  readonly #findings: string[] = [];
  // The SDK has used 0 for `initialize`.
  #lastId = 0;
  #closing: Promise<void> | undefined;
  #endedBefore: string | undefined;

  constructor(wire: Wire, requests: Requests, timeout: number) {
    this.#wire = wire;
    this.#requests = requests;
    this.#timeout = timeout;
    const answer = requests.initialize()?.answer;
    this.#initialized = answer?.kind === "result" && isJsonObject(answer.result) ? answer.result : {};
    const { name, version } = objectIn(this.#initialized, "serverInfo");
    this.identity = {
      name: textOr(name, ""),
      version: textOr(version, ""),
      protocol: textOr(this.#initialized["protocolVersion"], ""),
    };
  }

  async readContract(): Promise<Contract> {
    const capabilities = objectIn(this.#initialized, "capabilities");
    const instructions = this.#initialized["instructions"];
    const contract: Contract = {
      server: objectIn(this.#initialized, "serverInfo"),
      capabilities,
      ...(typeof instructions === "string" ? { instructions } : {}),
      tools: await this.listTools(),
    };
    if (capabilities["prompts"] !== undefined) {
      const prompts = await this.#listAside("prompts/list", "prompts");
      if (prompts !== undefined) contract.prompts = prompts;
    }
    if (capabilities["resources"] !== undefined) {
      const resources = await this.#listAside("resources/list", "resources");
      if (resources !== undefined) contract.resources = resources;
      const templates = await this.#listAside("resources/templates/list", "resourceTemplates");
      if (templates !== undefined) contract.resourceTemplates = templates;
    }
    return contract;
  }

  async listTools(): Promise<Tool[]> {
    // A change that is told from here on is news; one told before is in the list that comes.
    this.#requests.takeToolsChanged();
    const list = await this.#list("tools/list", "tools");
    if (list.kind === "failed") {
      const promised = objectIn(this.#initialized, "capabilities")["tools"] !== undefined;
      if (list.code === METHOD_NOT_FOUND && !promised) return [];
      throw new ServerFailure("list", list.message);
    }
    return list.items.map((item, index) => {
      if (isTool(item)) return item;
      throw new ServerFailure("list", `tools/list: the tool at ${index} has no name`);
    });
  }

  takeToolsChanged(): boolean {
    return this.#requests.takeToolsChanged();
  }

  async call(tool: string, args: JsonObject, signal: AbortSignal): Promise<CallFacts> {
    const id = ++this.#lastId;
    const from = performance.now();
    const params = { name: tool, arguments: args, _meta: { progressToken: id } };
    const { outcome, exchange } = await this.#ask(id, "tools/call", params, this.#timeout, signal);
    const status = await this.#wire.httpStatus(id, outcome.kind !== "none");
    return {
      outcome,
      notifications: exchange?.notifications ?? [],
      serverRequests: exchange?.serverRequests ?? [],
      ...(status === undefined ? {} : { httpStatus: status }),
      ms: exchange?.answeredAt === undefined ? performance.now() - from : exchange.answeredAt - exchange.at,
    };
  }

  ended(): string | undefined {
    // What our own close did to the server is no end of it.
    return this.#closing === undefined ? this.#requests.ended() : this.#endedBefore;
  }

  findings(): string[] {
    return [...this.#requests.exchanges.findings(), ...this.#findings, ...this.#requests.faults];
  }

  stderr(): string {
    return this.#wire.stderr();
  }

  close(): Promise<void> {
    if (this.#closing === undefined) {
      this.#endedBefore = this.#requests.ended();
      this.#closing = this.#wire.close();
    }
    return this.#closing;
  }

  /** A list that is part of the contract and of nothing else: its failure is a finding. */
  async #listAside(method: string, key: string): Promise<JsonObject[] | undefined> {
    const list = await this.#list(method, key);
    if (list.kind === "items") return list.items;
    // Servers with resources and without templates often do not know the method.
    if (method !== "resources/templates/list" || list.code !== METHOD_NOT_FOUND) this.#findings.push(list.message);
    return undefined;
  }

  #list(method: string, key: string): Promise<List> {
    const until = performance.now() + this.#timeout;
    return readAllPages(method, key, async (params) => {
      const left = Math.max(1, until - performance.now());
      const { outcome } = await this.#ask(++this.#lastId, method, params, left);
      return outcome.kind === "none" ? { kind: "timeout", message: outcome.message } : outcome;
    });
  }

  /** Sends one request and waits for its end, whichever comes first. */
  async #ask(
    id: number,
    method: string,
    params: JsonObject | undefined,
    ms: number,
    signal?: AbortSignal,
  ): Promise<Asked> {
    if (signal?.aborted === true) return { outcome: cancelled(), exchange: undefined };
    const ended = this.#requests.ended();
    // Not sent: a server that came back would act on it, and nobody would hear the answer.
    if (ended !== undefined) {
      return { outcome: { kind: "none", reason: "server-ended", message: ended }, exchange: undefined };
    }
    const waiting = this.#requests.wait(id);
    this.#send({ jsonrpc: "2.0", id, method, ...(params === undefined ? {} : { params }) }, id);
    try {
      const { ending, exchange } = await within(waiting, ms, signal);
      return { outcome: ending, exchange };
    } catch (error) {
      const outcome = error instanceof TimedOut ? overdue(method, this.#timeout) : cancelled();
      const exchange = this.#requests.exchanges.openExchange("client", id);
      this.#requests.drop(id);
      this.#send({
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: id, reason: outcome.message },
      });
      return { outcome, exchange };
    }
  }

  /** A rejection of the sender counts only if the tap has nothing better to say. */
  #send(message: JsonObject, id?: number): void {
    if (!isJsonRpc(message)) throw new Error("no JSON-RPC message");
    this.#wire.send(message).catch(async (error: unknown) => {
      if (id === undefined) return;
      await sleep(AFTER_REJECTION, undefined, { ref: false });
      const reason = this.#wire.carrier === "http" ? "http" : "server-ended";
      this.#requests.fail(id, reason, messageOf(error));
    });
  }
}

function overdue(method: string, timeout: number): Unanswered {
  return { kind: "none", reason: "timeout", message: `no answer to ${method} within ${timeout} ms` };
}

function cancelled(): Unanswered {
  return { kind: "none", reason: "cancelled", message: "the run was cancelled" };
}

function objectIn(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

function isTool(item: JsonObject): item is Tool {
  return typeof item["name"] === "string";
}

function isJsonRpc(message: JsonObject): message is JsonObject & JSONRPCMessage {
  return message["jsonrpc"] === "2.0";
}
