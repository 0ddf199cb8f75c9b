// Makes any text, even untrusted, safe for a terminal, and fits it to its width.

const CONTROLS = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}]/gu;

/**
 * Makes controls, escape sequences, bidi marks and lone surrogates visible: `\n`, `\u001b`.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, visible);
}

/** Escapes a text that keeps its lines and its tabs. */
export function escapeControlsInLines(text: string): string {
  return text.replace(CONTROLS, (char) => (char === "\n" || char === "\t" ? char : visible(char)));
}

function visible(char: string): string {
  if (char === "\n") return String.raw`\n`;
  if (char === "\t") return String.raw`\t`;
  if (char === "\r") return String.raw`\r`;
  return String.raw`\u` + (char.codePointAt(0) ?? 0).toString(16).padStart(4, "0");
}

/** Escapes a text of several lines, which stay lines. */
export function escapeLines(text: string): string {
  return text.split("\n").map(escapeControls).join("\n");
}

/** Cuts a text to `width` columns; the last is a `…` where something is left out. */
export function cutText(text: string, width: number): string {
  if (columnsOf(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const char of text) {
    used += columnsOf(char);
    if (used > width - 1) break;
    kept += char;
  }
  return `${kept}…`;
}

/** Wraps words in lines of at most `width` columns; a longer word is broken (`whole`: is not), nothing is left out. */
export function wrapText(text: string, width: number, { whole = false } = {}): string[] {
  const lines: string[] = [];
  let line = "";
  let used = 0;
  for (const word of text.split(" ")) {
    const columns = columnsOf(word);
    if (used > 0 && used + 1 + columns <= width) {
      line += ` ${word}`;
      used += 1 + columns;
      continue;
    }
    if (used > 0) lines.push(line);
    const pieces = whole ? [word] : breakWord(word, width);
    line = pieces.pop() ?? "";
    // Not spread: a word of some MB has more pieces than a call can have arguments.
    for (const piece of pieces) lines.push(piece);
    used = columnsOf(line);
  }
  return [...lines, line];
}

function breakWord(word: string, width: number): string[] {
  const pieces: string[] = [];
  let piece = "";
  let used = 0;
  for (const char of word) {
    const columns = columnsOf(char);
    if (used + columns > width && piece !== "") {
      pieces.push(piece);
      piece = "";
      used = 0;
    }
    piece += char;
    used += columns;
  }
  return [...pieces, piece];
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Counts columns: East Asian wide characters and pictographs take two, combining marks none. */
export function columnsOf(text: string): number {
  if (/^[\u0020-\u007e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const char of text) columns += /\p{M}/u.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return columns;
}
