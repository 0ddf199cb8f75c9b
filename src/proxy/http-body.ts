// Reads frames from the copy of an HTTP body: JSON as a whole, an event stream event by event, compressed or not. Never
// in the path of the traffic.
import type { Transform } from "node:stream";
import { findDecompress, type StartDecompress } from "./decompress.js";
import { SseEvents } from "./sse-events.js";

/** Bytes of a body that is neither JSON nor an event stream that are kept. */
const HEAD_BYTES = 4_000;
const JSON_BYTES = 128 * 1024 * 1024;

export interface BodyFacts {
  /** The beginning of a body that is not an event stream. */
  head: string;
  /** True for an event stream with ids. */
  resumable: boolean;
  /** As in `FrameHttp`. */
  oddType?: string;
  /** Why messages in it may be unreadable. */
  problem?: string;
}

export interface BodyCopy {
  push(chunk: Buffer): void;
  /** Resolves when everything that was pushed has been read. */
  end(): Promise<BodyFacts>;
}

/** Headers of a body, as `node:http` gives them. */
export interface BodyHeaders {
  "content-type"?: string | undefined;
  "content-encoding"?: string | undefined;
}

/** Receives each JSON body or event data, as soon as it is complete; `oddType` as in `FrameHttp`. */
type Emit = (raw: Uint8Array, oddType?: string) => void;

/** What is done with a body by its type. */
interface PlainCopy {
  push: (chunk: Buffer) => void;
  end: () => BodyFacts;
}

/**
 * `anyType`: what looks like JSON is emitted under other content types, too. Without, it is no message, whatever the bytes
 * look like: no client of MCP would read it.
 */
export function copyBody(headers: BodyHeaders, emit: Emit, { anyType }: { anyType: boolean }): BodyCopy {
  const encoding = headers["content-encoding"];
  const start = findDecompress(encoding);
  if (start === undefined) {
    const problem = `it is encoded as ${encoding}, which is not read here`;
    return { push: () => {}, end: () => Promise.resolve({ head: "", resumable: false, problem }) };
  }
  const plain = copyPlain(headers["content-type"] ?? "", emit, anyType);
  if (start === "plain") return { push: plain.push, end: () => Promise.resolve(plain.end()) };
  return copyCompressed(start, plain, encoding ?? "");
}

function copyCompressed(start: StartDecompress, plain: PlainCopy, encoding: string): BodyCopy {
  let decompress: Transform | undefined;
  let broken = false;
  let done = (_facts: BodyFacts): void => {};
  const facts = new Promise<BodyFacts>((resolve) => (done = resolve));
  const finish = (): void =>
    done({ ...plain.end(), ...(broken ? { problem: `it is not ${encoding}, as it says, or is cut off` } : {}) });
  const begin = (first: Buffer): Transform => {
    const started = start(first);
    started.on("data", plain.push);
    started.once("error", () => {
      broken = true;
      finish();
    });
    for (const event of ["end", "close"]) started.once(event, finish);
    return started;
  };
  return {
    push: (chunk) => {
      if (chunk.length > 0) (decompress ??= begin(chunk)).write(chunk);
    },
    end: () => {
      if (decompress === undefined) finish();
      else decompress.end();
      return facts;
    },
  };
}

function copyPlain(contentType: string, emit: Emit, anyType: boolean): PlainCopy {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "text/event-stream") return copyEvents(emit);
  const isJson = type === "application/json" || type.endsWith("+json");
  let isMessage = isJson;
  let limit = isJson ? JSON_BYTES : HEAD_BYTES;
  const parts: Buffer[] = [];
  let size = 0;
  let facts: BodyFacts | undefined;
  return {
    push: (chunk) => {
      if (anyType && size === 0 && /^\s*[[{]/.test(chunk.toString("latin1", 0, 100))) {
        isMessage = true;
        limit = JSON_BYTES;
      }
      if (size >= limit) return;
      parts.push(chunk.subarray(0, limit - size));
      size += chunk.length;
    },
    end: () => {
      if (facts !== undefined) return facts;
      const body = Buffer.concat(parts);
      facts = { head: body.subarray(0, HEAD_BYTES).toString(), resumable: false };
      if (body.length === 0) return facts;
      if (isMessage) emit(body, isJson ? undefined : type);
      if (!isJson) facts.oddType = type;
      return facts;
    },
  };
}

function copyEvents(emit: Emit): PlainCopy {
  const events = new SseEvents();
  return {
    push: (chunk) => {
      for (const { event, data } of events.push(chunk)) if (event === "message") emit(Buffer.from(data));
    },
    end: () => ({
      head: "",
      resumable: events.resumable,
      ...(events.isInEvent ? { problem: "its event stream ends in the middle of an event" } : {}),
    }),
  };
}
