// What a command line asks for, after its form is checked and before its values are.
import type { CommandName } from "./flags.js";
import type { FlagValues } from "./flag-values.js";

export interface Invocation {
  command: CommandName;
  /** `[config…]`: files, folders, globs. */
  configs: string[];
  values: FlagValues;
  /** What stood behind `--`. */
  serverCommand: string[] | undefined;
}
