// The name of a content encoding in, what undoes it out. For the tap's copy only.
import type { Transform } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

const FLUSH = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };

/** Given the first bytes of a body. */
export type StartDecompress = (first: Buffer) => Transform;

/** `plain`: there is nothing to be undone. Undefined: it cannot be undone here. */
export function findDecompress(encoding: string | undefined): StartDecompress | "plain" | undefined {
  switch (encoding?.trim().toLowerCase() ?? "") {
    case "":
    case "identity":
      return "plain";
    case "gzip":
    case "x-gzip":
      return () => createGunzip(FLUSH);
    case "deflate":
      // Of zlib by the standard; many send it bare, and clients take both.
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
