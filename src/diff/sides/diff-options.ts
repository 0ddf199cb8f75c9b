// Defines the options of `diff`, on the command line and in the library.
import type { DiffGate } from "../verdict/decide.js";
import type { RunOptions } from "../../suite/options.js";

/** A server by its command line, or by its URL; environment, headers and folder come from the config. */
export type OtherServer = NonNullable<RunOptions["server"]>;

/** Options of every form of `diff`. */
export interface DiffFilesOptions extends DiffGate {
  /** Folder that paths are relative to. Default: the current one. */
  cwd?: string | undefined;
  /** Names or globs; default: all workflows. */
  workflows?: string[] | undefined;
}

/** Further options of the form with live servers. */
export interface DiffServersOptions
  extends
    DiffFilesOptions,
    Pick<RunOptions, "tags" | "timeout" | "concurrency" | "llmJudge" | "env" | "signal" | "onProgress"> {
  /** The new side. Default: the server of the config. */
  to?: OtherServer | undefined;
  /** The old side. Default: the cassettes. */
  from?: OtherServer | undefined;
  /** Accept nothing. */
  strict?: boolean | undefined;
}

/** The name and the path of a side. */
export interface NamedPath {
  /** As the user named it. */
  label: string;
  /** Absolute. */
  path: string;
}
