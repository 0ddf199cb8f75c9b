// A suite: one config file, read and checked, and where it stands.
import type { ParsedConfig } from "./schema.js";

export interface Suite {
  /** The config file's name without `.config` and extension; `suite` for a config object. */
  name: string;
  /** Absolute path of the config file; null for a config object. */
  file: string | null;
  /** Absolute path of the folder that relative paths and commands are relative to. */
  folder: string;
  /** `${VAR}` expanded everywhere but in `server`, `setup` and `teardown`, which are expanded for each run. */
  config: ParsedConfig;
}
