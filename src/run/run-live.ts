// Runs one workflow with the live model on a stage, as `eval` and `record` do.
import type { Workflow } from "../config/schema.js";
import { nameTools, refuseAmbiguousPlaces } from "../metrics/name-tools.js";
import type { RunOptions } from "../suite/options.js";
import type { RunSettings } from "../suite/settings.js";
import { changedSince, describeShared, lookAtFiles, sharedFoldersOf } from "../suite/working-files.js";
import type { Stage } from "../suite/stage.js";
import type { RunEvent } from "../trace/events.js";
import type { Trace } from "../trace/trace.js";
import { findMissingTools } from "./expected-tools-listed.js";
import { createLiveModel } from "./live-model.js";
import { runOnce } from "./run-once.js";

/**
 * Spends tokens. Finds what the server writes into the folder that it starts in. `onEvent` gets each event with its
 * secrets; `onProgress` gets it without.
 */
export async function runLive(
  settings: RunSettings,
  { workflow, stage }: { workflow: Workflow; stage: Stage },
  { onProgress }: RunOptions,
  onEvent?: (event: RunEvent) => void,
): Promise<Trace> {
  const { suite, servers } = settings;
  const place = { suite: suite.name, workflow: workflow.name };
  const folders = sharedFoldersOf(suite, servers);
  const before = await lookAtFiles(suite, folders);
  const trace = await runOnce(await stage.start(), {
    ...settings,
    workflow,
    settings: settings.model,
    sources: { model: "live", server: "live" },
    refuse: (contract) => {
      refuseAmbiguousPlaces(settings.suite.config, { contract });
      return findMissingTools(nameTools(workflow, { contract }), contract);
    },
    createModel: () => createLiveModel(settings),
    onEvent: (event) => {
      onEvent?.(event);
      onProgress?.({ type: "event", ...place, event: stage.places.redactEvent(event) });
    },
  });
  const changed = changedSince(before, await lookAtFiles(suite, folders));
  return changed.length === 0 ? trace : { ...trace, findings: [...trace.findings, describeShared(changed)] };
}
