// Renders any text, even untrusted, as GitHub shows it, but inert: no link, no mention, no HTML.
import { cutText, escapeControls } from "./shown-text.js";

/** Renders a code span on one line, at most `width` columns. */
export function code(text: string, width = 120): string {
  if (text === "") return "*(empty)*";
  const shown = shorten(text, width);
  const ticks = "`".repeat(longestRun(shown) + 1);
  const pad = /^[ `]|[ `]$/.test(shown) ? " " : "";
  return `${ticks}${pad}${shown}${pad}${ticks}`;
}

/**
 * Renders a code span for a cell of a table, where a bar would end the cell. An odd number of backslashes before it
 * escapes it by every reading of the rule; after another backslash it therefore shows one more.
 */
export function cellCode(text: string, width = 60): string {
  return code(text, width).replace(/(\\*)\|/g, (_, slashes: string) =>
    slashes.length % 2 === 0 ? `${slashes}\\|` : `${slashes}\\\\|`,
  );
}

/** Renders text between tags of HTML. The `<code>` around it keeps mentions and links inert. */
export function htmlCode(text: string, width = 120): string {
  const shown = shorten(text, width).replace(/[&<>"']/g, (char) => `&#${char.codePointAt(0) ?? 0};`);
  return `<code>${shown.trim() === "" ? "(empty)" : shown}</code>`;
}

/** Renders lines in a fence that none of them can close; counts those that do not fit into `room` characters. */
export function fence(info: "diff" | "text", lines: readonly string[], room = 6000): string[] {
  const shown: string[] = [];
  let used = 0;
  for (const line of lines) {
    const escaped = escapeControls(line);
    used += escaped.length + 1;
    if (used > room) break;
    shown.push(escaped);
  }
  if (shown.length < lines.length) shown.push(`  … ${lines.length - shown.length} more lines`);
  const ticks = ticksAround(shown.join("\n"));
  return [`${ticks}${info}`, ...shown, ticks];
}

/** All of a text in a fence. Its controls are escaped already, except for line ends. */
export function fenceText(text: string, language = "text"): string {
  const ticks = ticksAround(text);
  return `${ticks}${language}\n${text}\n${ticks}`;
}

/** A fence is longer than any run of backticks inside. */
function ticksAround(text: string): string {
  return "`".repeat(Math.max(3, longestRun(text) + 1));
}

/** A link of ours: the words are ours, the address is escaped part by part. */
export function link(words: string, path: string, at: string | undefined): string {
  const escaped = path.split("/").map(encodePart).join("/");
  return `[${words}](<${at === undefined ? escaped : `${at}/${escaped}?raw=true`}>)`;
}

/** Only the start of a very long text is read. */
function shorten(text: string, width: number): string {
  return cutText(escapeControls(text.length > width * 4 ? `${text.slice(0, width * 4)}…` : text), width);
}

function encodePart(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
