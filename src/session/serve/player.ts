// Plays the recorded server for one client: receives the client's messages, and sends what the tape has for them. Knows
// no transport; playback.ts tracks what the client received, play-exchange.ts plays one exchange.
import { classifyMessage, type Message } from "../../exchange/message.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import { createAskClient } from "./ask-client.js";
import { askOnce } from "./ask-once.js";
import { tokenOf } from "../../exchange/envelope.js";
import { readEnvelope, refuseVersion, type Envelope } from "./envelope.js";
import { introductionOf, offers, type Introduction } from "./introduction.js";
import type { ServeLedger } from "./ledger.js";
import { matchKeyOf } from "../../exchange/match-key.js";
import { errorText, notificationText, resultText, type Outlet, type RpcError } from "./outlet.js";
import { hasAnswer, playExchange, type Playing } from "./play-exchange.js";
import { createPlayback } from "./playback.js";
import { createRounds, findLacking, type Leg } from "./rounds.js";
import { createSubscriptions, isSubscribed } from "./subscriptions.js";
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
// oxlint-disable-next-line max-lines-per-function -- short functions over the state of one client
export function createPlayer({
  tape,
  ledger,
  recordedTime,
  timeout,
  general,
  onMiss,
  endsOnMiss,
}: PlayerOptions): Player {
  const { era } = tape.session;
  const introduction = introductionOf(tape.session) ?? UNKNOWN;
  const playback = createPlayback(tape);
  const asks = askOnce(createAskClient(ledger, timeout));
  const rounds = createRounds();
  const subscriptions = createSubscriptions(tape.byRequest.find("subscriptions/listen", undefined).all, introduction);
  const playing = new Map<string, Playing>();
  const isOver = (): boolean => endsOnMiss === true && ledger.misses() > 0;
  const stop = (): void => {
    delays.stop();
    for (const one of playing.values()) one.cancel();
    playing.clear();
  };

  const sendLoose = ({ entry }: Loose): void => {
    playback.passed(entry);
    const { method, params } = entry;
    if (entry.kind === "request") {
      if (era === "legacy") asks.ask(entry, general, () => {});
    } else if (era === "modern" && isSubscribed(method)) subscriptions.deliver(method, params);
    // A notification about a request goes with that request, which has ended.
    else if (method !== "notifications/progress" && method !== "notifications/cancelled") {
      general(notificationText(method, params));
    }
  };
  const delays = createDelays(recordedTime, sendLoose);
  const release = (due: readonly Loose[]): void => delays.release(due);

  const start = (
    recording: RecordedExchange,
    { id, params }: Request,
    wantsLog: boolean,
    outlet: Outlet,
  ): Playing | undefined => {
    const key = JSON.stringify(id);
    const live = { id, progressToken: tokenOf(params), wantsLog, outlet };
    const handle = playExchange(recording.exchange, live, {
      recordedTime,
      asks,
      onPassed: (entry) => playback.passed(entry),
      onAnswer: () => release(playback.reach(recording.index, "before")),
      onOver: () => {
        if (hasAnswer(recording.exchange)) playing.delete(key);
        release(playback.reach(recording.index, "after"));
      },
    });
    if (handle !== undefined) playing.set(key, handle);
    return handle;
  };

  const goOn = (
    recording: RecordedExchange,
    leg: Leg,
    request: Request,
    envelope: Envelope,
    outlet: Outlet,
  ): Playing | undefined => {
    if (leg.kind === "play") return start(recording, request, envelope.wantsLog, outlet);
    const lacking = findLacking(leg.result, envelope.capabilities);
    if (lacking === undefined) outlet.answer(resultText(request.id, leg.result));
    else refuse(request.id, lacking, outlet);
    return undefined;
  };

  const answerMiss = (request: Request, miss: { message: string; data?: JsonObject }, outlet: Outlet): void => {
    const { id, method } = request;
    const known = tape.recordings.some(({ exchange }) => exchange.method === method);
    if (!known && !offers(introduction.capabilities, method)) {
      return refuse(
        id,
        { code: -32601, message: `Method not found: ${method}`, status: era === "modern" ? 404 : 200 },
        outlet,
      );
    }
    ledger.miss(miss.message);
    refuse(
      id,
      { code: -32602, message: `Not on the cassette: ${miss.message}`, ...(miss.data && { data: miss.data }) },
      outlet,
    );
    if (isOver()) stop();
    onMiss();
  };

  const request = (asked: Request, outlet: Outlet): Playing | undefined => {
    const { id, method, params } = asked;
    const envelope = readEnvelope(params);
    if (era === "modern") {
      const refusal = refuseVersion(method, params, introduction.versions);
      if (refusal !== undefined) {
        refuse(id, refusal, outlet);
        return undefined;
      }
      if (method === "subscriptions/listen") return listen(asked, outlet);
      const retry = rounds.retry(matchKeyOf(method, params), params);
      if (retry !== undefined) {
        if (!retry.same) ledger.note(`answered differently from the recording: what ${method} required`);
        return goOn(retry.recording, retry.leg, asked, envelope, outlet);
      }
    }
    if (era === "legacy" && method === "initialize" && isJsonObject(params)) asks.declare(params["capabilities"]);
    const found = playback.take(method, params);
    if ("recording" in found) {
      ledger.play(found.recording);
      if (era === "legacy") return start(found.recording, asked, true, outlet);
      return goOn(found.recording, rounds.begin(found.recording), asked, envelope, outlet);
    }
    if (era === "legacy" && isEmptyAnswer(method, introduction)) outlet.answer(resultText(id, {}));
    else answerMiss(asked, found.miss, outlet);
    return undefined;
  };

  const listen = ({ id, params }: Request, outlet: Outlet): Playing | undefined => {
    const handle = subscriptions.open(id, params, outlet);
    if (handle !== undefined) playing.set(JSON.stringify(id), handle);
    return handle;
  };

  const notification = ({ method, params }: Extract<Message, { kind: "notification" }>): void => {
    if (method !== "notifications/cancelled") return release(playback.reachNotification(method));
    const key = isJsonObject(params) ? JSON.stringify(params["requestId"]) : "";
    playing.get(key)?.cancel();
    playing.delete(key);
  };

  return {
    isOver,
    receive(value, outlet) {
      if (isOver()) return undefined;
      const message = classifyMessage(value);
      if (message.kind === "request") return request(message, outlet);
      if (message.kind === "notification") notification(message);
      else if (message.kind === "response") asks.settle(message.id, responseOf(message));
      else refuse(null, { code: -32600, message: "Invalid Request", status: 400 }, outlet);
      return undefined;
    },
    finish() {
      if (isOver()) stop();
      delays.stop();
      for (const one of playing.values()) one.hurry();
      asks.close();
    },
    close() {
      if (!isOver()) subscriptions.close();
    },
  };
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

function refuse(id: JsonValue, error: RpcError, outlet: Outlet): void {
  outlet.answer(errorText(id, error), error.status);
}

function responseOf({ answer }: Extract<Message, { kind: "response" }>): JsonObject {
  return answer.kind === "result" ? { result: answer.result } : { error: answer.error };
}

/** True for requests that every server answers with an empty result. */
function isEmptyAnswer(method: string, { capabilities }: Introduction): boolean {
  return method === "ping" || (method === "logging/setLevel" && capabilities["logging"] !== undefined);
}
