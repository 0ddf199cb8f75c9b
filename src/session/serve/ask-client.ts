// Sends the server's requests to one client, each with an id of its own, waits for the answer with a time-out, and
// compares it with the recorded one. Never rejects: a client that does not answer is noted, and the tape goes on.
import { canonicalJson } from "../../json/canonical.js";
import { settleNumbers } from "../../json/kept-numbers.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import type { SessionServerRequest } from "../../trace/session.js";
import type { ServeLedger } from "./ledger.js";
import { notificationText, requestText } from "./outlet.js";

export interface AskClient {
  /** Sends a recorded request; calls `then` once the tape may go on. Returns a function that cancels the request. */
  ask(request: SessionServerRequest, send: (message: string) => void, then: () => void): () => void;
  /** Takes a response of the client; false where nothing waits for it. */
  settle(id: JsonValue, answer: JsonObject): boolean;
  /** Takes what the client says that it can do. */
  declare(capabilities: JsonValue | undefined): void;
  /**
   * The live id of the last request that the recorded client left unanswered: the one that a recorded `cancelled`
   * refers to.
   */
  lastUnanswered(): number | undefined;
  /** Stops waiting for answers. */
  close(): void;
}

/** The capability that a client must have declared before it gets such a request. */
const NEEDS: Readonly<Record<string, string>> = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "roots/list": "roots",
};

export function createAskClient(ledger: ServeLedger, timeout: number): AskClient {
  let capabilities: JsonObject = {};
  let lastId = 0;
  let unanswered: number | undefined;
  const open = new Map<number, { settle: (answer: JsonObject | undefined) => void }>();

  return {
    ask(request, send, then) {
      const need = Object.hasOwn(NEEDS, request.method) ? NEEDS[request.method] : undefined;
      if (need !== undefined && capabilities[need] === undefined) {
        ledger.note(`not asked: ${request.method}, because the client did not declare "${need}"`);
        then();
        return () => {};
      }
      const id = ++lastId;
      send(requestText(id, request.method, request.params));
      if (request.answer === undefined) {
        unanswered = id;
        then();
        return () => {};
      }
      const timer = setTimeout(() => {
        ledger.note(`not answered within ${timeout} ms: ${request.method}`);
        send(notificationText("notifications/cancelled", { requestId: id, reason: "timed out" }));
        settle(undefined);
      }, timeout);
      const settle = (answer: JsonObject | undefined): void => {
        clearTimeout(timer);
        open.delete(id);
        if (answer !== undefined && !sameAnswer(answer, request.answer)) {
          ledger.note(`answered differently from the recording: ${request.method}`);
        }
        then();
      };
      open.set(id, { settle });
      return () => {
        clearTimeout(timer);
        open.delete(id);
      };
    },
    settle(id, answer) {
      const asked = typeof id === "number" ? open.get(id) : undefined;
      asked?.settle(answer);
      return asked !== undefined;
    },
    declare(declared) {
      capabilities = isJsonObject(declared) ? declared : {};
    },
    lastUnanswered: () => unanswered,
    close() {
      for (const asked of open.values()) asked.settle(undefined);
    },
  };
}

/** Both have the same result, or both have an error: the words of an error are the client's own. */
export function sameAnswer(live: JsonObject, recorded: JsonObject | undefined): boolean {
  if (recorded === undefined) return true;
  if (recorded["error"] !== undefined) return live["error"] !== undefined;
  const [one, other] = [live["result"], recorded["result"]].map((said) => settleNumbers(withoutMeta(said)));
  return one !== undefined && other !== undefined && canonicalJson(one) === canonicalJson(other);
}

function withoutMeta(value: JsonValue | undefined): JsonValue {
  if (!isJsonObject(value)) return value ?? null;
  const { _meta, ...rest } = value;
  return rest;
}
