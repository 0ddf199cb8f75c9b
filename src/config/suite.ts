// Describes a suite: one config file, read and checked, and its path.
import type { ParsedConfig } from "./schema.js";

export interface Suite {
  /** What comes before `.mcp-eval`, `.mcpvals` or `.config` in the config's name; `suite` for a config object. */
  name: string;
  /** Absolute path of the config file; null for a config object. */
  file: string | null;
  /** Absolute path of the folder that relative paths and commands are relative to. */
  folder: string;
  /** Absolute paths of the configs that it extends. */
  bases?: readonly string[];
  /** Absolute paths of the clients' configurations that `from` of its servers names. */
  clientFiles?: readonly string[];
  /**
   * `${VAR}` expanded, but not in `server`, `reset`, `setup`, `teardown` and in texts of workflows, tool tests, answers and roots that
   * name `${MCPVALS_TMP}` or `${MCPVALS_PORT}`: those are expanded for each run (`expandServer`, `expandWorkflow` …).
   */
  config: ParsedConfig;
  /**
   * Every variable of the config, also of `server`, `reset`, `setup` and `teardown`, but not those of the run
   * (`MCPVALS_…`).
   */
  variables: readonly ConfigVariable[];
}

/** A `${NAME}` of a config. */
export interface ConfigVariable {
  name: string;
  /** False where each use has a default. */
  required: boolean;
  /** Only `openaiKey` has it, and the judge is the only one to miss it. */
  onlyKey?: true;
  /** Its value here, or its default; absent where there is neither. */
  value?: string;
}
