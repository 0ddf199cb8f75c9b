// A protocol version in, its era out.
import type { Era } from "./session.js";

/** The one version of the modern era that is known today. */
export const MODERN_VERSION = "2026-07-28";

/** Versions are dates; a server that names none is of the old days. */
export function eraOf(protocol: string): Era {
  return protocol >= MODERN_VERSION ? "modern" : "legacy";
}
