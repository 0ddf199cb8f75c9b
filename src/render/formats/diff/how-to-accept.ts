// A diff in; the command that calls harmless what a person finds harmless in it out. Not escaped.
import type { DiffReport } from "../../../diff/diff.js";
import { buildSettle } from "../../../report/settle.js";
import { acceptableIds } from "./notable.js";

/** Nothing where nothing can be accepted: there is no such thing, or no config whose cassettes it would belong to. */
export function howToAccept(report: DiffReport, config: string | undefined): string | undefined {
  const ids = acceptableIds(report);
  const live = report.from.kind === "server" || report.to.kind === "server";
  if (ids.length === 0 || !live) return undefined;
  const [command] = buildSettle({ workflow: "", config: config ?? null, replayed: false, drift: ids }, ["accept"]);
  // So many ids that nobody accepts all of them at once.
  return command ?? `mcpvals accept ID... -m "why it is harmless"`;
}
