// Selects what one command runs of a suite: by name, by tag, and by what did not pass last time.
import { areTestsChosen, chooseWorkflows } from "../config/choose.js";
import type { Workflow } from "../config/schema.js";
import { isSkipped } from "../config/skip-reason.js";
import type { Suite } from "../config/suite.js";
import { storePlaceOf } from "../cassette/store-place.js";
import { readLastReplay } from "./last-replay.js";
import { readLastRun } from "./last-run.js";
import type { RunOptions } from "./options.js";

/** Which runs `.mcpvals/last/` keeps apart: those with the live model, and replays. */
export type LastKind = "live" | "replay";

export interface Selection {
  /** In the config's order; also those that the config skips. */
  workflows: Workflow[];
  /** Whether the direct tool tests belong to it. */
  tests: boolean;
}

export type SelectionOptions = Pick<RunOptions, "workflows" | "tags" | "lastFailed" | "share">;

/** Reads `.mcpvals/last/` where it has to. Throws WORKFLOW_NOT_FOUND, RUN_INVALID. */
export async function selectDue(
  suite: Pick<Suite, "name" | "folder" | "config">,
  options: SelectionOptions,
  kind: LastKind,
): Promise<Selection> {
  const { share, lastFailed } = options;
  const all = chooseWorkflows(suite.config, options);
  const chosen = share === undefined ? all : all.filter(({ name }) => share.workflows.includes(name));
  const tests = areTestsChosen(suite.config, options) && share?.tests !== false;
  if (lastFailed !== true) return { workflows: chosen, tests };
  const workflows = new Array<Workflow>();
  for (const workflow of chosen) {
    if (!isSkipped(workflow) && (await isLeftOpen(suite, workflow.name, kind))) workflows.push(workflow);
  }
  return { workflows, tests: false };
}

/**
 * Whether the last run here did not pass. A replay that could not be played is not kept, so no kept replay is left open,
 * too; a live run costs money and is only repeated where one is kept.
 */
async function isLeftOpen(
  suite: Pick<Suite, "name" | "folder" | "config">,
  workflow: string,
  kind: LastKind,
): Promise<boolean> {
  const place = storePlaceOf(suite);
  if (kind === "replay") return (await readLastReplay(place, workflow))?.evaluation.verdict !== "passed";
  const last = await readLastRun(place, workflow);
  return last !== undefined && last.evaluation.verdict !== "passed";
}
