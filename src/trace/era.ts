// Tells the era of a protocol version.
import type { Era } from "./session.js";

/** The only version of the modern era so far. */
export const MODERN_VERSION = "2026-07-28";

/** Versions are dates. A server that names no version is legacy. */
export function eraOf(protocol: string): Era {
  return protocol >= MODERN_VERSION ? "modern" : "legacy";
}
