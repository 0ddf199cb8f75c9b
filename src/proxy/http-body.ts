// The copy of one HTTP body in, its frames out: JSON whole, an event stream event by event, compressed or not.
// Never in the path of the traffic.
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, constants } from "node:zlib";
import { SseEvents } from "./sse-events.js";

/** Bodies that are neither JSON nor an event stream are kept up to here. */
const HEAD_BYTES = 4_000;
const JSON_BYTES = 128 * 1024 * 1024;

interface BodyFacts {
  /** The beginning of a body that is no event stream. */
  head: string;
  /** True of an event stream with ids. */
  resumable: boolean;
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

/** `emit` is called with each JSON body or event data, as soon as it is complete. */
export function copyBody(headers: BodyHeaders, emit: (raw: Uint8Array) => void): BodyCopy {
  const plain = copyPlain(headers["content-type"] ?? "", emit);
  const decompress = decompressor(headers["content-encoding"]);
  if (decompress === undefined) return { push: plain.push, end: async () => plain.end() };
  const done = new Promise<BodyFacts>((resolve) => {
    decompress.on("data", plain.push);
    for (const event of ["end", "error", "close"]) decompress.once(event, () => resolve(plain.end()));
  });
  return {
    push: (chunk) => void decompress.write(chunk),
    end: () => {
      decompress.end();
      return done;
    },
  };
}

function copyPlain(
  contentType: string,
  emit: (raw: Uint8Array) => void,
): { push: (chunk: Buffer) => void; end: () => BodyFacts } {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  if (type === "text/event-stream") {
    const events = new SseEvents();
    return {
      push: (chunk) => {
        for (const { event, data } of events.push(chunk)) if (event === "message") emit(Buffer.from(data));
      },
      end: () => ({ head: "", resumable: events.resumable }),
    };
  }
  // Under another type it is no message, whatever the bytes look like: no client would read it.
  const isJson = type === "application/json" || type.endsWith("+json");
  const limit = isJson ? JSON_BYTES : HEAD_BYTES;
  const parts: Buffer[] = [];
  let size = 0;
  let facts: BodyFacts | undefined;
  return {
    push: (chunk) => {
      if (size >= limit) return;
      parts.push(chunk.subarray(0, limit - size));
      size += chunk.length;
    },
    end: () => {
      if (facts !== undefined) return facts;
      const body = Buffer.concat(parts);
      facts = { head: body.subarray(0, HEAD_BYTES).toString(), resumable: false };
      if (isJson && body.length > 0) emit(body);
      return facts;
    },
  };
}

function decompressor(encoding: string | undefined): Transform | undefined {
  const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
  switch (encoding?.trim().toLowerCase() ?? "identity") {
    case "gzip":
    case "x-gzip":
      return createGunzip(flush);
    case "deflate":
      return createInflate(flush);
    case "br":
      return createBrotliDecompress({
        flush: constants.BROTLI_OPERATION_FLUSH,
        finishFlush: constants.BROTLI_OPERATION_FLUSH,
      });
    default:
      return undefined;
  }
}
