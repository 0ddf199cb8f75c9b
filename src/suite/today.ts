// Reads a suite's prompts and places as a run would have them, without a run, so that cassettes can be compared where
// nothing is started.
import { createPlaces, type Places } from "../places/places.js";
import { showWritten } from "../places/written.js";
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import { serversIn } from "../config/servers.js";
import type { Suite } from "../config/suite.js";
import { readAddresses } from "./addresses.js";
import { readClientScript } from "./client-script.js";
import { readMachine } from "../places/machine.js";
import { fixedPorts, placesOfPorts, portsFor, portVariables } from "./run-ports.js";
import { protocolsOf, type ClientToday } from "./stale.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface SuiteToday {
  places: Places;
  promptsOf(workflow: Workflow): string[];
  client: ClientToday;
}

/** Replaces the folder that a run would have: the same on both sides of a comparison, and found nowhere else. */
const FOLDER = "/mcpvals-run-folder";

/** Undefined where a variable is not set, because then the texts are unknown. */
export function readToday(suite: Suite, env: Environment): SuiteToday | undefined {
  if (suite.variables.some(({ required, value }) => required && value === undefined)) return undefined;
  const servers = serversIn(suite.config);
  const ports = fixedPorts(servers);
  const all = { ...env, MCPVALS_TMP: FOLDER, ...portVariables(ports) };
  const places = createPlaces({
    ...readMachine(suite.folder),
    run: [FOLDER],
    ...placesOfPorts(ports),
    ...readAddresses(servers, (name) => ({ ...all, ...portsFor(name, ports) })),
    env: Object.fromEntries(suite.variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
  });
  return {
    places: { ...places, show: (value) => showWritten(places.show(value)) },
    client: { ...readClientScript(suite, all), servers: protocolsOf(servers) },
    promptsOf: (workflow) => expandWorkflow(workflow, all).steps.map(({ user }) => user),
  };
}
