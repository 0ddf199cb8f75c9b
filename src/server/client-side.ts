// Defines what a server may ask of us: what we declare, and who answers. Knows no SDK and no era.
import type { JsonObject, JsonValue } from "../json/value.js";
import type { ClientFeature } from "../trace/trace.js";

/** A request of the server, unchanged. */
export interface ServerAsks {
  method: string;
  params?: JsonValue;
}

/** The answer to a request of the server. */
export type ServerAnswer = { result: JsonObject } | { error: { code: number; message: string } };

/** Answers a request of the server. Never rejects. */
export type AnswerServer = (asks: ServerAsks, signal: AbortSignal) => Promise<ServerAnswer>;

/** Returns the answer to a request, or a refusal instead of it. */
export type ReviewAnswer = (asks: ServerAsks, answer: ServerAnswer) => ServerAnswer;

/** The client as a server sees it. */
export interface ClientSide {
  features: readonly ClientFeature[];
  /** URIs; with the feature `roots` only. */
  roots: readonly string[];
  /** Answers what needs no model: elicitation and roots. */
  answer: AnswerServer;
}

/** A client that offers nothing. */
export const PLAIN_CLIENT: ClientSide = { features: [], roots: [], answer: () => Promise.resolve(unknownMethod()) };

const METHODS: Readonly<Record<string, ClientFeature>> = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "roots/list": "roots",
};

/** The feature that a method belongs to. */
export function featureOf(method: string): ClientFeature | undefined {
  return Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
}

/** The capabilities that are declared to the server. */
export function buildCapabilities(features: readonly ClientFeature[]): {
  sampling?: Record<string, never>;
  elicitation?: { form: Record<string, never>; url: Record<string, never> };
  roots?: Record<string, never>;
} {
  return {
    ...(features.includes("sampling") ? { sampling: {} } : {}),
    ...(features.includes("elicitation") ? { elicitation: { form: {}, url: {} } } : {}),
    ...(features.includes("roots") ? { roots: {} } : {}),
  };
}

/** The answer of the SDK to a method without a handler. */
export function unknownMethod(): ServerAnswer {
  return { error: { code: -32601, message: "Method not found" } };
}
