// Reads a text in other ways (without colours, JSON escapes or percent codes), each with the way back to the places in
// the text. Pure.

/** A reading of a text: its contents, and where each of its units is in the text. */
export interface View {
  text: string;
  decoded: "json" | "url" | undefined;
  /** The place in the text for a place in the view. */
  rangeOf: (start: number, end: number) => { start: number; end: number };
}

/**
 * Reads an escape at a place of a text, given its first unit: how many units it takes and the one that
 * it means, in one number, for an object at each escape costs more than all else. 0 where a unit is itself.
 */
type Reader = (text: string, at: number, unit: number) => number;
const reading = (takes: number, means: number): number => takes * 0x20000 + means;
const takenBy = (read: number): number => read >> 17;
const meantBy = (read: number): number => read & 0x1ffff;
/** Replaces a UTF-16 unit that nobody sees. */
const NO_UNIT = 0x10000;

/** How often a text is unescaped: JSON in JSON in text. */
const LEVELS = 3;
// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u001b\u00ad\u200b-\u200f\u2060\ufeff]/;
const PERCENT = /%[2-9a-fA-F][0-9a-fA-F]/;

/** All readings of a text, the plain one first. Most texts have only that. */
export function viewsOf(text: string): View[] {
  const views: View[] = [{ text, decoded: undefined, rangeOf: (start, end) => ({ start, end }) }];
  let last = views[0];
  for (let level = 0; last !== undefined && level <= LEVELS; level++) {
    const seen: View = UNSEEN.test(last.text) ? rewrite(last, readUnseen, last.decoded) : last;
    if (seen !== last) views.push(seen, rewrite(last, readApart, last.decoded));
    if (PERCENT.test(seen.text)) views.push(rewrite(seen, readPercent, "url"));
    last = undefined;
    if (seen.text.includes("\\") && level < LEVELS) {
      const next = rewrite(seen, readEscape, "json");
      if (next === seen) break;
      views.push(next);
      last = next;
    }
  }
  return views;
}

/** One loop over the units: a replacement by pattern costs twenty times as much on a text full of escapes. */
function rewrite(view: View, reader: Reader, decoded: View["decoded"]): View {
  const before = view.text;
  const units = new Uint16Array(before.length);
  let size = 0;
  for (let at = 0; at < before.length;) {
    const unit = before.charCodeAt(at);
    const read = reader(before, at, unit);
    if (read === 0) {
      units[size++] = unit;
      at++;
      continue;
    }
    const means = meantBy(read);
    if (means !== NO_UNIT) units[size++] = means;
    at += takenBy(read);
  }
  if (size === before.length) return view;
  const text = Buffer.from(units.buffer, 0, size * 2).toString("utf16le");
  let starts: Int32Array | undefined;
  return {
    text,
    decoded,
    rangeOf(start, end) {
      // Only for the few texts in which something was found.
      starts ??= startsOf(before, reader, size);
      // What nobody sees belongs to the unit before it only where a range goes on behind it.
      const last = starts[end - 1] ?? 0;
      const taken = takenBy(reader(before, last, before.charCodeAt(last)));
      return view.rangeOf(starts[start] ?? 0, last + Math.max(1, taken));
    },
  };
}

/** Where each unit of the rewritten text is in the text before. */
function startsOf(before: string, reader: Reader, size: number): Int32Array {
  const starts = new Int32Array(size + 1);
  let unit = 0;
  for (let at = 0; at < before.length;) {
    const read = reader(before, at, before.charCodeAt(at));
    if (meantBy(read) !== NO_UNIT) starts[unit++] = at;
    at += read === 0 ? 1 : takenBy(read);
  }
  return starts;
}

const BACKSLASH = 0x5c;
/** What a short escape means, by the code behind its backslash. */
const SHORT_ESCAPES: readonly number[] = shortEscapes();

function shortEscapes(): number[] {
  const readings = Array.from({ length: 128 }, () => 0);
  const meanings = { b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", "/": "/" };
  for (const [char, means] of Object.entries(meanings)) readings[char.charCodeAt(0)] = reading(2, means.charCodeAt(0));
  return readings;
}

function readEscape(text: string, at: number, unit: number): number {
  if (unit !== BACKSLASH) return 0;
  const next = text.charCodeAt(at + 1);
  if (next !== 0x75) return SHORT_ESCAPES[next] ?? 0;
  let means = 0;
  for (let digit = at + 2; digit < at + 6; digit++) {
    const value = hexDigit(text.charCodeAt(digit));
    if (value < 0) return 0;
    means = means * 16 + value;
  }
  return reading(6, means);
}

/** -1 where the code is invalid, or after the end of the text. */
function hexDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function readPercent(text: string, at: number, unit: number): number {
  if (unit !== 0x25) return 0;
  const high = hexDigit(text.charCodeAt(at + 1));
  const low = hexDigit(text.charCodeAt(at + 2));
  if (low >= 0 && high >= 2 && high <= 7) return reading(3, high * 16 + low);
  if (low < 0 || high < 0xc) return 0;
  const bytes = /^(?:%[cdCD][0-9a-fA-F]|%[eE][0-9a-fA-F]%[89abAB][0-9a-fA-F])%[89abAB][0-9a-fA-F]/.exec(
    text.slice(at, at + 9),
  )?.[0];
  return bytes === undefined ? 0 : reading(bytes.length, unitOf(bytes));
}

/** The unit that two or three bytes of UTF-8 are. */
function unitOf(bytes: string): number {
  const text = Buffer.from(bytes.replaceAll("%", ""), "hex").toString("utf8");
  return text.length === 1 ? text.charCodeAt(0) : 0xfffd;
}

/** Escape sequences of terminals, and characters without a width. */
const SEQUENCE =
  // oxlint-disable-next-line no-control-regex
  /\u001b(?:\[[0-?]{0,32}[ -/]{0,8}[@-~]|\][^\u0007\u001b]{0,200}(?:\u0007|\u001b\\))/y;

/** A sequence also ends a word: `done\u001b[0mghp_…`. */
function readApart(text: string, at: number, unit: number): number {
  const read = readUnseen(text, at, unit);
  return read === 0 ? 0 : reading(takenBy(read), 0x20);
}

function readUnseen(text: string, at: number, unit: number): number {
  if (unit < 0xad && unit !== 0x1b) return 0;
  if (unit === 0x1b) {
    SEQUENCE.lastIndex = at;
    return SEQUENCE.test(text) ? reading(SEQUENCE.lastIndex - at, NO_UNIT) : 0;
  }
  const isUnseen = unit === 0xad || (unit >= 0x200b && unit <= 0x200f) || unit === 0x2060 || unit === 0xfeff;
  return isUnseen ? reading(1, NO_UNIT) : 0;
}
