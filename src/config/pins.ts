// Sorts the pins of a config: those that name a place for a whole value, and the others.
import type { ParsedConfig } from "./schema.js";

/** A line of `pins`, checked. */
export type ConfigPin = NonNullable<ParsedConfig["pins"]>[number];

/** A pin that puts the value at a place into an argument as it is. */
export type PlainPin = ConfigPin & { tool: string; path: string };

/** False of a pin that says `constant`, a `token`, or `as` what the argument was made. */
export function isPlainPin(pin: ConfigPin): pin is PlainPin {
  const { tool, path, token, constant, as } = pin;
  return tool !== undefined && path !== undefined && token === undefined && constant !== true && as === undefined;
}
