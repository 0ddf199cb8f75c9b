// Makes the test whether a text that a server is given holds a secret, as the redaction sees it.
import type { ClientServer } from "../config/client-entry.js";
import { loadRedactor } from "../suite/redaction.js";
import { loadNewSuite, type ExploreOptions } from "./explore.js";
import { serverConfig } from "./new-config.js";

/** Loads the rules of the redaction. */
export async function loadSecretTest(
  server: ClientServer,
  options: Pick<ExploreOptions, "cwd" | "env">,
): Promise<(text: string) => boolean> {
  const suite = await loadNewSuite(serverConfig({ server, hasState: false, resets: [] }), options);
  const redactor = await loadRedactor({ suite, servers: [], env: options.env ?? {} });
  return (text) => redactor.redact(text) !== text;
}
