// Text of any origin in; Markdown in which nothing of it is alive (no mention, link, HTML, emphasis) out.
import { escapeControls } from "./shown-text.js";

/** A code span: in it GitHub makes no link and mentions nobody. One line; fit for a table. */
export function codeSpan(text: string): string {
  // A bar would end the cell, also after a backslash.
  const shown = escapeControls(text).replaceAll("|", "｜");
  if (shown.trim() === "") return "`(empty)`";
  const ticks = "`".repeat(longestRun(shown) + 1);
  const pad = shown.startsWith("`") || shown.endsWith("`") ? " " : "";
  return `${ticks}${pad}${shown}${pad}${ticks}`;
}

/** A fence longer than any inside. The text has its controls escaped, but for line ends. */
export function fence(text: string, language = "text"): string {
  const ticks = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text}\n${ticks}`;
}

/** For inside of HTML: `<code>` with the text, in which GitHub mentions nobody. One line. */
export function htmlCode(text: string): string {
  const shown = escapeControls(text).replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);
  return `<code>${shown.trim() === "" ? "(empty)" : shown}</code>`;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
