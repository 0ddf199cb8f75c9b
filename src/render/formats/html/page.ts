// Renders the parts of a page as one self-contained HTML file. It loads nothing, and recorded text can do nothing in
// it: all of it is escaped, and the page's policy allows only the script below, by its hash.
import { breakCommandsInMarkup } from "../../../log-commands.js";
import { markup, Markup } from "./markup.js";
import type { Pack } from "./packed.js";
import { SCRIPT, SCRIPT_HASH } from "./script.js";
import { STYLE, STYLE_HASH } from "./style.js";
import { toolbarMarkup } from "./toolbar.js";

export interface PageParts {
  title: string;
  header: Markup;
  main: Markup;
  footer: Markup;
  /** What the script makes elements of when they are needed. */
  packs?: readonly Pack[];
}

/** Ends with a line end. */
export function renderPage({ title, header, main, footer, packs = [] }: PageParts): string {
  const page = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${title} - mcpvals</title>
<style>${Markup.of(STYLE)}</style></head>
<body>${header}
${toolbarMarkup()}
<main>${main}</main>
${footer}
${packs.length > 0 && markup`<script type="application/json" id="packs">${jsonInScript(packs)}</script>\n`}<script>${Markup.of(SCRIPT)}</script></body></html>
`;
  // The style and the script contain no command, so their hashes stay right.
  return breakCommandsInMarkup(page.toString());
}

/** JSON in which nothing ends the element, or begins a comment or another script in it. */
function jsonInScript(value: unknown): Markup {
  return Markup.of(JSON.stringify(value).replace(/<(?=!--|\/?script)/gi, String.raw`\u003c`));
}

function policy(): string {
  return [
    "default-src 'none'",
    "img-src data:",
    `style-src '${STYLE_HASH}'`,
    `script-src '${SCRIPT_HASH}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
