// Parses the heads of HTTP/1 messages, and says how long the body after one is. Pure. Requests are read strictly: where two
// readers could see two different requests, there is none.
import { HttpFault, type Framing } from "./http-reader.js";

export interface RequestHead {
  method: string;
  /** The path with its query, as it is written. */
  target: string;
  /** As `node:http` gives them: names and values in turns, decoded as latin1. */
  rawHeaders: string[];
  /** The `n` of HTTP/1.n. */
  minor: number;
}

export interface ResponseHead {
  status: number;
  rawHeaders: string[];
  minor: number;
}

const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~\dA-Za-z]+) ([^\0- \x7f]+) HTTP\/1\.([01])$/;
const STATUS_LINE = /^HTTP\/1\.([01]) +(\d{3})(?: .*)?$/;
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/;

/** Throws HttpFault where the head is not a request's. `text`: decoded as latin1, with its empty line. */
export function parseRequestHead(text: string): RequestHead {
  if (/[^\r]\n|\r[^\n]|\0/.test(text)) throw new HttpFault(400, "a line of the head does not end with CRLF");
  const [start = "", ...lines] = text.split("\r\n");
  const [, method, target, minor] = REQUEST_LINE.exec(start) ?? [];
  if (method === undefined || target === undefined) throw new HttpFault(400, "the request line is not HTTP/1");
  const rawHeaders = parseHeaders(lines);
  if (rawHeaders === undefined) throw new HttpFault(400, "a header is malformed");
  return { method, target, rawHeaders, minor: Number(minor) };
}

/** Throws HttpFault where the head is not a response's. */
export function parseResponseHead(text: string): ResponseHead {
  const [start = "", ...lines] = text.split(/\r?\n/);
  const [, minor, status] = STATUS_LINE.exec(start) ?? [];
  if (status === undefined) throw new HttpFault(400, "the status line is not HTTP/1");
  // A copy is read: a header that is none is the client's business.
  const rawHeaders = lines.flatMap((line) => parseHeaders([line]) ?? []);
  return { status: Number(status), rawHeaders, minor: Number(minor) };
}

function parseHeaders(lines: readonly string[]): string[] | undefined {
  const raw: string[] = [];
  for (const line of lines) {
    if (line === "") continue;
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon));
    if (!HEADER_NAME.test(name)) return undefined;
    raw.push(name, withoutBlanks(line.slice(colon + 1)));
  }
  return raw;
}

/** Without spaces and tabs around it. `trim()` would take off more, such as the byte 0xa0. */
function withoutBlanks(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < to && isBlank(text[from])) from += 1;
  while (to > from && isBlank(text[to - 1])) to -= 1;
  return text.slice(from, to);
}

function isBlank(char: string | undefined): boolean {
  return char === " " || char === "\t";
}

/** All values of a header. */
export function valuesOf(rawHeaders: readonly string[], wanted: string): string[] {
  const values: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === wanted) values.push(rawHeaders[at + 1] ?? "");
  }
  return values;
}

function tokensOf(rawHeaders: readonly string[], name: string): string[] {
  return valuesOf(rawHeaders, name)
    .join(",")
    .split(",")
    .map((token) => token.trim().toLowerCase())
    .filter((token) => token !== "");
}

/** How the body of a request is framed. Throws HttpFault where two readers could disagree. */
export function findRequestFraming({ rawHeaders, minor }: RequestHead): Framing {
  const codings = tokensOf(rawHeaders, "transfer-encoding");
  const lengths = valuesOf(rawHeaders, "content-length");
  if (codings.length > 0) {
    if (minor === 0 || lengths.length > 0 || codings.indexOf("chunked") !== codings.length - 1)
      throw new HttpFault(400, "its body is framed in two ways");
    return { kind: "chunked" };
  }
  const [length] = lengths;
  if (length === undefined) return { kind: "none" };
  if (lengths.length > 1 || !/^\d{1,15}$/.test(length)) throw new HttpFault(400, "its Content-Length is no number");
  return { kind: "length", left: Number(length) };
}

/** How the body of the response to a request of that method is framed. */
export function findResponseFraming({ rawHeaders, status }: ResponseHead, method: string): Framing {
  if ((status >= 100 && status < 200) || status === 204 || status === 304 || method === "HEAD") return { kind: "none" };
  const codings = tokensOf(rawHeaders, "transfer-encoding");
  if (codings.length > 0) return codings.at(-1) === "chunked" ? { kind: "chunked" } : { kind: "until-end" };
  const length = valuesOf(rawHeaders, "content-length").find((value) => /^\d{1,15}$/.test(value));
  return length === undefined ? { kind: "until-end" } : { kind: "length", left: Number(length) };
}

/** True where the connection ends after this message. */
export function endsConnection({ rawHeaders, minor }: RequestHead | ResponseHead): boolean {
  const tokens = tokensOf(rawHeaders, "connection");
  return tokens.includes("close") || (minor === 0 && !tokens.includes("keep-alive"));
}

/** True where the connection may carry something else than HTTP after this request. */
export function asksForTunnel({ method, rawHeaders }: RequestHead): boolean {
  return method === "CONNECT" || tokensOf(rawHeaders, "connection").includes("upgrade");
}

/** The head with another host under its `Host`, and every other byte as it was. */
export function replaceHost(text: string, host: string): string {
  return text.replace(/^(host:)[ \t]*[^\r\n]*$/im, (_line, name: string) => `${name} ${host}`);
}
