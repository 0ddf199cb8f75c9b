// Defines what a reporter of a diff takes and returns. Types only.
import type { DiffReport } from "../../../diff/diff.js";

export interface DiffReporterOptions {
  color: boolean;
  /** Columns; default 80. */
  columns?: number | undefined;
  /** Shows everything, not only what decides. */
  full: boolean;
  /** The config as the user names it on the command line: for the command that accepts, and for annotations. */
  config?: string | undefined;
}

/** Turns a diff into the text that is printed or written. */
export type DiffReporter = (report: DiffReport, options: DiffReporterOptions) => string;
