// Sorts the drift that leaves every proof in place by what it concerns, in words that are true for each.
import type { Drift } from "../../trace/drift.js";

/**
 * `field`: a new optional part of something. `list`: a tool is new, or one is gone that is not called. `tool`: what a tool
 * says of itself. `text`: what the server says of itself.
 */
export type PassiveDrift = "field" | "list" | "tool" | "text";

/** Undefined where the drift is of a class that can change what Claude does. */
export function passiveDriftOf({ class: kind, where: { part, path } }: Drift): PassiveDrift | undefined {
  if (kind !== "additive" && kind !== "docs") return undefined;
  if (part === "tool" && path === "") return "list";
  if (kind === "additive") return "field";
  return part === "tool" ? "tool" : "text";
}
