// Serves streamable HTTP of the legacy era: a session for each `initialize`, with an id of its own; its messages arrive
// in POSTs, the server's own messages go into the stream of a GET, and DELETE ends it.
import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isJsonObject, type JsonValue } from "../../json/value.js";
import { refuseHttp, type EraHttp } from "./http-era.js";
import { createReply, eventText, keepAlive, STREAM_HEADERS } from "./http-reply.js";
import { createPlayer, type Player, type PlayerOptions } from "./player.js";
import { countRequests, hasBatches, receiveValue } from "./receive-text.js";

const SESSION = "mcp-session-id";
/** How many messages are kept for the next stream while none is open. */
const KEPT = 10_000;

interface HttpSession {
  player: Player;
  stream: ServerResponse | undefined;
  kept: string[];
}

export function createLegacyHttp(options: Omit<PlayerOptions, "general">): EraHttp {
  const sessions = new Map<string, HttpSession>();
  const takesBatches = hasBatches(options.tape.session.server.protocol);

  const createSession = (): HttpSession => {
    const general = (message: string): void => {
      if (session.stream !== undefined) session.stream.write(eventText(message));
      else if (session.kept.length < KEPT) session.kept.push(message);
    };
    const session: HttpSession = { player: createPlayer({ ...options, general }), stream: undefined, kept: [] };
    return session;
  };

  const begin = (): [string, HttpSession] => {
    const id = randomUUID();
    const session = createSession();
    sessions.set(id, session);
    return [id, session];
  };

  return {
    post(request, response, value) {
      const introduces = isRequestOf(value, "initialize");
      // Some requests need no session: one that cannot be read, and the first request of a client of the modern era.
      if (value === undefined || (isRequestOf(value, "server/discover") && request.headers[SESSION] === undefined)) {
        const { player } = createSession();
        receiveValue(player, value, createReply(response), takesBatches);
        return;
      }
      const found = introduces ? begin() : findSession(sessions, request, response);
      if (found === undefined) return;
      const [id, session] = found;
      const reply = createReply(response, { [SESSION]: id });
      receiveValue(session.player, value, reply, takesBatches);
      if (countRequests(value) === 0) response.writeHead(202).end();
      else reply.open();
    },
    other(request, response) {
      if (request.method !== "GET" && request.method !== "DELETE") {
        response.setHeader("allow", "GET, POST, DELETE");
        return refuseHttp(response, { code: -32000, message: "Method not allowed.", status: 405 });
      }
      const found = findSession(sessions, request, response);
      if (found === undefined) return;
      const [id, session] = found;
      if (request.method === "GET") return openStream(session, id, response);
      sessions.delete(id);
      session.player.finish();
      session.stream?.end();
      response.writeHead(200).end();
    },
    close() {
      for (const { player, stream } of sessions.values()) {
        player.finish();
        stream?.end();
      }
    },
  };
}

/** The session of a request; undefined after the request was refused. */
function findSession(
  sessions: ReadonlyMap<string, HttpSession>,
  { headers }: IncomingMessage,
  response: ServerResponse,
): [string, HttpSession] | undefined {
  const id = headers[SESSION];
  if (typeof id !== "string") {
    refuseHttp(response, { code: -32000, message: "Bad Request: Mcp-Session-Id header is required", status: 400 });
    return undefined;
  }
  const session = sessions.get(id);
  if (session === undefined) refuseHttp(response, { code: -32001, message: "Session not found", status: 404 });
  return session === undefined ? undefined : [id, session];
}

function openStream(session: HttpSession, id: string, response: ServerResponse): void {
  if (session.stream !== undefined) {
    return refuseHttp(response, { code: -32000, message: "Conflict: the session has a stream already", status: 409 });
  }
  response.writeHead(200, { ...STREAM_HEADERS, [SESSION]: id });
  response.flushHeaders();
  const timer = keepAlive(response);
  session.stream = response;
  response.once("close", () => {
    clearInterval(timer);
    session.stream = undefined;
  });
  for (const message of session.kept.splice(0)) response.write(eventText(message));
}

function isRequestOf(value: JsonValue | undefined, method: string): boolean {
  return isJsonObject(value) && value["method"] === method && value["id"] !== undefined;
}
