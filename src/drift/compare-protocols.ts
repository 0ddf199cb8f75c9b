// Compares the protocol versions of the servers with the recorded ones: only where the era differs. Pure.
import { eraOf } from "../trace/era.js";
import { identitiesIn } from "../trace/servers.js";
import type { ServerIdentity } from "../trace/trace.js";
import type { DriftFound } from "./ledger.js";

/** One difference for each server that speaks the protocol of another era now. */
export function findProtocolDrift(recorded: ServerIdentity, present: ServerIdentity): DriftFound[] {
  const before = new Map(identitiesIn(recorded).map((one) => [one.server, one.identity.protocol]));
  return identitiesIn(present).flatMap(({ server, identity }): DriftFound[] => {
    const was = before.get(server) ?? "";
    if (eraOf(identity.protocol) === eraOf(was)) return [];
    const where = { part: "server", ...(server === undefined ? {} : { server }), path: "/protocol" } as const;
    return [{ class: "docs", where, recorded: was, present: identity.protocol }];
  });
}
