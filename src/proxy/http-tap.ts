// Reads frames, the status and the end of one HTTP request from copies of its two bodies. Guarded: it never throws.
import { now } from "./clock.js";
import { valuesOf, type RequestHead, type ResponseHead } from "./http-head.js";
import { copyBody, type BodyCopy, type BodyFacts, type BodyHeaders } from "./http-body.js";
import { buildFrame, guard, type FrameHttp, type Side, type Tap } from "./tap.js";

/** The failure of a request whose client closed it. */
export const CLIENT_LEFT = "the client went away";

/** How an HTTP request ended. */
export interface HttpReply {
  /** As in {@link FrameHttp}. */
  request: number;
  method: string;
  /** Undefined where the upstream did not respond. */
  status: number | undefined;
  /** Why there is no response, or why it broke off. */
  failure: string | undefined;
  /** Whether the upstream accepted the connection. */
  connected: boolean;
  /** The beginning of a body that is not an event stream. */
  head: string;
  /** True where the response is an event stream with ids: its rest may arrive through another request. */
  resumable: boolean;
  /** As in {@link FrameHttp}. */
  oddType?: string;
  /** Why a message in the response could not be read, if there was one. */
  problem?: string;
  /** The same for the request. */
  requestProblem?: string;
}

export interface HttpTap {
  frame: Tap;
  /** True: what looks like JSON is a frame whatever its content type, with `oddType`. */
  anyType?: boolean;
  /** True: frames come without their parsed view, which takes time. */
  bytesOnly?: boolean;
  /** Before the first frame of a request, and of a response: its raw headers, and the path with the query of a request. */
  head?: (rawHeaders: readonly string[], path?: string) => void;
  /** At the response's headers. */
  status?: (request: number, status: number) => void;
  /** After the last frame of the response. */
  reply?: (reply: HttpReply) => void;
}

export interface HttpCopy {
  clientChunk: (chunk: Buffer) => void;
  clientEnd(): void;
  connected(): void;
  response(answer: ResponseHead): void;
  serverChunk: (chunk: Buffer) => void;
  /** Only the first call counts. */
  end(failure?: string): void;
}

/** Follows one request of a proxy. */
export function tapRequest(
  tap: HttpTap,
  request: number,
  req: RequestHead,
  onFault?: (error: unknown) => void,
): HttpCopy {
  const { method, target: path } = req;
  const http: FrameHttp = { request, method, path };
  const safe = <A extends unknown[]>(act: (...args: A) => void): ((...args: A) => void) => guard(act, onFault);
  const head = safe((rawHeaders: readonly string[], path?: string) => tap.head?.(rawHeaders, path));
  const guarded = { frame: safe(tap.frame), bytesOnly: tap.bytesOnly };
  const types = { anyType: tap.anyType === true };
  head(req.rawHeaders, path);
  const client = copyBody(bodyHeaders(req.rawHeaders), emitFrames(guarded, "client", http), types);
  let asked: Promise<BodyFacts> | undefined;
  let server: BodyCopy | undefined;
  let status: number | undefined;
  let connected = false;
  let ended = false;

  async function finish(failure: string | undefined): Promise<void> {
    const facts = (await server?.end()) ?? { head: "", resumable: false };
    const requestProblem = (await asked)?.problem;
    tap.reply?.({
      request,
      method,
      status,
      failure,
      connected,
      ...facts,
      ...(requestProblem === undefined ? {} : { requestProblem }),
    });
  }
  return {
    clientChunk: safe((chunk: Buffer) => client.push(chunk)),
    clientEnd: safe(() => {
      asked = client.end();
      asked.catch(() => {});
    }),
    connected: () => void (connected = true),
    response: safe((answer: ResponseHead) => {
      connected = true;
      ({ status } = answer);
      head(answer.rawHeaders);
      const facts = { ...http, status };
      server = copyBody(bodyHeaders(answer.rawHeaders), emitFrames(guarded, "server", facts), types);
      tap.status?.(request, status);
    }),
    serverChunk: safe((chunk: Buffer) => server?.push(chunk)),
    end: (failure) => {
      if (ended) return;
      ended = true;
      finish(failure).catch(guard((error: unknown) => onFault?.(error)));
    },
  };
}

/** What is to be called with each message of a body. */
function emitFrames(
  { frame, bytesOnly }: Pick<HttpTap, "frame" | "bytesOnly">,
  from: Side,
  facts: FrameHttp,
): (raw: Uint8Array, oddType?: string) => void {
  return (raw, oddType) => {
    const http = oddType === undefined ? facts : { ...facts, oddType };
    frame(bytesOnly === true ? { from, at: now(), raw, http } : buildFrame(from, now(), raw, http));
  };
}

function bodyHeaders(rawHeaders: readonly string[]): BodyHeaders {
  const encodings = valuesOf(rawHeaders, "content-encoding");
  return {
    "content-type": valuesOf(rawHeaders, "content-type")[0],
    "content-encoding": encodings.length === 0 ? undefined : encodings.join(", "),
  };
}
