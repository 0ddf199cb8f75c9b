// Plays a recorded exchange for a live request: its messages in the recorded order, with the live ids and tokens, then
// its answer. Knows no matching and no transport.
import { serializeKept } from "../../json/kept-numbers.js";
import type { JsonObject, JsonValue } from "../../json/value.js";
import type { SessionExchange, SessionNotification, SessionServerRequest } from "../../trace/session.js";
import type { AskClient } from "./ask-client.js";
import { errorText, notificationText, type Outlet } from "./outlet.js";

/** Both official SDKs lose progress that they read together with the answer. */
const PROGRESS_GAP_MS = 5;

export interface LiveRequest {
  id: JsonValue;
  /** Absent where the client wants no progress. */
  progressToken: JsonValue | undefined;
  /** Whether log messages are wanted. */
  wantsLog: boolean;
  outlet: Outlet;
}

export interface PlayRules {
  /** Whether messages wait for their recorded times. */
  recordedTime: boolean;
  asks: AskClient;
  /** Called when a message of the server was sent, or was left out because the client did not want it. */
  onPassed: (entry: SessionNotification | SessionServerRequest) => void;
  /** Called right before the answer, and once when the exchange is over, answered or not. */
  onAnswer: () => void;
  onOver: () => void;
}

/** An exchange that is being played. */
export interface Playing {
  /** The client cancelled the request: nothing more is sent. */
  cancel(): void;
  /** Stops waiting for recorded times. */
  hurry(): void;
}

/** Plays an exchange, synchronously where there is nothing to wait for. Undefined if it has ended by then. */
// oxlint-disable-next-line max-lines-per-function -- short functions over the position in one exchange
export function playExchange(exchange: SessionExchange, live: LiveRequest, rules: PlayRules): Playing | undefined {
  const began = rules.recordedTime ? performance.now() : 0;
  let hurried = false;
  /** The earliest time for the answer. */
  let earliest = 0;
  let over = false;
  let next = 0;
  let running = false;
  let again = false;
  let takeBack = (): void => {};
  let wake = (): void => {};

  const waitUntil = (at: number, go: () => void): void => {
    if (hurried || at === 0) return go();
    const left = at - performance.now();
    if (left <= 0) return go();
    const timer = setTimeout(go, left);
    takeBack = () => clearTimeout(timer);
    wake = () => {
      clearTimeout(timer);
      go();
    };
  };

  const step = (): void => {
    const one = exchange.during[next];
    const recorded = one === undefined ? exchange.ms : (one.at - exchange.at) * 1000;
    waitUntil(Math.max(rules.recordedTime ? began + recorded : 0, one === undefined ? earliest : 0), () => {
      takeBack = wake = () => {};
      if (one === undefined) return end();
      next++;
      rules.onPassed(one);
      if (one.kind === "request") {
        takeBack = rules.asks.ask(one, (text) => live.outlet.send(text), advance);
        return;
      }
      const text = during(one, live, rules.asks);
      if (text !== undefined) live.outlet.send(text);
      if (text !== undefined && one.method === "notifications/progress") {
        earliest = performance.now() + PROGRESS_GAP_MS;
      }
      advance();
    });
  };

  // A loop, not a recursion: there may be tens of thousands of notifications that need no waiting.
  const advance = (): void => {
    again = !over;
    if (running) return;
    running = true;
    while (again) {
      again = false;
      step();
    }
    running = false;
  };

  const end = (): void => {
    rules.onAnswer();
    answer(exchange, live);
    // An exchange that was never answered stays open until the client cancels it.
    over = hasAnswer(exchange);
    rules.onOver();
  };

  advance();
  if (over) return undefined;
  return {
    cancel() {
      over = true;
      takeBack();
    },
    hurry() {
      hurried = true;
      wake();
    },
  };
}

function during(
  one: SessionNotification,
  { progressToken, wantsLog }: LiveRequest,
  asks: AskClient,
): string | undefined {
  const { method, params } = one;
  if (method === "notifications/progress") {
    return progressToken === undefined ? undefined : notificationText(method, { progressToken, ...objectOf(params) });
  }
  if (method === "notifications/message" && !wantsLog) return undefined;
  if (method === "notifications/cancelled") {
    const requestId = asks.lastUnanswered();
    return requestId === undefined ? undefined : notificationText(method, { ...objectOf(params), requestId });
  }
  return notificationText(method, params);
}

function objectOf(params: JsonValue | undefined): JsonObject {
  return typeof params === "object" && params !== null && !Array.isArray(params) ? params : {};
}

/** Whether the recorded client received an answer; over HTTP, a status alone is one. */
export function hasAnswer({ answer: recorded, http }: SessionExchange): boolean {
  return recorded !== undefined || http !== undefined;
}

/** Not every status that can be read can be sent. */
function playable(http: number | undefined): number | undefined {
  return http === undefined || (http >= 200 && http <= 599) ? http : 502;
}

function answer(exchange: SessionExchange, { id, outlet }: LiveRequest): void {
  const { answer: recorded, http } = exchange;
  if (recorded !== undefined)
    outlet.answer(`{"jsonrpc":"2.0","id":${serializeKept(id)},${tailOf(recorded)}`, playable(http));
  else if (http !== undefined) {
    const message = `The recorded server answered with HTTP status ${http} and no JSON-RPC message`;
    outlet.answer(errorText(id, { code: -32000, message }), playable(http));
  }
}

const tails = new WeakMap<JsonObject, string>();

/** The JSON of an answer after its id; built once. */
function tailOf(recorded: JsonObject): string {
  const known = tails.get(recorded);
  if (known !== undefined) return known;
  const tail = serializeKept(recorded).slice(1);
  tails.set(recorded, tail);
  return tail;
}
