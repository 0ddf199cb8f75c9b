// Says what to do where a replay stopped proving anything although the server reports the recorded version.
import { wordsOfConfig } from "../config/words-of-configs.js";
import { isOfContract } from "../trace/drift-id.js";
import type { Drift } from "../trace/drift.js";
import type { Trace } from "../trace/trace.js";
import { isExplained, losesGround } from "../trace/drift-classes.js";

/**
 * Returns one sentence where results differ from the recording while the server has the recorded name, version and
 * contract. Undefined where its contract differs too: then the server changed.
 */
export function describeSameBuild({ evidence, server, sources }: Trace, config: string | null): string | undefined {
  if (evidence === undefined || sources.server !== "live") return undefined;
  const { name, version } = evidence.recorded.server;
  if (name === "" || name !== server.name || version !== server.version) return undefined;
  if (evidence.drift.some((drift) => isOfContract(drift.where) && !isExplained(drift))) return undefined;
  if (!evidence.drift.some(differsInResult)) return undefined;
  const command = `mcpvals record --check${wordsOfConfig(config)}`;
  return `The server reports the recorded version (${name} ${version}). If this place differs on its own, learn it: ${command}`;
}

function differsInResult(drift: Drift): boolean {
  const { where, accepted, note } = drift;
  if (where.part !== "result" || accepted === true || note === "no answer") return false;
  return losesGround(drift);
}
