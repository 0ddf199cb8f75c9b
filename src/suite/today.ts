// Reads a suite's prompts and places as a run would have them, without a run, so that cassettes can be compared where
// nothing is started.
import { createPlaces, type Places } from "../places/places.js";
import { showWritten } from "../places/written.js";
import { expandText, expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import type { Suite } from "../config/suite.js";
import { readClientScript } from "./client-script.js";
import { readMachine } from "../places/machine.js";
import type { ClientToday } from "./stale.js";

type Environment = Readonly<Record<string, string | undefined>>;

export interface SuiteToday {
  places: Places;
  promptsOf(workflow: Workflow): string[];
  client: ClientToday;
}

/**
 * Replace the folder and the port that a run would have: the same on both sides of a comparison, and found nowhere
 * else.
 */
const RUN = { MCPVALS_TMP: "/mcpvals-run-folder", MCPVALS_PORT: "65535" };

/** Undefined where a variable is not set, because then the texts are unknown. */
export function readToday(suite: Suite, env: Environment): SuiteToday | undefined {
  if (suite.variables.some(({ required, value }) => required && value === undefined)) return undefined;
  const all = { ...env, ...RUN };
  return {
    places: placesOf(suite, all),
    client: { ...readClientScript(suite, all), protocol: suite.config.server?.protocol },
    promptsOf: (workflow) => expandWorkflow(workflow, all).steps.map(({ user }) => user),
  };
}

function placesOf(suite: Suite, env: Environment): Places {
  const { server } = suite.config;
  const places = createPlaces({
    ...readMachine(suite.folder),
    run: [RUN.MCPVALS_TMP],
    port: Number(RUN.MCPVALS_PORT),
    server:
      server === undefined || server.transport === "stdio" ? undefined : expandText(server.url, env, "server.url"),
    env: Object.fromEntries(suite.variables.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
  });
  return { ...places, show: (value) => showWritten(places.show(value)) };
}
