// Says whether a workflow has a cassette and, as far as that is known without a run, whether replay can use it. Loads
// the reader only where there is a file to read.
import type { CassetteState } from "./recorded-state.js";
import { existsSync } from "node:fs";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import type { Workflow } from "../config/schema.js";
import type { Suite } from "../config/suite.js";

/** Reads the state of a workflow's cassette. An unusable cassette is a state, not an error. */
export async function readCassetteState(
  suite: Suite,
  workflow: Workflow,
  env: Readonly<Record<string, string | undefined>>,
): Promise<CassetteState> {
  const file = cassetteFileOf(storePlaceOf(suite), workflow.name);
  if (!existsSync(file)) return { state: "missing" };
  const { readRecordedState } = await import("./recorded-state.js");
  return readRecordedState(file, suite, workflow, env);
}
