// Adds headers to the requests of a client that is not to know them: it sends the token of this run in their place. Pure.
import { timingSafeEqual } from "node:crypto";
import { McpvalsError } from "../errors.js";
import { valuesOf, type RequestHead } from "./http-head.js";

/** What a request gets in place of the token. A request without the token passes as it came. */
export interface AddedToRequests {
  /** The client sends it as {@link RUN_HEADER}; nobody else on this machine knows it. */
  token: string;
  /** As {@link readAddedHeaders} returns them. */
  headers: readonly (readonly [name: string, value: string])[];
  /** Paths and queries that the client was given, and those of the upstream, which may hold a secret; redirects add to them. */
  targets: Map<string, string>;
}

/** The header in which the client sends the token. It never goes up. */
export const RUN_HEADER = "x-mcpvals-run";

/** They belong to the connection or to the body, of which only its sender knows. */
const REFUSED = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  RUN_HEADER,
]);

/** What a client says of the body that it sends and of the one that it can read: added only where it says nothing. */
const OF_CLIENT = new Set(["accept", "content-type"]);

/**
 * Headers as they are sent: white space around values is taken off, as `fetch` does. Throws CONFIG_INVALID for those that
 * a proxy cannot add; the message holds no value. `server`: for the message.
 */
export function readAddedHeaders(headers: Readonly<Record<string, string>>, server: string): [string, string][] {
  return Object.entries(headers).map(([name, value]) => {
    const sent = value.replaceAll(/^[\t\r\n ]+|[\t\r\n ]+$/g, "");
    const why = whyNotSent(name, sent);
    if (why === undefined) return [name, sent];
    throw new McpvalsError(
      "CONFIG_INVALID",
      `the header ${JSON.stringify(name)} of the server ${server} cannot be sent`,
      {
        evidence: why,
        fix: `Correct it, or take it out of "headers" of ${server}.`,
      },
    );
  });
}

function whyNotSent(name: string, value: string): string | undefined {
  if (REFUSED.has(name.toLowerCase()))
    return "It belongs to the connection or to the body of a request, and the agent's client sets it.";
  if (!/^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/.test(name))
    return "Its name holds a character that names of headers cannot have.";
  if (!/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value))
    return "Its value holds a line break or another character that HTTP headers cannot carry.";
  return undefined;
}

/** The head as it goes up. `text`: decoded as latin1, with its empty line; every other byte stays as it was. */
export function addToHead(text: string, head: RequestHead, { token, headers, targets }: AddedToRequests): string {
  if (valuesOf(head.rawHeaders, RUN_HEADER).length === 0) return text;
  const isOurs = isOfRun(head, { token });
  const added = isOurs ? headers.filter(([name]) => !isOfClient(head, name)) : [];
  const replaced = new Set([RUN_HEADER, ...added.map(([name]) => name.toLowerCase())]);
  const [start = "", ...lines] = text.split("\r\n");
  const real = isOurs ? targets.get(head.target) : undefined;
  const first = real === undefined ? start : withTarget(start, head.target, real);
  const kept = lines.filter((line) => !replaced.has(line.slice(0, line.indexOf(":")).toLowerCase()));
  // The last two are the ends of the last header and of the empty line.
  kept.splice(-2, 0, ...added.map(([name, value]) => `${name}: ${value}`));
  return [first, ...kept].join("\r\n");
}

function isOfClient({ rawHeaders }: RequestHead, name: string): boolean {
  return OF_CLIENT.has(name.toLowerCase()) && valuesOf(rawHeaders, name.toLowerCase()).length > 0;
}

/** True where the request has the token, and does not lead to another server by a host in its target. */
export function isOfRun({ target, rawHeaders }: RequestHead, { token }: Pick<AddedToRequests, "token">): boolean {
  return target.startsWith("/") && valuesOf(rawHeaders, RUN_HEADER).some((one) => isEqual(one, token));
}

function withTarget(start: string, given: string, real: string): string {
  const at = start.indexOf(" ") + 1;
  return `${start.slice(0, at)}${real}${start.slice(at + given.length)}`;
}

function isEqual(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
