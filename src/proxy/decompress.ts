// Finds the decoder for a content encoding. For the tap's copy only.
import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

const FLUSH = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

/** Receives the first bytes of a body. */
export type StartDecompress = (first: Buffer) => Transform;

/** `plain`: the body is not encoded. Undefined: the encoding is not supported. */
export function findDecompress(encoding: string | undefined): StartDecompress | "plain" | undefined {
  switch (encoding?.trim().toLowerCase() ?? "") {
    case "":
    case "identity":
      return "plain";
    case "gzip":
    case "x-gzip":
      return () => createGunzip(FLUSH);
    case "deflate":
      // The standard says zlib; many send raw deflate, and clients accept both.
      return (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate(FLUSH) : createInflateRaw(FLUSH));
    case "br":
      return () =>
        createBrotliDecompress({
          flush: constants.BROTLI_OPERATION_FLUSH,
          finishFlush: constants.BROTLI_OPERATION_FLUSH,
        });
    default:
      return undefined;
  }
}
