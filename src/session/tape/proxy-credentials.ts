// The heads of what passes over HTTP in, each credential in them once out, to be known as a secret from then on; and what a
// person may be shown of a URL.
import { collectKnownValues, type KnownValue } from "../../redaction/known-values.js";
import { Redactor } from "../../redaction/redactor.js";
import { collectRequestSecrets } from "../../redaction/request-secrets.js";

/** What is known is looked for in every text; a client that has a new token for each request must not make that slow. */
const MOST = 1000;

/** Calls `know` with what was not seen before, and `tell` once when there is too much of it. */
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
  const server = { transport: "shttp", url } as const;
  const known = collectKnownValues({ suite: { config: {}, variables: [] }, server, env: process.env });
  return new Redactor({ suite: "", known, keys: [], findByRules: () => [], series: "recorded" }).redact(url);
}
