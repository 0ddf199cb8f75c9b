// Sends every connection of a fetch to the loopback proxy, whatever the URL says, so that the client keeps the server's
// real URL. Speaks plain HTTP to the proxy, which does the TLS to the upstream.
import { connect } from "node:net";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { restoreNumbers } from "../json/kept-numbers.js";

export interface PinnedFetch {
  fetch: FetchLike;
  close(): Promise<void>;
}

/** The global fetch with a dispatcher of its own; the host program's global dispatcher stays unchanged. */
export async function createPinnedFetch(port: number): Promise<PinnedFetch> {
  // The bundle exposes only the default export of a CommonJS package that is imported late.
  const { Agent } = (await import("undici")).default;
  const dispatcher = new Agent({
    // An event stream may be idle.
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
      // The dispatchers of undici and of @types/node differ only in their types.
      const pinned: object = { ...init, ...bodyOf(init), dispatcher };
      return fetch(url, pinned);
    },
    close: () => dispatcher.destroy(),
  };
}

/** The SDKs stringify messages themselves, and would write our exact numbers as objects. */
function bodyOf(init: RequestInit | undefined): { body?: string } {
  return typeof init?.body === "string" ? { body: restoreNumbers(init.body) } : {};
}
