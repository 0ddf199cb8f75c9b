// Decides what a watched run is about, and says so in a line. Pure.
import { relative } from "node:path";
import type { Report } from "../report/report.js";
import type { Concern } from "../suite/concern.js";
import type { Share } from "../suite/options.js";
import type { Planned } from "./plan-suites.js";

/** What the next run is for; it grows until a run of it is done. */
export interface WatchWish {
  all: boolean;
  failed: boolean;
  /** Absolute paths. */
  changed: ReadonlySet<string>;
}

const WHAT_FAILED = "what did not pass";

export const NO_WISH: WatchWish = { all: false, failed: false, changed: new Set() };

/** What did not pass, by the suite's config: everything of it, or this share. */
export type Open = ReadonlyMap<string, Share | "whole">;

/** What is run of the suite: undefined for nothing. */
export function dueOf(
  suite: { file: string; concern: Concern },
  asked: WatchWish,
  open: Open,
): Share | "whole" | undefined {
  if (asked.all) return "whole";
  const { concerns, workflowOf } = suite.concern;
  const hits = [...asked.changed].filter(concerns);
  const failed = asked.failed ? open.get(suite.file) : undefined;
  const named = hits.flatMap((path) => workflowOf(path) ?? []);
  if (failed === "whole" || named.length < hits.length) return "whole";
  if (failed === undefined && named.length === 0) return undefined;
  return { workflows: [...new Set([...named, ...(failed?.workflows ?? [])])], tests: failed?.tests === true };
}

/** What did not pass, after a run of these. A suite that gave no report is open as before its run, or whole. */
export function updateOpen(open: Open, ran: readonly Planned[], reports: readonly Report[]): Open {
  const next = new Map(open);
  for (const [at, { suite, share }] of ran.entries()) {
    const file = suite.file ?? "";
    const left = whatIsLeft(next.get(file), share, reports.length === ran.length ? reports[at] : undefined);
    if (left === undefined) next.delete(file);
    else next.set(file, left);
  }
  return next;
}

function whatIsLeft(
  before: Share | "whole" | undefined,
  share: Share | undefined,
  report: Report | undefined,
): Share | "whole" | undefined {
  if (report === undefined) return "whole";
  if (before === "whole" && share !== undefined) return "whole";
  const earlier = share === undefined || before === "whole" ? undefined : before;
  const seen = new Set(report.evaluations.map(({ workflowName }) => workflowName));
  const workflows = [
    ...(earlier?.workflows ?? []).filter((name) => !seen.has(name)),
    ...report.evaluations.filter(isOpen).map(({ workflowName }) => workflowName),
  ];
  const tests = share?.tests === false ? earlier?.tests === true : report.toolHealth.some(isOpen);
  return workflows.length > 0 || tests ? { workflows, tests } : undefined;
}

function isOpen({ verdict }: Pick<Report, "verdict">): boolean {
  return verdict !== "passed" && verdict !== "skipped";
}

/** `server.mjs changed: 2 of 3 suites`. */
export function describeRound(asked: WatchWish, due: readonly Planned[], all: readonly Planned[], cwd: string): string {
  const names = [...asked.changed].map((path) => relative(cwd, path)).toSorted();
  const [first, second] = names;
  const changed =
    first === undefined
      ? undefined
      : `${names.length < 3 ? names.join(" and ") : `${first}, ${second} and ${names.length - 2} more`} changed`;
  const why = asked.all ? "All" : [changed, asked.failed ? WHAT_FAILED : undefined].filter(Boolean).join(", and ");
  return `${why === WHAT_FAILED ? "What did not pass" : why}: ${count(due, all)}`;
}

function count(due: readonly Planned[], all: readonly Planned[]): string {
  const named = due.flatMap(({ share }) => (share === undefined ? [] : share.workflows));
  if (due.length > 0 && due.every(({ share }) => share !== undefined && !share.tests)) {
    const of = due.flatMap(({ suite }) => suite.config.workflows ?? []).length;
    return `${named.length} of ${of} ${of === 1 ? "workflow" : "workflows"}`;
  }
  return `${due.length} of ${all.length} ${all.length === 1 ? "suite" : "suites"}`;
}
