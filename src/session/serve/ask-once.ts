// Sends a server's request once where it may belong to one of several exchanges: the first that is played sends it, all
// of them wait for the client's answer, and none cancels it for the others.
import type { SessionServerRequest } from "../../trace/session.js";
import type { AskClient } from "./ask-client.js";

/** Wraps `asks` so that a client gets each of these requests once. */
export function askOnce(asks: AskClient): AskClient {
  const waiting = new Map<SessionServerRequest, Set<() => void> | "over">();
  return {
    ...asks,
    ask(request, send, then) {
      if (request.orUnder === undefined) return asks.ask(request, send, then);
      const known = waiting.get(request);
      if (known === "over") {
        then();
        return () => {};
      }
      const all = known ?? new Set();
      const go = (): void => then();
      all.add(go);
      if (known === undefined) {
        waiting.set(request, all);
        asks.ask(request, send, () => {
          waiting.set(request, "over");
          for (const one of all) one();
        });
      }
      return () => void all.delete(go);
    },
  };
}
