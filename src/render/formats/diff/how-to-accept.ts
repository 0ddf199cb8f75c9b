// Returns the command that accepts what a person may accept in the contract. Not escaped.
import type { DiffReport } from "../../../diff/diff.js";
import { buildSettle } from "../../../report/settle.js";
import { acceptableIds } from "./notable.js";

/** Undefined where nothing can be accepted, or where no config has the cassettes. Of too many ids, names the first. */
export function howToAccept(report: DiffReport, config: string | undefined): string | undefined {
  const ids = acceptableIds(report);
  const live = report.from.kind === "server" || report.to.kind === "server";
  if (ids.length === 0 || !live) return undefined;
  const settle = (drift: readonly string[]): string | undefined =>
    buildSettle({ workflow: "", config: config ?? null, replayed: false, drift }, ["accept"])[0];
  return settle(ids) ?? settle(ids.slice(0, 1));
}
