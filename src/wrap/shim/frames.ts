// Defines the bytes between a server's stand-in process and the wrapped run: pieces of both sides' bytes, in the order in
// which they passed. Pure.

/**
 * `hello`: the name of the server, UTF-8. `exit`: the server is gone; JSON `{ code, signal, asked }`, `asked`: the agent had
 * ended its input, or sent a signal.
 */
export type LinkPieceKind = "hello" | "client" | "server" | "exit";

export interface LinkPiece {
  kind: LinkPieceKind;
  /** Epoch milliseconds. */
  at: number;
  bytes: Buffer;
}

const KINDS: readonly LinkPieceKind[] = ["hello", "client", "server", "exit"];
const HEAD = 13;
/** Bytes of one piece; a pipe gives far less at a time. */
const LARGEST = 64 * 1024 * 1024;

export function writePiece({ kind, at, bytes }: LinkPiece): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt8(KINDS.indexOf(kind), 0);
  head.writeDoubleBE(at, 1);
  head.writeUInt32BE(bytes.length, 9);
  return Buffer.concat([head, bytes]);
}

/** Puts pieces together again from any chunks. Throws for bytes that are no piece. */
export class PieceReader {
  private rest: Buffer = Buffer.alloc(0);

  push(chunk: Buffer): LinkPiece[] {
    this.rest = this.rest.length === 0 ? chunk : Buffer.concat([this.rest, chunk]);
    const pieces: LinkPiece[] = [];
    while (this.rest.length >= HEAD) {
      const kind = KINDS[this.rest.readUInt8(0)];
      const size = this.rest.readUInt32BE(9);
      if (kind === undefined || size > LARGEST) throw new Error("no piece of a wrapped server");
      if (this.rest.length < HEAD + size) break;
      pieces.push({ kind, at: this.rest.readDoubleBE(1), bytes: this.rest.subarray(HEAD, HEAD + size) });
      this.rest = this.rest.subarray(HEAD + size);
    }
    return pieces;
  }
}
