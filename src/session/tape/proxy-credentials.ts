// Finds each credential in the HTTP headers that pass, once, so that it is treated as a secret from then on; and hides
// secrets in URLs for people.
import { collectKnownValues, type KnownValue } from "../../redaction/known-values.js";
import { Redactor } from "../../redaction/redactor.js";
import { collectRequestSecrets } from "../../redaction/request-secrets.js";

/**
 * A limit, because every text is searched for every credential: a client with a new token for each request must not
 * make that slow.
 */
const MOST = 1000;

/** Calls `know` with credentials that are new, and `tell` once where there are too many. */
export function watchCredentials(
  know: (values: KnownValue[]) => void,
  tell: (message: string) => void,
): (rawHeaders: readonly string[], path?: string) => void {
  const seen = new Set<string>();
  let isFull = false;
  return (rawHeaders, path) => {
    const fresh = collectRequestSecrets(rawHeaders, path).filter(({ value }) => !seen.has(value));
    if (fresh.length === 0 || isFull) return;
    isFull = seen.size + fresh.length > MOST;
    if (isFull)
      return tell(`more than ${MOST} credentials passed; a result that repeats a later one is recorded with it`);
    for (const { value } of fresh) seen.add(value);
    know(fresh);
  };
}

/** A URL without the secrets in it. */
export function hideUrl(url: string): string {
  const servers = [{ transport: "shttp", url } as const];
  const known = collectKnownValues({ suite: { config: {}, variables: [] }, servers, env: process.env });
  return new Redactor({ suite: "", known, keys: [], findByRules: () => [], series: "recorded" }).redact(url);
}
