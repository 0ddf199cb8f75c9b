// Builds the entries of a session from the frames of a whole connection, in the order in which they began. Keeps only
// what is open and what waits behind it, so that a long session needs little memory. States facts only; no clock, no
// disk.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { Frame } from "../proxy/tap.js";
import type {
  Era,
  Session,
  SessionEntry,
  SessionExchange,
  SessionNotification,
  SessionServerRequest,
} from "../trace/session.js";
import type { ServerIdentity } from "../trace/trace.js";
import { ExchangeBuilder, LISTEN, type Told } from "./builder.js";
import { protocolOf, tokenOf, withoutEnvelope } from "./envelope.js";
import type { Exchange } from "./exchange.js";
import { Findings } from "./findings.js";
import { describeHttpEnd, maySettleElsewhere, statusSeen, type HttpEnd } from "./http-end.js";

/** What a session says besides its entries, its name, its transport and its start. */
export type SessionFacts = Pick<Session, "era" | "server" | "findings" | "ms">;

interface Slot {
  entry: SessionEntry;
  isOpen: boolean;
}

/** Builds the entries of one session; `emit` receives each once nothing more can come to it or to earlier ones. */
export class SessionBuilder {
  private readonly exchanges: ExchangeBuilder;
  private readonly findings = new Findings();
  private readonly emit: (entry: SessionEntry) => void;
  /** In order. */
  private readonly waiting = new Set<Slot>();
  private readonly slots = new Map<Exchange, Slot>();
  private readonly requests = new Map<Exchange, SessionServerRequest>();
  /** Exchanges whose HTTP request ended, and whose answer may arrive through another one. */
  private readonly elsewhere = new Map<Exchange, HttpEnd>();
  private readonly server: ServerIdentity = { name: "", version: "", protocol: "" };
  private era: Era = "legacy";
  private start: number | undefined;
  private last = 0;
  private clients = 0;

  constructor(emit: (entry: SessionEntry) => void) {
    this.emit = emit;
    this.exchanges = new ExchangeBuilder({
      onRequest: (exchange, under) => this.request(exchange, under),
      onAnswered: (exchange) => this.answered(exchange),
      onTold: (told) => this.told(told),
    });
  }

  push(frame: Frame): void {
    this.start ??= frame.at;
    this.last = Math.max(this.last, frame.at);
    this.exchanges.push(frame);
    this.release();
  }

  /** Takes note of the end of an HTTP request: what it requested will not be answered in its own response. */
  httpEnd(end: HttpEnd): void {
    const { request, status = 0, abandoned, requestProblem } = end;
    if (requestProblem !== undefined) this.findings.add(`a request of the client is not recorded: ${requestProblem}`);
    if (abandoned === true) this.exchanges.abandon(request);
    if (abandoned === true && status < 400) return;
    for (const exchange of this.exchanges.open()) {
      if (exchange.httpRequest !== request || exchange.from !== "client") continue;
      if (maySettleElsewhere(end)) this.elsewhere.set(exchange, end);
      else this.lose(exchange, end);
    }
    this.release();
  }

  /** Notes something unusual that no frame shows. */
  note(finding: string): void {
    this.findings.add(finding);
  }

  /** Emits what is still open, and returns the facts about the whole session. */
  end(): SessionFacts {
    for (const [exchange, end] of this.elsewhere) this.lose(exchange, end);
    for (const [exchange, slot] of this.slots) settle(exchange, slot.entry);
    for (const { entry } of this.waiting) this.emit(entry);
    this.waiting.clear();
    if (this.clients > 1) this.findings.add(`${this.clients} clients, or one that began ${this.clients} times`);
    const findings = [...this.exchanges.findings(), ...this.findings.list()];
    return { era: this.era, server: this.server, findings, ms: Math.round(this.last - (this.start ?? 0)) };
  }

  private request(exchange: Exchange, under: Exchange | undefined): void {
    const { method, params } = exchange;
    if (exchange.from === "client" && this.slots.has(exchange)) return;
    const kept = withoutEnvelope(params);
    const base = { method, ...(kept === undefined ? {} : { params: kept }), at: this.seconds(exchange.at) };
    if (exchange.from === "server") {
      const request: SessionServerRequest = { kind: "request", ...base };
      const slot = under === undefined ? undefined : this.slots.get(under);
      this.requests.set(exchange, request);
      if (slot?.entry.kind === "exchange") {
        slot.entry.during.push(request);
        const others = this.othersOf(exchange, slot);
        if (others.length > 0) {
          request.orUnder = others;
          this.findings.add(
            `a request of the server, ${method}, belongs to one of several that were open: not known which`,
          );
        }
      } else {
        const own = this.add(request, true);
        this.slots.set(exchange, own);
      }
      return;
    }
    const entry: SessionExchange = {
      kind: "exchange",
      ...base,
      ...(tokenOf(params) === undefined ? {} : { wantsProgress: true }),
      during: [],
      ms: 0,
    };
    if (protocolOf(params) !== undefined && method !== "server/discover") this.era = "modern";
    this.slots.set(exchange, this.add(entry, true));
  }

  /** Closes an exchange without an answer, and says why. */
  private lose(exchange: Exchange, end: HttpEnd): void {
    const slot = this.slots.get(exchange);
    if (slot?.entry.kind !== "exchange") return;
    const name = isJsonObject(exchange.params) ? exchange.params["name"] : undefined;
    const asked = typeof name === "string" ? `${exchange.method} ${name}` : exchange.method;
    this.findings.add(describeHttpEnd(asked, end));
    this.exchanges.drop(exchange);
    this.slots.delete(exchange);
    settle(exchange, slot.entry);
    slot.entry.http = statusSeen(end);
    if (end.at !== undefined) slot.entry.ms = Math.max(0, Math.round((end.at - exchange.at) * 10) / 10);
    slot.isOpen = false;
  }

  /**
   * The other exchanges that a request of the server may belong to: how far each is behind the one that it was recorded
   * under.
   */
  private othersOf(request: Exchange, under: Slot): number[] {
    const open = new Set<Slot>();
    for (const exchange of this.exchanges.open()) {
      const slot = this.slots.get(exchange);
      // Over HTTP, the HTTP request decides.
      const isUnder = slot === under && exchange.httpRequest !== undefined;
      if (isUnder && exchange.httpRequest === request.httpRequest) return [];
      if (exchange.from !== "client" || exchange.cancelled || exchange.method === LISTEN) continue;
      if (slot !== undefined) open.add(slot);
    }
    const later = [...this.waiting];
    const from = later.indexOf(under);
    return later.flatMap((slot, index) => (index > from && open.has(slot) ? [index - from] : []));
  }

  private answered(exchange: Exchange): void {
    this.elsewhere.delete(exchange);
    const slot = this.slots.get(exchange);
    this.slots.delete(exchange);
    const request = this.requests.get(exchange);
    this.requests.delete(exchange);
    if (request !== undefined) settle(exchange, request);
    if (slot === undefined) return;
    settle(exchange, slot.entry);
    slot.isOpen = false;
    if (exchange.from === "client") this.learn(exchange);
  }

  private told({ from, at, method, params, under }: Told): void {
    // The exchange itself says that it was cancelled.
    if (from === "client" && method === "notifications/cancelled") return;
    const note: SessionNotification = {
      kind: "notification",
      from,
      method,
      ...(params === undefined ? {} : { params }),
      at: this.seconds(at),
    };
    const slot = under === undefined ? undefined : this.slots.get(under);
    if (slot?.entry.kind === "exchange") slot.entry.during.push(note);
    else this.add(note, false);
  }

  /** Reads who the server is, in its own words. */
  private learn({ method, params, answer }: Exchange): void {
    if (answer?.kind !== "result" || !isJsonObject(answer.result)) return;
    const { result } = answer;
    if (method === "initialize") {
      this.clients += 1;
      this.era = "legacy";
      this.identify(result["serverInfo"], result["protocolVersion"]);
    } else if (this.server.protocol === "" && protocolOf(params) !== undefined) {
      this.era = "modern";
      this.identify(serverInfoOf(result), protocolOf(params));
    }
  }

  private identify(info: JsonValue | undefined, protocol: JsonValue | undefined): void {
    if (this.clients > 1 || !isJsonObject(info)) return;
    const { name, version } = info;
    if (typeof name === "string") this.server.name = name;
    if (typeof version === "string") this.server.version = version;
    if (typeof protocol === "string") this.server.protocol = protocol;
  }

  private add(entry: SessionEntry, isOpen: boolean): Slot {
    const slot = { entry, isOpen };
    this.waiting.add(slot);
    return slot;
  }

  private release(): void {
    for (const slot of this.waiting) {
      if (slot.isOpen) return;
      this.waiting.delete(slot);
      this.emit(slot.entry);
    }
  }

  private seconds(at: number): number {
    return Math.max(0, Math.round((at - (this.start ?? at)) * 10)) / 10_000;
  }
}

/** The session of these frames. */
export function buildSession(
  frames: Iterable<Frame>,
  facts: Pick<Session, "name" | "transport" | "startedAt">,
): Session {
  const entries: SessionEntry[] = [];
  const builder = new SessionBuilder((entry) => entries.push(entry));
  for (const frame of frames) builder.push(frame);
  return { ...facts, ...builder.end(), entries };
}

/** Copies the outcome of an exchange to its entry. */
function settle(exchange: Exchange, entry: SessionEntry): void {
  const { answer, rounds, answeredAt, at, httpStatus } = exchange;
  const said: JsonObject | undefined =
    answer === undefined ? undefined : answer.kind === "result" ? { result: answer.result } : { error: answer.error };
  if (entry.kind === "notification") return;
  if (said !== undefined) entry.answer = said;
  if (entry.kind !== "exchange") return;
  if (exchange.cancelled) entry.cancelled = true;
  if (rounds !== undefined) entry.rounds = rounds;
  if (httpStatus !== undefined) entry.http = httpStatus;
  if (answeredAt !== undefined) entry.ms = Math.max(0, Math.round((answeredAt - at) * 10) / 10);
}

/**
 * Modern servers identify themselves in `_meta` of their results; the answer to `server/discover` may do so at its top
 * level.
 */
function serverInfoOf(result: JsonObject): JsonValue | undefined {
  const meta = result["_meta"];
  return (isJsonObject(meta) ? meta["io.modelcontextprotocol/serverInfo"] : undefined) ?? result["serverInfo"];
}
