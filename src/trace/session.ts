// Defines a session: everything that passed between one client and one server, recorded by `mcpvals proxy` and played
// by `mcpvals serve`.
// Unlike a trace it has all methods, and neither a model nor expectations.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { ServerIdentity } from "./trace.js";

/** `legacy`: `initialize`, sessions, requests of the server (2024-11-05 to 2025-11-25). `modern`: 2026-07-28. */
export type Era = "legacy" | "modern";

/** A number that JSON.parse would change is `{ $number: "1.0" }` here: see json/kept-numbers.ts. */
export interface Session {
  name: string;
  transport: "stdio" | "http";
  era: Era;
  server: ServerIdentity;
  /** In the order in which they began; what belongs to an exchange is inside it. */
  entries: SessionEntry[];
  /** Odd things seen on the wire: noise, reused ids. */
  findings: string[];
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Milliseconds from the first byte to the last. */
  ms: number;
}

export type SessionEntry = SessionExchange | SessionNotification | SessionServerRequest;

/** A request of the client and everything that followed from it. */
export interface SessionExchange {
  kind: "exchange";
  method: string;
  /** Without the progress token and without the modern era's envelope in `_meta`. */
  params?: JsonValue;
  /** Whether the request had a progress token. */
  wantsProgress?: true;
  /** `{ result }` or `{ error }`; absent where no answer came. */
  answer?: JsonObject;
  /** The client cancelled it. */
  cancelled?: true;
  /** Notifications and requests of the server that belong to it and came before its answer, in order. */
  during: (SessionNotification | SessionServerRequest)[];
  /**
   * Modern era: the round trips before the answer of one logical call: what the server required, and the
   * `inputResponses` with which the client repeated the call.
   */
  rounds?: { required: JsonObject; responses: JsonValue }[];
  /** The status of the HTTP response. */
  http?: number;
  /** Seconds after the start of the session, to 0.1 ms; in older sessions to 1 ms. */
  at: number;
  /** Milliseconds until the answer, to 0.1 ms. */
  ms: number;
}

export interface SessionNotification {
  kind: "notification";
  from: "client" | "server";
  method: string;
  /** Without the progress token and the subscription id. */
  params?: JsonValue;
  /** Seconds after the start of the session. */
  at: number;
}

/** A request of the server, and what the client answered. */
export interface SessionServerRequest {
  kind: "request";
  method: string;
  params?: JsonValue;
  /** `{ result }` or `{ error }`; absent where no answer came. */
  answer?: JsonObject;
  /**
   * Set where several exchanges were open and it may belong to any of them. It is inside the oldest; these are the
   * distances, in entries, to the others.
   */
  orUnder?: number[];
  at: number;
}
