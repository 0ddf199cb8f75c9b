// Defines what counts as a placeholder of a place in a text: `[home]`, `[env:NAME]`, `[home:json]`. Pure.
import { NAMED_SPELLINGS } from "./place-forms.js";

const SPELLINGS = `(?::(?:${NAMED_SPELLINGS.join("|")}))?`;

/** What counts as a placeholder. */
export interface Grammar {
  placeholder: RegExp;
  /** The start of one, wherever it is, and at one index of a text. */
  written: RegExp;
  writtenHere: RegExp;
}

function grammarOf(names: string): Grammar {
  const written = String.raw`\[(?=(?:literal:)*${names}${SPELLINGS}\])`;
  return {
    // A placeholder in somebody's own text is kept as `[literal:home]`, and that one as `[literal:literal:home]`.
    placeholder: new RegExp(String.raw`\[((?:literal:)*)(${names})(${SPELLINGS})\]`, "g"),
    written: new RegExp(written, "g"),
    writtenHere: new RegExp(written, "y"),
  };
}

const FIXED = String.raw`config|root|home|tmp|run|port|server|env:[A-Za-z_]\w*`;
export const ONE_SERVER = grammarOf(`(?:${FIXED})`);
/** Where the suite has several servers, each has a port and an address. */
export const SEVERAL_SERVERS = grammarOf(String.raw`(?:${FIXED}|(?:port|server)\/[a-z0-9-]{1,32})`);
