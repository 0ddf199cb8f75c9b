// Decodes a long text piece by piece as its bytes come, so that they are not kept as well.

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const NOTHING = new Uint8Array();

/** The text of bytes that come in pieces: as if they were decoded together. */
export class TextPieces {
  private text = "";
  /** The beginning of a character whose end has not come. */
  private held = NOTHING;

  add(bytes: Uint8Array): void {
    const all = this.held.length === 0 ? bytes : Buffer.concat([this.held, bytes]);
    const end = endOfCharacters(all);
    this.text += decoder.decode(all.subarray(0, end));
    // A copy: a part of a chunk would keep all of it.
    this.held = end === all.length ? NOTHING : new Uint8Array(all.subarray(end));
  }

  /** The text so far. */
  soFar(): string {
    return this.held.length === 0 ? this.text : this.text + decoder.decode(this.held);
  }

  /** The text, in one piece in memory; then there is none. */
  take(): string {
    const text = this.soFar();
    this.text = "";
    this.held = NOTHING;
    // To read the last character, the engine joins the pieces, which then are garbage.
    text.charCodeAt(text.length - 1);
    return text;
  }
}

/** Where the last character begins, if its end is missing; otherwise the end. */
function endOfCharacters(bytes: Uint8Array): number {
  for (let at = bytes.length - 1; at >= 0 && at >= bytes.length - 3; at -= 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) break;
    if (byte < 0xc0) continue;
    const size = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    return at + size > bytes.length ? at : bytes.length;
  }
  return bytes.length;
}
