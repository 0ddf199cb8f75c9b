// A replay that lost its ground in; where the server says that it is the recorded version, what to do about it out.
import { isOfContract } from "../trace/drift-id.js";
import type { Drift } from "../trace/drift.js";
import type { Trace } from "../trace/trace.js";
import { isExplained, losesGround } from "../trace/drift-classes.js";

/**
 * One sentence where a result that differs ends the ground, and the server has the recorded name, version and contract.
 * Undefined where its contract differs, too: then the server changed.
 */
export function describeSameBuild({ evidence, server, sources }: Trace, config: string | null): string | undefined {
  if (evidence === undefined || sources.server !== "live") return undefined;
  const { name, version } = evidence.recorded.server;
  if (name === "" || name !== server.name || version !== server.version) return undefined;
  if (evidence.drift.some((drift) => isOfContract(drift.where) && !isExplained(drift))) return undefined;
  if (!evidence.drift.some(differsInResult)) return undefined;
  const command = config === null ? "mcpvals record --check" : `mcpvals record --check ${config}`;
  return `The server says that it is the version that was recorded (${name} ${version}). If this place differs on its own, learn it: ${command}`;
}

function differsInResult(drift: Drift): boolean {
  const { where, accepted, note } = drift;
  if (where.part !== "result" || accepted === true || note === "no answer") return false;
  return losesGround(drift);
}
