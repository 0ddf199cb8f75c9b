// A fetch whose every connection goes to the loopback proxy, whatever the URL says: the client keeps the server's real URL.
// The proxy is spoken to in plain HTTP; TLS to the upstream is the proxy's business.
import { connect } from "node:net";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { restoreNumbers } from "../json/kept-numbers.js";

export interface PinnedFetch {
  fetch: FetchLike;
  close(): Promise<void>;
}

/** The global fetch with a dispatcher of its own; the global dispatcher stays as the host program wants it. */
export async function createPinnedFetch(port: number): Promise<PinnedFetch> {
  // The bundle knows only the default export of a CommonJS package that is imported late.
  const { Agent } = (await import("undici")).default;
  const dispatcher = new Agent({
    // Idle event streams are no failure.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: (_options, done) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => {
        socket.removeListener("error", failed);
        done(null, socket);
      });
      const failed = (error: Error): void => done(error, null);
      socket.once("error", failed);
    },
  });
  return {
    fetch: (url, init) => {
      // The dispatchers of undici and of @types/node differ in type only.
      const pinned: object = { ...init, ...bodyOf(init), dispatcher };
      return fetch(url, pinned);
    },
    close: () => dispatcher.destroy(),
  };
}

/** The SDKs stringify messages themselves, and numbers with their digits are objects to them. */
function bodyOf(init: RequestInit | undefined): { body?: string } {
  return typeof init?.body === "string" ? { body: restoreNumbers(init.body) } : {};
}
