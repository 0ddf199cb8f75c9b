// Plays the recorded server for one client: receives the client's messages, and sends what the tape has for them. Knows
// no transport; playback.ts tracks what the client received, play-exchange.ts plays one exchange.
import { classifyMessage, type Message } from "../../exchange/message.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import { createAskClient, type AskClient } from "./ask-client.js";
import { askOnce } from "./ask-once.js";
import { tokenOf } from "../../exchange/envelope.js";
import { readEnvelope, refuseVersion } from "./envelope.js";
import { introductionOf, offers, type Introduction } from "./introduction.js";
import type { ServeLedger } from "./ledger.js";
import { matchKeyOf } from "../../exchange/match-key.js";
import { errorText, notificationText, resultText, type Outlet, type RpcError } from "./outlet.js";
import { hasAnswer, playExchange, type Playing } from "./play-exchange.js";
import { createPlayback, type Playback } from "./playback.js";
import { createRounds, findLacking, type Leg } from "./rounds.js";
import { createSubscriptions, isSubscribed, type Subscriptions } from "./subscriptions.js";
import type { Loose, RecordedExchange, ServeTape } from "./tape.js";

export interface PlayerOptions {
  tape: ServeTape;
  ledger: ServeLedger;
  /** Whether messages wait for their recorded times. */
  recordedTime: boolean;
  /** Milliseconds that a client has to answer a request of the server. */
  timeout: number;
  /** Sends messages that belong to no request. */
  general: (message: string) => void;
  /** Called after a miss was answered. */
  onMiss: () => void;
  /** Whether nothing is answered or sent after the first miss of any client. */
  endsOnMiss?: boolean;
}

export interface Player {
  /** True after a miss that ends serving: nothing is answered any more. */
  isOver(): boolean;
  /** Takes a message of the client. Returns what is still being played; it ends when its outlet has its answer. */
  receive(message: JsonValue, outlet: Outlet): Playing | undefined;
  /** The client sends nothing more: everything in progress is answered at once, or never. */
  finish(): void;
  /** Ends the subscriptions, with the message for that. */
  close(): void;
}

type Request = Extract<Message, { kind: "request" }>;

const UNKNOWN: Introduction = { capabilities: {}, versions: [], serverInfo: {} };

/** Starts the tape for one client. */
export function createPlayer(options: PlayerOptions): Player {
  return new TapePlayer(options);
}

class TapePlayer implements Player {
  private readonly options: PlayerOptions;
  private readonly isLegacy: boolean;
  private readonly introduction: Introduction;
  private readonly playback: Playback;
  private readonly asks: AskClient;
  private readonly rounds = createRounds();
  private readonly subscriptions: Subscriptions;
  private readonly delays: Delays;
  private readonly playing = new Map<string, Playing>();

  constructor(options: PlayerOptions) {
    const { tape, ledger, recordedTime, timeout } = options;
    this.options = options;
    this.isLegacy = tape.session.era === "legacy";
    this.introduction = introductionOf(tape.session) ?? UNKNOWN;
    this.playback = createPlayback(tape);
    this.asks = askOnce(createAskClient(ledger, timeout));
    const listens = tape.byRequest.find("subscriptions/listen", undefined).all;
    this.subscriptions = createSubscriptions(listens, this.introduction);
    this.delays = createDelays(recordedTime, (one) => this.sendLoose(one));
  }

  isOver(): boolean {
    return this.options.endsOnMiss === true && this.options.ledger.misses() > 0;
  }

  receive(value: JsonValue, outlet: Outlet): Playing | undefined {
    if (this.isOver()) return undefined;
    const message = classifyMessage(value);
    if (message.kind === "request") return this.request(message, outlet);
    if (message.kind === "notification") this.notification(message);
    else if (message.kind === "response") this.asks.settle(message.id, responseOf(message));
    else refuse(null, { code: -32600, message: "Invalid Request", status: 400 }, outlet);
    return undefined;
  }

  finish(): void {
    if (this.isOver()) this.stop();
    this.delays.stop();
    for (const one of this.playing.values()) one.hurry();
    this.asks.close();
  }

  close(): void {
    if (!this.isOver()) this.subscriptions.close();
  }

  private stop(): void {
    this.delays.stop();
    for (const one of this.playing.values()) one.cancel();
    this.playing.clear();
  }

  private sendLoose({ entry }: Loose): void {
    const { general } = this.options;
    this.playback.passed(entry);
    const { method, params } = entry;
    if (entry.kind === "request") {
      if (this.isLegacy) this.asks.ask(entry, general, () => {});
    } else if (!this.isLegacy && isSubscribed(method)) this.subscriptions.deliver(method, params);
    // A notification about a request goes with that request, which has ended.
    else if (method !== "notifications/progress" && method !== "notifications/cancelled") {
      general(notificationText(method, params));
    }
  }

  private request(asked: Request, outlet: Outlet): Playing | undefined {
    return this.isLegacy ? this.requestLegacy(asked, outlet) : this.requestModern(asked, outlet);
  }

  private requestLegacy(asked: Request, outlet: Outlet): Playing | undefined {
    const { id, method, params } = asked;
    if (method === "initialize" && isJsonObject(params)) this.asks.declare(params["capabilities"]);
    const found = this.playback.take(method, params);
    if ("recording" in found) {
      this.options.ledger.play(found.recording);
      return this.start(found.recording, asked, true, outlet);
    }
    if (isEmptyAnswer(method, this.introduction)) outlet.answer(resultText(id, {}));
    else this.answerMiss(asked, found.miss, outlet);
    return undefined;
  }

  private requestModern(asked: Request, outlet: Outlet): Playing | undefined {
    const { id, method, params } = asked;
    const { ledger } = this.options;
    const refusal = refuseVersion(method, params, this.introduction.versions);
    if (refusal !== undefined) return refuse(id, refusal, outlet);
    if (method === "subscriptions/listen") return this.listen(asked, outlet);
    const retry = this.rounds.retry(matchKeyOf(method, params), params);
    if (retry !== undefined) {
      if (!retry.same) ledger.note(`answered differently from the recording: what ${method} required`);
      return this.goOn(retry.recording, retry.leg, asked, outlet);
    }
    const found = this.playback.take(method, params);
    if (!("recording" in found)) return this.answerMiss(asked, found.miss, outlet);
    ledger.play(found.recording);
    return this.goOn(found.recording, this.rounds.begin(found.recording), asked, outlet);
  }

  private goOn(recording: RecordedExchange, leg: Leg, request: Request, outlet: Outlet): Playing | undefined {
    const { wantsLog, capabilities } = readEnvelope(request.params);
    if (leg.kind === "play") return this.start(recording, request, wantsLog, outlet);
    const lacking = findLacking(leg.result, capabilities);
    if (lacking !== undefined) return refuse(request.id, lacking, outlet);
    outlet.answer(resultText(request.id, leg.result));
    return undefined;
  }

  private start(
    { exchange, index }: RecordedExchange,
    { id, params }: Request,
    wantsLog: boolean,
    outlet: Outlet,
  ): Playing | undefined {
    const key = JSON.stringify(id);
    const live = { id, progressToken: tokenOf(params), wantsLog, outlet };
    const handle = playExchange(exchange, live, {
      recordedTime: this.options.recordedTime,
      asks: this.asks,
      onPassed: (entry) => this.playback.passed(entry),
      onAnswer: () => this.delays.release(this.playback.reach(index, "before")),
      onOver: () => {
        if (hasAnswer(exchange)) this.playing.delete(key);
        this.delays.release(this.playback.reach(index, "after"));
      },
    });
    if (handle !== undefined) this.playing.set(key, handle);
    return handle;
  }

  private listen({ id, params }: Request, outlet: Outlet): Playing | undefined {
    const handle = this.subscriptions.open(id, params, outlet);
    if (handle !== undefined) this.playing.set(JSON.stringify(id), handle);
    return handle;
  }

  private answerMiss({ id, method }: Request, miss: { message: string; data?: JsonObject }, outlet: Outlet): undefined {
    const { tape, ledger, onMiss } = this.options;
    const known = tape.recordings.some(({ exchange }) => exchange.method === method);
    if (!known && !offers(this.introduction.capabilities, method)) {
      const status = this.isLegacy ? 200 : 404;
      return refuse(id, { code: -32601, message: `Method not found: ${method}`, status }, outlet);
    }
    ledger.miss(miss.message);
    const message = `Not on the cassette: ${miss.message}`;
    refuse(id, { code: -32602, message, ...(miss.data && { data: miss.data }) }, outlet);
    if (this.isOver()) this.stop();
    onMiss();
    return undefined;
  }

  private notification({ method, params }: Extract<Message, { kind: "notification" }>): void {
    if (method !== "notifications/cancelled") {
      this.delays.release(this.playback.reachNotification(method));
      return;
    }
    const key = isJsonObject(params) ? JSON.stringify(params["requestId"]) : "";
    this.playing.get(key)?.cancel();
    this.playing.delete(key);
  }
}

interface Delays {
  /** Sends what is due, each as long after its cause as it was recorded. */
  release(due: readonly Loose[]): void;
  /** Sends nothing more of it. */
  stop(): void;
}

function createDelays(recordedTime: boolean, send: (one: Loose) => void): Delays {
  const timers = new Set<NodeJS.Timeout>();
  return {
    release(due) {
      for (const one of due) {
        if (!recordedTime || one.before || one.delay === 0) {
          send(one);
          continue;
        }
        const timer = setTimeout(() => {
          timers.delete(timer);
          send(one);
        }, one.delay * 1000);
        timers.add(timer);
      }
    },
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Nothing is played after that. */
function refuse(id: JsonValue, error: RpcError, outlet: Outlet): undefined {
  outlet.answer(errorText(id, error), error.status);
  return undefined;
}

function responseOf({ answer }: Extract<Message, { kind: "response" }>): JsonObject {
  return answer.kind === "result" ? { result: answer.result } : { error: answer.error };
}

/** True for requests that every server answers with an empty result. */
function isEmptyAnswer(method: string, { capabilities }: Introduction): boolean {
  return method === "ping" || (method === "logging/setLevel" && capabilities["logging"] !== undefined);
}
