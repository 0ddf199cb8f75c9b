// Says what to do where a replay stopped proving anything although the server reports the recorded version.
import { wordsOfConfig } from "../config/words-of-configs.js";
import { isOfContract } from "../trace/drift-id.js";
import type { Drift } from "../trace/drift.js";
import { serverOf, splitTool } from "../trace/servers.js";
import type { ServerIdentity, Trace } from "../trace/trace.js";
import { isExplained, losesGround } from "../trace/drift-classes.js";

/**
 * Returns one sentence where results differ from the recording while the server has the recorded name, version and
 * contract. Undefined where its contract differs too: then the server changed.
 */
export function describeSameBuild({ evidence, server, sources }: Trace, config: string | null): string | undefined {
  if (evidence === undefined || sources.server !== "live") return undefined;
  const differing = evidence.drift.find(differsInResult);
  if (differing === undefined) return undefined;
  const whose = nameOf(differing.where, server);
  const { name, version } = serverOf(evidence.recorded.server, differing.where.tool ?? "");
  const now = serverOf(server, differing.where.tool ?? "");
  if (name === "" || name !== now.name || version !== now.version) return undefined;
  const isOfServer = ({ where }: Drift): boolean => isOfContract(where) && nameOf(where, server) === whose;
  if (evidence.drift.some((drift) => isOfServer(drift) && !isExplained(drift))) return undefined;
  const command = `mcpvals record --check${wordsOfConfig(config)}`;
  return `The server reports the recorded version (${name} ${version}). If this place differs on its own, learn it: ${command}`;
}

/** The server of a place; undefined where there is one. */
function nameOf({ server, tool = "" }: Drift["where"], { servers }: ServerIdentity): string | undefined {
  return servers === undefined ? undefined : (server ?? splitTool(tool).server);
}

function differsInResult(drift: Drift): boolean {
  const { where, accepted, note } = drift;
  if (where.part !== "result" || accepted === true || note === "no answer") return false;
  return losesGround(drift);
}
