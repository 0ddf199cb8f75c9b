// Decides whether a failed request to the Claude API is repeated, and when. Pure except for the jitter. Must not know
// the SDK: it reads errors by their fields.

/** The longest `retry-after` that is obeyed, in milliseconds. After a longer one the request is not repeated. */
export const LONGEST_WAIT = 120_000;
const FIRST_WAIT = 500;
const LONGEST_BACKOFF = 8000;

export type Retry =
  | { kind: "again"; ms: number }
  /** `asked`: the milliseconds that the API requests, where that is too long. */
  | { kind: "stop"; asked?: number };

/** Errors in the middle of a stream that occur again whenever the same request is sent. */
const LASTING = new Set([
  "invalid_request_error",
  "authentication_error",
  "billing_error",
  "permission_error",
  "not_found_error",
  "request_too_large",
]);

/** The plan after a failure. `retries`: how often the request was repeated so far. */
export function planRetry(thrown: unknown, retries: number, most: number): Retry {
  if (retries >= most || !mayPass(thrown)) return { kind: "stop" };
  const asked = askedWait(thrown);
  if (asked !== undefined) return asked > LONGEST_WAIT ? { kind: "stop", asked } : { kind: "again", ms: asked };
  return { kind: "again", ms: Math.min(FIRST_WAIT * 2 ** retries, LONGEST_BACKOFF) * (1 - Math.random() / 4) };
}

/** True where the same request may succeed later. */
function mayPass(thrown: unknown): boolean {
  const said = headerOf(thrown, "x-should-retry");
  if (said === "true" || said === "false") return said === "true";
  const status = fieldOf(thrown, "status");
  if (typeof status === "number") return status === 408 || status === 409 || status === 429 || status >= 500;
  const type = fieldOf(thrown, "type");
  return typeof type !== "string" || !LASTING.has(type);
}

/** The wait that the API requests, in milliseconds; undefined where it requests none that lies in the future. */
function askedWait(thrown: unknown): number | undefined {
  const ms = Number.parseFloat(headerOf(thrown, "retry-after-ms") ?? "");
  if (ms > 0) return ms;
  const after = headerOf(thrown, "retry-after");
  if (after === undefined) return undefined;
  const seconds = /^\s*\d+(?:\.\d+)?\s*$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
  return seconds > 0 ? seconds * 1000 : undefined;
}

function headerOf(thrown: unknown, name: string): string | undefined {
  const headers = fieldOf(thrown, "headers");
  return headers instanceof Headers ? (headers.get(name) ?? undefined) : undefined;
}

function fieldOf(thrown: unknown, key: string): unknown {
  return typeof thrown === "object" && thrown !== null ? Reflect.get(thrown, key) : undefined;
}
