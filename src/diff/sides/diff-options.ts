// What `diff` takes, on the command line and in the library.
import type { DiffGate } from "../verdict/decide.js";
import type { RunOptions } from "../../suite/options.js";

/** A server by its command line, or by its URL; environment, headers and folder come from the config. */
export type OtherServer = NonNullable<RunOptions["server"]>;

/** What every form of `diff` takes. */
export interface DiffFilesOptions extends DiffGate {
  /** Folder that paths are relative to. Default: the current one. */
  cwd?: string | undefined;
  /** Names or globs; all workflows without. */
  workflows?: string[] | undefined;
}

/** What the form with live servers takes beside it. */
export interface DiffServersOptions
  extends DiffFilesOptions, Pick<RunOptions, "timeout" | "concurrency" | "llmJudge" | "env" | "signal" | "onProgress"> {
  /** The new side. Default: the server of the config. */
  to?: OtherServer | undefined;
  /** The old side. Without, the cassettes are. */
  from?: OtherServer | undefined;
  /** Accept nothing. */
  strict?: boolean | undefined;
}

/** What a side is called, and where it is. */
export interface NamedPath {
  /** As the user named it. */
  label: string;
  /** Absolute. */
  path: string;
}
