// Changes the base64 in a text that contains something. Pure.

const RUN = /(?:[A-Za-z0-9+/]{8,}|[A-Za-z0-9_-]{8,})={0,2}/g;

/** More rounds than any text needs. */
const MOST_TRIES = 100;

/** How many digits of a value distinguish it from others; a pattern of all digits of a very long one is refused. */
const MOST_DIGITS = 128;

/** True for base64 broken into lines. */
function isInLines(text: string): boolean {
  return text.includes("\n") && !/[^A-Za-z0-9+/=\r\n]/.test(text);
}

/**
 * Says quickly whether base64 in a text may contain one of the values: by the digits that do not depend on their
 * neighbours.
 */
export class Base64Hints {
  private readonly pattern: RegExp | undefined;

  constructor(values: Iterable<string>) {
    const inner = [...values].flatMap(innerDigits);
    if (inner.length > 0) this.pattern = new RegExp(inner.join("|"));
  }

  mayStandIn(text: string): boolean {
    return this.pattern !== undefined && this.pattern.test(isInLines(text) ? text.replace(/\s/g, "") : text);
  }
}

/** The digits of a value in base64, for each of the three alignments of its bytes. */
function innerDigits(value: string): string[] {
  const bytes = Buffer.from(value, "utf8");
  return [0, 1, 2].flatMap((before) => {
    const digits = Buffer.concat([Buffer.alloc(before), bytes]).toString("base64");
    const inner = digits.slice([0, 2, 3][before], Math.floor(((before + bytes.length) * 8) / 6)).slice(0, MOST_DIGITS);
    const plain = inner.replace(/[+/]/g, (digit) => (digit === "+" ? "[+-]" : "[/_]"));
    return inner.length < 6 ? [] : [plain];
  });
}

/**
 * Changes the bytes of each run (passed as latin1) with `change`, which returns the same string where nothing changes.
 * Calls `whole` first, for the run as a whole.
 */
export function mapBase64(
  text: string,
  change: (bytes: string) => string,
  whole: (bytes: string, run: string) => string | undefined = () => undefined,
): string {
  if (isInLines(text)) {
    const bytes = decode(text);
    const changed = change(bytes);
    return changed === bytes ? text : encode(changed, false, true);
  }
  return text.replace(RUN, (run) => whole(decode(run), run) ?? mapRun(run, change));
}

/** Pieces that were joined each have their own alignment, so all are tried until nothing changes. */
function mapRun(run: string, change: (bytes: string) => string): string {
  let mapped = run;
  for (let offset = 0, tries = 0; offset < 4 && tries < MOST_TRIES; tries++) {
    const part = mapped.slice(offset);
    const bytes = decode(part);
    const changed = change(bytes);
    if (changed === bytes) offset += 1;
    else {
      mapped = mapped.slice(0, offset) + encode(changed, /[-_]/.test(part), part.length % 4 === 0);
      offset = 0;
    }
  }
  return mapped;
}

/** UTF-8 text as the latin1 string of its bytes. */
export function bytesOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** The text of a latin1 string of UTF-8 bytes. */
export function utf8Of(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

function decode(base64: string): string {
  return Buffer.from(base64, "base64").toString("latin1");
}

function encode(bytes: string, isUrl: boolean, isPadded: boolean): string {
  const text = Buffer.from(bytes, "latin1").toString("base64");
  const digits = isUrl ? text.replaceAll("+", "-").replaceAll("/", "_") : text;
  return isPadded ? digits : digits.replace(/=+$/, "");
}
