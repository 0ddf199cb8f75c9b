// Makes HTML from text of any origin. A template escapes every value that is not Markup itself, so recorded text can
// never become HTML; there is no other way to make Markup.
import { escapeControlsInLines } from "../../safe/shown-text.js";

/** HTML that was made by {@link markup}. */
export class Markup {
  private readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  /** Only for {@link markup}. */
  static of(text: string): Markup {
    return new Markup(text);
  }

  toString(): string {
    return this.text;
  }
}

export type MarkupValue = string | number | Markup | undefined | false | readonly MarkupValue[];

/** Makes HTML with values in it: text is escaped, lists are joined, `undefined` and `false` are left out. */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  let text = strings[0] ?? "";
  for (const [at, value] of values.entries()) text += render(value) + (strings[at + 1] ?? "");
  return Markup.of(text);
}

/** Makes a block that keeps spaces and lines. A line end right after the tag belongs to the tag. */
export function pre(text: string, kind = "text"): Markup {
  return markup`<pre class="${kind}">\n${text}</pre>`;
}

function render(value: MarkupValue): string {
  if (value === undefined || value === false) return "";
  if (value instanceof Markup) return value.toString();
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return escapeHtml(value);
  return value.map(render).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return escapeControlsInLines(text).replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
