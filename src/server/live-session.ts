// Implements ServerSession for a connected live server of either era: sends our own requests, and takes their answers
// from the tap.
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../errors.js";
import type { Exchange } from "../exchange/exchange.js";
import { requiredOf } from "../exchange/rounds.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Contract, Tool } from "../trace/contract.js";
import type { CallOutcome, ServerIdentity } from "../trace/trace.js";
import type { Answering } from "./answering.js";
import type { AnswerServer, ReviewAnswer } from "./client-side.js";
import type { RequestKey } from "./connection.js";
import { TimedOut, within } from "../network/deadline.js";
import { readHandshake, withoutStamp, type Handshake } from "./handshake.js";
import { answerInput } from "./input-rounds.js";
import type { ClockState } from "./moved-clock.js";
import { readAllPages, type List } from "./page-list.js";
import type { Requests } from "./requests.js";
import { ServerFailure, type CallFacts, type ServerSession } from "./session.js";
import type { Wire } from "./wire.js";

const METHOD_NOT_FOUND = -32601;
/** Milliseconds that the tap may take to explain a rejection of the sender. */
const AFTER_REJECTION = 1000;

type Unanswered = Extract<CallOutcome, { kind: "none" }>;

interface Asked {
  key: RequestKey;
  outcome: Exclude<CallOutcome, { kind: "unknown-tool" }>;
  exchange: Exchange | undefined;
}

/** One server process, or one connection to a server that somebody else runs. */
export class LiveSession implements ServerSession {
  readonly identity: ServerIdentity;
  readonly clock: ClockState | undefined;
  private readonly wire: Wire;
  private readonly requests: Requests;
  private readonly answering: Answering;
  private readonly timeout: number;
  private readonly hello: Handshake;
  private readonly ownFindings: string[] = [];
  /** The tools as last listed. */
  private tools = new Map<string, Tool>();
  private closing: Promise<void> | undefined;
  private endedBefore: string | undefined;

  constructor(wire: Wire, requests: Requests, answering: Answering, timeout: number) {
    this.wire = wire;
    this.clock = wire.clock;
    this.requests = requests;
    this.answering = answering;
    this.timeout = timeout;
    this.hello = readHandshake(requests, wire.connection.era);
    const { server, protocol } = this.hello;
    const { features, roots } = answering.client;
    this.identity = {
      name: textOr(server["name"], ""),
      version: textOr(server["version"], ""),
      protocol,
      ...(features.length === 0 ? {} : { client: [...features] }),
      ...(roots.length === 0 ? {} : { roots: [...roots] }),
    };
  }

  async readContract(): Promise<Contract> {
    const { server, capabilities, instructions } = this.hello;
    const contract: Contract = {
      server,
      capabilities,
      ...(instructions === undefined ? {} : { instructions }),
      tools: await this.listTools(),
    };
    if (capabilities["prompts"] !== undefined) {
      const prompts = await this.listAside("prompts/list", "prompts");
      if (prompts !== undefined) contract.prompts = prompts;
    }
    if (capabilities["resources"] !== undefined) {
      const resources = await this.listAside("resources/list", "resources");
      if (resources !== undefined) contract.resources = resources;
      const templates = await this.listAside("resources/templates/list", "resourceTemplates");
      if (templates !== undefined) contract.resourceTemplates = templates;
    }
    return contract;
  }

  async listTools(): Promise<Tool[]> {
    // A change reported from here on is new; one reported earlier is in the list that follows.
    this.requests.takeToolsChanged();
    const list = await this.list("tools/list", "tools");
    if (list.kind === "failed") {
      const promised = this.hello.capabilities["tools"] !== undefined;
      if (list.code === METHOD_NOT_FOUND && !promised) return [];
      throw new ServerFailure("list", list.message);
    }
    const tools = list.items.map((item, index) => {
      if (isTool(item)) return item;
      throw new ServerFailure("list", `tools/list: the tool at ${index} has no name`);
    });
    this.tools = new Map(tools.map((tool) => [tool.name, tool]));
    return tools;
  }

  takeToolsChanged(): boolean {
    return this.requests.takeToolsChanged();
  }

  sampleWith(sample: AnswerServer | undefined, review?: ReviewAnswer): void {
    this.answering.sampleWith(sample, review);
  }

  async call(tool: string, args: JsonObject, signal: AbortSignal): Promise<CallFacts> {
    const from = performance.now();
    const { key, outcome, exchange } = await this.askWithInput({ name: tool, arguments: args }, signal);
    const status = await this.wire.httpStatus(key, outcome.kind !== "none");
    return {
      outcome: outcome.kind === "result" ? { ...outcome, result: this.plain(outcome.result) } : outcome,
      notifications: exchange?.notifications ?? [],
      serverRequests: exchange?.serverRequests ?? [],
      ...(status === undefined ? {} : { httpStatus: status }),
      ms: exchange?.answeredAt === undefined ? performance.now() - from : exchange.answeredAt - exchange.at,
    };
  }

  private plain(result: JsonValue): JsonValue {
    return this.wire.connection.era === "modern" ? withoutStamp(result, this.hello) : result;
  }

  /** Makes a call; in the modern era, repeats it with the input that the server requires, until it is answered. */
  private async askWithInput(call: { name: string; arguments: JsonObject }, signal: AbortSignal): Promise<Asked> {
    let input: JsonObject = {};
    for (let round = 1; ; round += 1) {
      const asked = await this.ask("tools/call", { ...call, ...input }, this.timeout, signal);
      const { outcome } = asked;
      const isModern = this.wire.connection.era === "modern" && outcome.kind === "result";
      const required = isModern ? requiredOf(outcome) : undefined;
      if (required === undefined) return asked;
      const answered = await answerInput(required, round, this.answering, signal);
      if (answered.kind === "refused") {
        return { ...asked, outcome: { kind: "none", reason: "cancelled", message: answered.message } };
      }
      input = answered.params;
    }
  }

  ended(): string | undefined {
    // What our own close did to the server does not count as its end.
    return this.closing === undefined ? this.requests.ended() : this.endedBefore;
  }

  findings(): string[] {
    const { exchanges, notes, faults } = this.requests;
    return [...exchanges.findings(), ...notes, ...this.ownFindings, ...faults];
  }

  stderr(): string {
    return this.wire.stderr();
  }

  close(): Promise<void> {
    if (this.closing === undefined) {
      this.endedBefore = this.requests.ended();
      this.closing = this.wire.close();
    }
    return this.closing;
  }

  /** Reads a list that only the contract needs, so a failure is just a finding. */
  private async listAside(method: string, key: string): Promise<JsonObject[] | undefined> {
    const list = await this.list(method, key);
    if (list.kind === "items") return list.items;
    // Servers with resources but without templates often do not support the method.
    if (method !== "resources/templates/list" || list.code !== METHOD_NOT_FOUND) this.ownFindings.push(list.message);
    return undefined;
  }

  private async list(method: string, key: string): Promise<List> {
    const until = performance.now() + this.timeout;
    const list = await readAllPages(method, key, this.wire.connection.era, async (params) => {
      const left = Math.max(1, until - performance.now());
      const { outcome } = await this.ask(method, params, left);
      return outcome.kind === "none" ? { kind: "timeout", message: outcome.message } : outcome;
    });
    const odd = list.kind === "items" ? list.odd : undefined;
    if (odd !== undefined && !this.ownFindings.includes(odd)) this.ownFindings.push(odd);
    return list;
  }

  /** Sends one request and waits for its end, whichever comes first. */
  private async ask(method: string, params: JsonObject | undefined, ms: number, signal?: AbortSignal): Promise<Asked> {
    const key = this.wire.connection.nextKey();
    if (signal?.aborted === true) return { key, outcome: cancelled(), exchange: undefined };
    const ended = this.requests.ended();
    // Do not send: a server that came back would act on the call, and nothing would receive the answer.
    if (ended !== undefined) {
      return { key, outcome: { kind: "none", reason: "server-ended", message: ended }, exchange: undefined };
    }
    const waiting = this.requests.wait(key);
    const taking = new AbortController();
    this.send(key, method, params, taking.signal);
    try {
      const { ending, exchange } = await this.within(waiting, ms, signal);
      return { key, outcome: ending, exchange };
    } catch (error) {
      const outcome = error instanceof TimedOut ? overdue(method, this.timeout) : cancelled();
      const exchange = this.requests.drop(key);
      taking.abort(new Error(outcome.message));
      return { key, outcome, exchange };
    }
  }

  /** Extends the time limit by the time of our own answers, which is not the server's. */
  private async within<T>(waiting: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
    const from = performance.now() - this.answering.spent();
    for (;;) {
      const left = ms - (performance.now() - this.answering.spent() - from);
      try {
        return await within(waiting, Math.max(1, left), signal);
      } catch (error) {
        if (!(error instanceof TimedOut)) throw error;
        await Promise.race([waiting, this.answering.idle()]);
        if (performance.now() - this.answering.spent() - from >= ms) throw error;
      }
    }
  }

  /** Sends a request. A rejection of the sender counts only if the tap has no better explanation. */
  private send(key: RequestKey, method: string, params: JsonObject | undefined, signal: AbortSignal): void {
    const name = params?.["name"];
    const tool = typeof name === "string" ? this.tools.get(name) : undefined;
    this.wire.connection.ask({ key, method, params, tool, signal }).catch(async (error: unknown) => {
      await sleep(AFTER_REJECTION, undefined, { ref: false });
      const reason = this.wire.carrier === "http" ? "http" : "server-ended";
      this.requests.fail(key, reason, messageOf(error));
    });
  }
}

function overdue(method: string, timeout: number): Unanswered {
  return { kind: "none", reason: "timeout", message: `no answer to ${method} within ${timeout} ms` };
}

function cancelled(): Unanswered {
  return { kind: "none", reason: "cancelled", message: "the run was cancelled" };
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === "string" ? value : otherwise;
}

function isTool(item: JsonObject): item is Tool {
  return typeof item["name"] === "string";
}
