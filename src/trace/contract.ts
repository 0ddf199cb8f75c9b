// Defines the contract: what a server declares about itself, as it came over the wire.
import type { JsonObject } from "../json/value.js";

/** A tool as the server lists it; unknown fields are kept. */
export interface Tool extends JsonObject {
  name: string;
}

/** The answer to `initialize` and all pages of all lists that the capabilities promise. */
export interface Contract {
  /** `serverInfo`: name, version and any other field. */
  server: JsonObject;
  capabilities: JsonObject;
  instructions?: string;
  /** In the server's order. */
  tools: Tool[];
  prompts?: JsonObject[];
  resources?: JsonObject[];
  resourceTemplates?: JsonObject[];
}
