// Writes a placeholder for a redacted value: `[redacted:NAME]`, or `[redacted:NAME:base64]` where it had another form.
// Pure.

/** The form that a value had; absent where it was unchanged. */
export const FORMS = ["json", "url", "base64", "base64url", "number"] as const;
export type PlaceholderForm = (typeof FORMS)[number];

/** Never nested, so that the contents of a false placeholder are searched too. */
const PLACEHOLDER = /\[redacted:([^[\]\s]+)\]/g;

export interface PlaceholderAt {
  start: number;
  end: number;
  name: string;
  form: PlaceholderForm | undefined;
}

/** The placeholder of a value. A name keeps only what cannot end or split a placeholder. */
export function writePlaceholder(name: string, form?: PlaceholderForm): string {
  return `[redacted:${name}${form === undefined ? "" : `:${form}`}]`;
}

/** True for a text that is only a placeholder. */
export function isPlaceholder(text: string): boolean {
  const [only] = placeholdersIn(text);
  return only !== undefined && only.start === 0 && only.end === text.length;
}

/** A text as a name: letters, digits and `_.-`. */
export function asName(text: string): string {
  return text.replace(/[^A-Za-z0-9_.-]+/g, "-").slice(0, 60) || "value";
}

/** All placeholders of a text, whoever wrote them. */
export function placeholdersIn(text: string): PlaceholderAt[] {
  if (!text.includes("[redacted:")) return [];
  return [...text.matchAll(PLACEHOLDER)].map((match) => {
    const [whole, inner = ""] = match;
    const form = FORMS.find((each) => inner.endsWith(`:${each}`));
    const name = form === undefined ? inner : inner.slice(0, -form.length - 1);
    return { start: match.index, end: match.index + whole.length, name, form };
  });
}

/** A value in a form. */
export function inForm(value: string, form: PlaceholderForm | undefined): string {
  switch (form) {
    case "json":
      return JSON.stringify(value).slice(1, -1);
    case "url":
      return encodeUrl(value);
    case "base64":
    case "base64url":
      return Buffer.from(value, "utf8").toString(form);
    case "number":
    case undefined:
      return value;
  }
}

/** As in a query; a lone surrogate, which no URL can hold, leaves the value as it is. */
function encodeUrl(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}
