// A text in; the same text read in other ways out (without colours, JSON escapes or percent codes), each with the way
// back to the places in the text. Pure.

/** A reading of a text: what it says, and where each of its units stands in the text. */
export interface View {
  text: string;
  decoded: "json" | "url" | undefined;
  /** Where a place in the view stands in the text. */
  rangeOf: (start: number, end: number) => { start: number; end: number };
}

/** What stands at a place of a text and is read as less: how many units it takes, and the one that it means, if any. */
interface Reading {
  takes: number;
  /** A UTF-16 unit; undefined for what nobody sees. */
  means: number | undefined;
}
type Reader = (text: string, at: number) => Reading | undefined;

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
  const starts = new Int32Array(before.length + 1);
  let size = 0;
  for (let at = 0; at < before.length;) {
    const reading = reader(before, at);
    if (reading === undefined) {
      starts[size] = at;
      units[size++] = before.charCodeAt(at++);
      continue;
    }
    if (reading.means !== undefined) {
      starts[size] = at;
      units[size++] = reading.means;
    }
    at += reading.takes;
  }
  if (size === before.length) return view;
  const text = Buffer.from(units.buffer, 0, size * 2).toString("utf16le");
  return {
    text,
    decoded,
    rangeOf(start, end) {
      // What nobody sees belongs to the unit before it only where a range goes on behind it.
      const last = starts[end - 1] ?? 0;
      return view.rangeOf(starts[start] ?? 0, last + Math.max(1, reader(before, last)?.takes ?? 1));
    },
  };
}

const BACKSLASH = 0x5c;
/** Codes of what may follow a backslash, and what that means. */
const ESCAPES = new Map(
  Object.entries({ b: "\b", f: "\f", n: "\n", r: "\r", t: "\t", '"': '"', "\\": "\\", "/": "/" }).map(
    ([char, means]) => [char.charCodeAt(0), { takes: 2, means: means.charCodeAt(0) }],
  ),
);

function readEscape(text: string, at: number): Reading | undefined {
  if (text.charCodeAt(at) !== BACKSLASH) return undefined;
  const short = ESCAPES.get(text.charCodeAt(at + 1));
  if (short !== undefined) return short;
  const code = /^\\u([0-9a-fA-F]{4})/.exec(text.slice(at, at + 6))?.[1];
  return code === undefined ? undefined : { takes: 6, means: Number.parseInt(code, 16) };
}

function readPercent(text: string, at: number): Reading | undefined {
  if (text.charCodeAt(at) !== 0x25) return undefined;
  const code = /^%([2-7][0-9a-fA-F])/.exec(text.slice(at, at + 3))?.[1];
  if (code !== undefined) return { takes: 3, means: Number.parseInt(code, 16) };
  const bytes = /^(?:%[cdCD][0-9a-fA-F]|%[eE][0-9a-fA-F]%[89abAB][0-9a-fA-F])%[89abAB][0-9a-fA-F]/.exec(
    text.slice(at, at + 9),
  )?.[0];
  return bytes === undefined ? undefined : { takes: bytes.length, means: unitOf(bytes) };
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
function readApart(text: string, at: number): Reading | undefined {
  const reading = readUnseen(text, at);
  return reading === undefined ? undefined : { ...reading, means: 0x20 };
}

function readUnseen(text: string, at: number): Reading | undefined {
  const code = text.charCodeAt(at);
  if (code === 0x1b) {
    SEQUENCE.lastIndex = at;
    return SEQUENCE.test(text) ? { takes: SEQUENCE.lastIndex - at, means: undefined } : undefined;
  }
  return code < 0xad || !UNSEEN.test(text.charAt(at)) ? undefined : { takes: 1, means: undefined };
}
