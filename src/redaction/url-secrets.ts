// Finds passwords and secret parameters of URLs in a text. Reads each character a limited number of times. Pure.
import { isSecretName } from "./secret-names.js";
import { isFiller, looksLikeWords, type Lead, type ShapeFound } from "./shape.js";

export const PARAMETER_LEAD: Lead = {
  lead: String.raw`(?:[?&#]|&amp;)[A-Za-z][\w.-]{0,63}=`,
  anyCase: false,
  startsWord: false,
};

/** What documentation writes instead of a secret: a word for it, or a variable of a template. */
const EXAMPLE =
  /^(?:pass(?:word|wd)?|pwd|secret|your.*|x+|\*+|\.+|<[^<>]*>|\$[A-Z_]+|\$\{[^{}]*\}|\$\([^()]*\)|\{{1,2}[^{}]*\}{1,2}|%s)$/i;
const USER = /[^\s/?#@:"'`<>\\[\]]*:/y;
/** As a URL should be: up to the last `@` before the path. */
const ENCODED = /[^\s/?#"'`<>\\]*@/y;
/** With characters that should be encoded and often are not: up to the last `@` before the host. */
const RAW = /[^\s"`>\\@]+@(?:[^\s/?#"'`<>\\@]*@)*(?=[A-Za-z0-9[])/y;
/** What is before the path where there is no password: a port, or a placeholder for one. */
const PORT = /(?:\d{1,5}|\*|[Pp][Oo][Rr][Tt]|\$\{?\w+\}?|\{{1,2}\w+\}{1,2}|<\w+>|%[sd])(?=[/?#'<])/y;
/** Their URLs hardly ever have an `@` after the host, so `12/34` can be a password. */
const DATABASE =
  /(?:postgres(?:ql)?|mysql|mariadb|rediss?|mongodb(?:\+srv)?|amqps?|sqlserver|mssql|clickhouse|neo4j|bolt)$/i;
const CLOSING: Readonly<Record<string, string>> = { "'": "'", "(": ")", "[": "]", ">": "<" };
/** Git servers take a token as the user, with this as the password. */
const NO_PASSWORD = "x-oauth-basic";

/** Finds the password of `scheme://user:password@host`, and nothing around it. */
export function findUrlPasswords(text: string, found: ShapeFound[]): void {
  for (let at = text.indexOf("://"); at >= 0;) {
    const from = at + 3;
    const next = text.indexOf("://", from);
    const colon = endOf(USER, text, from);
    if (colon !== undefined && colon - 1 !== next) {
      // A user and a password have no `://` in them, so no piece is read twice.
      const password = passwordIn(
        text.slice(from, next < 0 ? text.length : next),
        colon - from,
        text.slice(Math.max(0, at - 30), at),
      );
      if (password !== undefined) {
        found.push({ kind: "url-password", start: from + password.start, end: from + password.end, strong: false });
      }
    }
    at = next;
  }
}

/** `start`: after the first colon. `before`: the end of what is before the `://`. */
function passwordIn(piece: string, start: number, before: string): { start: number; end: number } | undefined {
  const [scheme = ""] = /[A-Za-z0-9+.-]+$/.exec(before) ?? [];
  if (scheme === "") return undefined;
  const end =
    endOf(ENCODED, piece, start) ?? endOfRaw(piece, start, scheme, before.charAt(before.length - scheme.length - 1));
  if (end === undefined || end - 1 === start) return undefined;
  const password = piece.slice(start, end - 1);
  if (password === NO_PASSWORD) return start > 1 ? { start: 0, end: start - 1 } : undefined;
  return EXAMPLE.test(password) ? undefined : { start, end: end - 1 };
}

/** `opening`: what is before the URL; the URL ends where it is closed. */
function endOfRaw(piece: string, start: number, scheme: string, opening: string): number | undefined {
  // `file://C:/…`
  if (start === 2 && piece.charAt(start) === "/") return undefined;
  const isDatabase = DATABASE.test(scheme) && /[1-9]/.test(piece.charAt(start));
  if (!isDatabase && endOf(PORT, piece, start) !== undefined) return undefined;
  const end = endOf(RAW, piece, start);
  if (end === undefined) return undefined;
  const closing = CLOSING[opening];
  const password = piece.slice(start, end - 1);
  return password.includes("</") || (closing !== undefined && password.includes(closing)) ? undefined : end;
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

const PARAMETER = /(?:[?&#]|&amp;)([A-Za-z][\w.-]{0,63})=([^\s&#;"'`<>\\|]+)/g;
/** Where a list goes on; no credential. */
const POSITION = /cursor|continu|skip|delta|sync|resume|start|csrf|xsrf/i;
/** These parameters hold only secrets. */
const SURELY = /pass|pwd|secret|pin$|otp$/i;
/** These have other meanings too: the key of an object in a store, a way to log in. */
const HARDLY = /^(?:key|auth|pat|cookie|webhook|credential)s?$/i;

/** Finds values of parameters that are named like secrets, after `?`, `&` and `#`. */
export function findUrlParameters(text: string, found: ShapeFound[]): void {
  PARAMETER.lastIndex = 0;
  for (let match = PARAMETER.exec(text); match !== null; match = PARAMETER.exec(text)) {
    const [whole, name = "", written = ""] = match;
    if (!namesSecret(name)) continue;
    const value = written.replace(/[.,:!?)\]}]+$/, "");
    if (!isSecretValue(name, value)) continue;
    const start = match.index + whole.length - written.length;
    found.push({ kind: "url-parameter", start, end: start + value.length, strong: false });
  }
}

/** The names of parameters that were tested before: a server has few, and repeats them. */
const looked = new Map<string, boolean>();
const MOST_LOOKED = 1000;

function namesSecret(name: string): boolean {
  const known = looked.get(name);
  if (known !== undefined) return known;
  if (looked.size >= MOST_LOOKED) looked.clear();
  const isSecret = isSecretName(name) && !POSITION.test(name);
  looked.set(name, isSecret);
  return isSecret;
}

function isSecretValue(name: string, value: string): boolean {
  if (/^[[{<$(:*=]/.test(value) || EXAMPLE.test(value) || isFiller(value)) return false;
  if (SURELY.test(name)) return value.length >= 4;
  if (HARDLY.test(name)) return value.length >= 20 && /\d/.test(value) && !/[/.]/.test(value);
  return value.length >= 8 && (/\d/.test(value) || !looksLikeWords(value));
}
