// Defines the contract: what a server declares about itself, as it came over the wire.
import type { JsonObject } from "../json/value.js";

/** A tool as the server lists it; unknown fields are kept. */
export interface Tool extends JsonObject {
  name: string;
}

/** What a server declares beside its tools. */
export interface ServerSays {
  /** `serverInfo`: name, version and any other field. */
  server: JsonObject;
  capabilities: JsonObject;
  instructions?: string;
  prompts?: JsonObject[];
  resources?: JsonObject[];
  resourceTemplates?: JsonObject[];
}

/** The answer to `initialize` and all pages of all lists that the capabilities promise. */
export interface Contract extends ServerSays {
  /** In the server's order. Of several servers: by server, each named `server/tool`. */
  tools: Tool[];
  /** Only where a suite has several servers: what each of them says beside its tools, by its name in the config. */
  servers?: Record<string, ServerSays>;
}
