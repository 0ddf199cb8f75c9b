// What a reporter of a diff takes and gives. Types only.
import type { DiffReport } from "../../../diff/diff.js";

export interface DiffReporterOptions {
  color: boolean;
  /** Columns; 80 without. */
  columns?: number | undefined;
  /** Everything, not only what decides. */
  full: boolean;
  /** The config as the user names it on the command line: for the command that accepts, and as the place of annotations. */
  config?: string | undefined;
}

/** From a diff to the text that is printed or written. */
export type DiffReporter = (report: DiffReport, options: DiffReporterOptions) => string;
