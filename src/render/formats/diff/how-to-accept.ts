// Returns the command that accepts what a person may accept in a diff. Not escaped.
import type { DiffReport } from "../../../diff/diff.js";
import { buildSettle } from "../../../report/settle.js";
import { acceptableIds } from "./notable.js";

/** Undefined where nothing can be accepted, or where no config has the cassettes. */
export function howToAccept(report: DiffReport, config: string | undefined): string | undefined {
  const ids = acceptableIds(report);
  const live = report.from.kind === "server" || report.to.kind === "server";
  if (ids.length === 0 || !live) return undefined;
  const [command] = buildSettle({ workflow: "", config: config ?? null, replayed: false, drift: ids }, ["accept"]);
  // Too many ids to accept all of them at once.
  return command ?? `mcpvals accept ID... -m "why it is harmless"`;
}
