// Builds the matrix of a CI service from the listing: one entry for each suite that has something to run. Pure.
import { sep } from "node:path";
import { showPath } from "../config/show-path.js";
import type { SuiteListing } from "../run/list.js";

/** What GitHub's `strategy.matrix` takes. */
export interface Matrix {
  include: MatrixEntry[];
}

export interface MatrixEntry {
  suite: string;
  /** The config, relative to the folder of the command, with `/`. */
  config: string;
  /** Workflows that are not skipped. */
  workflows: number;
  /** Milliseconds that the recorded runs of these workflows took; those without a cassette count nothing. */
  ms: number;
}

/** Leaves out the suites of which nothing would be run. */
export function buildMatrix(suites: readonly SuiteListing[], cwd: string): Matrix {
  const include = suites.flatMap(({ name, file, workflows, toolHealth, leftOut }): MatrixEntry[] => {
    const due = workflows.filter(({ skip }) => !skip);
    if (file === null || leftOut !== undefined || due.length + toolHealth.length === 0) return [];
    const ms = due.reduce((sum, { cassette }) => sum + ("ms" in cassette ? cassette.ms : 0), 0);
    return [{ suite: name, config: showPath(file, cwd).split(sep).join("/"), workflows: due.length, ms }];
  });
  return { include };
}
