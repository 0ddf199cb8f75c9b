// Writes a path or value in every form that it may have in a text: unchanged, in JSON, in URLs. Pure.

/**
 * The form of a value in a text: unchanged, inside a URL, with JSON's escapes (`ascii`: also for everything that is not
 * ASCII; `escaped`: `\/` for `/`), with `/` for `\`, or unchanged where a URL would want it encoded.
 */
export type Spelling = "plain" | "url" | "json" | "ascii" | "escaped" | "slash" | "raw";

/** The spellings that a placeholder names: `[home:json]`. */
export const NAMED_SPELLINGS = ["url", "json", "ascii", "escaped", "slash", "raw"] as const;

/** True for an absolute path, POSIX or Windows. */
export function isAbsolutePath(value: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(value);
}

/** A path without slashes at its end; undefined for a root such as `/` or `C:\`, which would be found everywhere. */
export function trimPath(path: string): string | undefined {
  const trimmed = path.replace(/[\\/]+$/, "");
  return trimmed === "" || /^[A-Za-z]:$/.test(trimmed) ? undefined : trimmed;
}

/** A value in a spelling; undefined where that spelling cannot express it. */
export function spell(value: string, spelling: Spelling): string | undefined {
  switch (spelling) {
    case "plain":
    case "raw":
      return value;
    case "url":
      return toUrl(value);
    case "json":
      return JSON.stringify(value).slice(1, -1);
    case "ascii":
      return JSON.stringify(value)
        .slice(1, -1)
        .replace(/[^\u0020-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    case "escaped":
      return JSON.stringify(value).slice(1, -1).replaceAll("/", "\\/");
    case "slash":
      return value.replaceAll("\\", "/");
  }
}

/** As in the path of a `file:` URL. */
function toUrl(path: string): string | undefined {
  const slashed = path.replaceAll("\\", "/");
  try {
    return encodeURI(slashed.startsWith("/") ? slashed : `/${slashed}`).replace(/[?#]/g, encodeURIComponent);
  } catch {
    return undefined;
  }
}
