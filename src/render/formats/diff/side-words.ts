// Describes a side of a diff. Not escaped.
import type { DiffSide } from "../../../diff/diff.js";
import type { ServerIdentity } from "../../../trace/trace.js";

/** `npx -y my-server@next (my-server 2.0.0)`, with the protocol where the other side has another. */
export function describeSide({ kind, label, server }: DiffSide, other?: DiffSide): string {
  const what = kind === "server" ? "" : `${kind} `;
  const isSame = other?.server !== undefined && server?.protocol === other.server.protocol;
  const shown = server !== undefined && isSame ? { ...server, protocol: "" } : server;
  return `${what}${label}${shown === undefined ? "" : ` (${describeServer(shown)})`}`;
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
