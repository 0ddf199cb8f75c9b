// Describes a side of a diff. Not escaped.
import type { DiffSide } from "../../../diff/diff.js";
import type { ServerIdentity } from "../../../trace/trace.js";

/** `npx -y my-server@next (my-server 2.0.0, protocol 2025-11-25)` */
export function describeSide({ kind, label, server }: DiffSide): string {
  const what = kind === "server" ? "" : `${kind} `;
  return `${what}${label}${server === undefined ? "" : ` (${describeServer(server)})`}`;
}

/** `my-server 2.0.0, protocol 2025-11-25` */
export function describeServer({ name, version, protocol }: ServerIdentity): string {
  const named = name === "" ? "unknown server" : `${name} ${version}`.trimEnd();
  return protocol === "" ? named : `${named}, protocol ${protocol}`;
}

/** `my-server 1.4.0 → my-server 2.0.0`, with the protocols where they differ. */
export function describePair(before: ServerIdentity, after: ServerIdentity): string {
  const same = before.protocol === after.protocol;
  const name = (side: ServerIdentity): string => describeServer(same ? { ...side, protocol: "" } : side);
  return `${name(before)} → ${name(after)}`;
}
