// Describes a parsed command line: its form is checked, its values are not.
import type { CommandName } from "./flags.js";
import type { FlagValues } from "./flag-values.js";

export interface Invocation {
  command: CommandName;
  /** `[config…]`: files, folders, globs. */
  configs: string[];
  values: FlagValues;
  /** The words after `--`. */
  serverCommand: string[] | undefined;
}
