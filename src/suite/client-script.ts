// Reads from a suite's config what the client offers to a server and answers without a model. What the model answers is
// added elsewhere.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { answerElicitation } from "../agent/elicitation.js";
import { expandElicitation, expandText } from "../config/expand.js";
import type { ElicitationAnswer, ParsedConfig } from "../config/schema.js";
import type { Suite } from "../config/suite.js";
import { isRunText } from "../config/run-variables.js";
import type { JsonObject } from "../json/value.js";
import { unknownMethod, type ClientSide } from "../server/client-side.js";
import type { ClientFeature } from "../trace/trace.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** What the config scripts for the client, with values for the run's variables. */
export interface ClientScript {
  elicitation: readonly ElicitationAnswer[];
  /** URIs. */
  roots: readonly string[];
}

/** Reads the script. `env` has the run's variables. Throws ENV_UNSET, CONFIG_INVALID. */
export function readClientScript({ config, folder }: Pick<Suite, "config" | "folder">, env: Environment): ClientScript {
  const roots = (config.roots ?? []).map((root) => {
    const path = isRunText(root) ? expandText(root, env, "roots") : root;
    return /^[a-z][a-z0-9+.-]+:\/\//i.test(path) ? path : pathToFileURL(resolve(folder, path)).href;
  });
  return { elicitation: expandElicitation(config.elicitation ?? [], env), roots };
}

/** The client features that a live run offers. */
export function featuresOf({ roots }: Pick<ParsedConfig, "roots">): ClientFeature[] {
  return ["sampling", "elicitation", ...(roots === undefined ? [] : (["roots"] as const))];
}

/** Builds a client with these features. */
export function buildClientSide({ elicitation, roots }: ClientScript, features: readonly ClientFeature[]): ClientSide {
  // Without names: a folder has another name on the next machine, and nothing would hide that.
  const named: JsonObject = { roots: roots.map((uri) => ({ uri })) };
  return {
    features,
    roots: features.includes("roots") ? roots : [],
    answer: ({ method, params }) => {
      if (method === "roots/list") return Promise.resolve({ result: named });
      if (method === "elicitation/create") return Promise.resolve({ result: answerElicitation(params, elicitation) });
      return Promise.resolve(unknownMethod());
    },
  };
}
