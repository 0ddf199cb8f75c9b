// Leads a client that follows a redirect back to the proxy: many servers name their own address in full, for a missing slash at
// the end, and a client would go past the proxy from then on. Pure.
import { isOfRun, type AddedToRequests } from "./http-added.js";
import { valuesOf, type RequestHead, type ResponseHead } from "./http-head.js";

/** Targets that a client was given for redirects, beyond which it gets no more of them back. */
const MAX_GIVEN = 100;

/** Who redirects, and whom. */
export interface Redirected {
  /** The upstream's, which it names itself. */
  origin: string;
  /** The host by which the client knows the proxy. */
  host: string;
  request: RequestHead;
  added: AddedToRequests | undefined;
}

/** True where the head sends its reader to another address. */
export function isRedirect({ status, rawHeaders }: ResponseHead): boolean {
  return status >= 300 && status < 400 && valuesOf(rawHeaders, "location").length > 0;
}

/** The head as the client gets it. `text`: decoded as latin1; every other byte stays as it was. */
export function leadBack(text: string, redirected: Redirected): string {
  return text.replace(
    /^(location:[ \t]*)([^\r\n]*?)([ \t]*\r?)$/gim,
    (_line, name: string, location: string, end: string) => `${name}${findWayBack(location, redirected)}${end}`,
  );
}

function findWayBack(location: string, { origin, host, request, added }: Redirected): string {
  const asked = `${origin}${added?.targets.get(request.target) ?? request.target}`;
  const to = URL.canParse(location, asked) ? new URL(location, asked) : undefined;
  if (to?.origin !== origin) return location;
  const real = `${to.pathname}${to.search}`;
  if (added !== undefined && isOfRun(request, added) && hides(added))
    return `http://${host}${giveTarget(added.targets, real)}`;
  return /^(?:[a-z][a-z\d+.-]*:)?\/\//i.test(location) ? `http://${host}${real}${to.hash}` : location;
}

/** True where the client is not to know the upstream's path or query. */
function hides({ targets }: AddedToRequests): boolean {
  return [...targets].some(([given, real]) => given !== real);
}

/** What the client asks for in place of a target that may hold a secret. */
function giveTarget(targets: AddedToRequests["targets"], real: string): string {
  const known = [...targets].find(([, one]) => one === real)?.[0];
  if (known !== undefined) return known;
  const [first = "/mcp", oldest] = targets.keys();
  let count = targets.size;
  while (targets.has(`${first}-${count}`)) count += 1;
  if (targets.size >= MAX_GIVEN && oldest !== undefined) targets.delete(oldest);
  targets.set(`${first}-${count}`, real);
  return `${first}-${count}`;
}
