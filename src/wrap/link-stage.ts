// Prepares what every run of an agent needs, whoever starts it, and takes it away again: a folder, the links to its
// servers, what hides its secrets and places.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readForms, readMachine } from "../places/machine.js";
import { createPlaces } from "../places/places.js";
import { collectKnownValues } from "../redaction/known-values.js";
import type { Redactor } from "../redaction/redactor.js";
import { collectRequestSecrets } from "../redaction/request-secrets.js";
import { createVeil, type Veil } from "../redaction/veil.js";
import { loadRedactor } from "../suite/redaction.js";
import { Links } from "./links.js";

export interface LinkStage {
  /** The names of the agent's servers, as a cassette has them. */
  servers: string[];
  /** The only server has a name in the suite, so its tools have it too. Default: false. */
  isJoined?: boolean;
  links: Links;
  veil: Veil;
  redactor: Redactor;
  /** Learns the credentials of a request, to hide them wherever they come again. */
  know: (rawHeaders: readonly string[], path?: string) => void;
  /** The same for the variables and headers of a server. */
  knowVariables: (env: Readonly<Record<string, string>>) => void;
  /** Of this run. */
  folder: string;
  close: () => Promise<void>;
}

/** `env`: of the agent and of its servers; the secrets in it are known. */
export async function openLinkStage(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<LinkStage> {
  const redactor = await loadRedactor({
    suite: { name: "agent", file: null, folder: cwd, config: {}, variables: [] },
    servers: [],
    env,
  });
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-agent-"));
  const links = await Links.open();
  const veil = createVeil({
    redactor,
    paths: [],
    places: createPlaces({ ...readMachine(cwd), run: readForms(folder), env: {} }),
  });
  return {
    servers: [],
    links,
    veil,
    redactor,
    know: (...request) => redactor.know(collectRequestSecrets(...request)),
    knowVariables: (given) =>
      redactor.know(collectKnownValues({ suite: { config: {}, variables: [] }, servers: [], env: given })),
    folder,
    close: async () => {
      await links.close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
