// Sends the messages of one HTTP response: a JSON body for a lone answer, else an event stream.
import type { ServerResponse } from "node:http";
import type { Outlet } from "./outlet.js";

export interface ServeReply extends Outlet {
  /** Starts an event stream if nothing is sent yet, because the answer will take time. */
  open(): void;
  readonly isOver: boolean;
}

const BODILESS = new Set([204, 205, 304]);
const KEEP_ALIVE_MS = 15_000;

export const STREAM_HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
};

/** `headers` are sent with every answer. */
export function createReply(response: ServerResponse, headers: Readonly<Record<string, string>> = {}): ServeReply {
  let isStream = false;
  let isOver = false;
  let timer: NodeJS.Timeout | undefined;
  response.once("close", () => {
    isOver = true;
    clearInterval(timer);
  });
  const open = (): void => {
    if (isStream || isOver) return;
    isStream = true;
    response.writeHead(200, { ...headers, ...STREAM_HEADERS });
    response.flushHeaders();
    timer = keepAlive(response);
  };
  return {
    open,
    send(message) {
      open();
      if (!isOver) response.write(eventText(message));
    },
    answer(message, status = 200) {
      if (isOver) return;
      isOver = true;
      if (isStream) response.end(eventText(message));
      else if (BODILESS.has(status)) response.writeHead(status, headers).end();
      else {
        const length = Buffer.byteLength(message);
        response.writeHead(status, { ...headers, "content-type": "application/json", "content-length": length });
        response.end(message);
      }
    },
    get isOver() {
      return isOver;
    },
  };
}

/** Clients abandon streams that are silent for minutes. Clear the timer when the stream closes. */
export function keepAlive(response: ServerResponse): NodeJS.Timeout {
  return setInterval(() => response.write(": keepalive\n\n"), KEEP_ALIVE_MS);
}

export function eventText(message: string): string {
  return `event: message\ndata: ${message}\n\n`;
}
