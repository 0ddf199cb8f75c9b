// Renders our sentences, with recorded text in them, as a list.
import { cutForPage } from "./cut-for-page.js";
import { markup, pre, type Markup } from "./markup.js";

/** Undefined without a sentence. */
export function list(kind: string, texts: readonly string[]): Markup | undefined {
  if (texts.length === 0) return undefined;
  return markup`<ul class="${kind}">${texts.map((text) => markup`<li>${lines(text)}</li>`)}</ul>`;
}

/** Renders a text that may have lines: an error with its evidence and its fix. */
export function lines(text: string): Markup {
  return text.includes("\n") ? pre(cutForPage(text), "prose") : markup`${cutForPage(text)}`;
}
