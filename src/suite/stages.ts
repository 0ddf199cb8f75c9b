// Makes the stages for the runs of one command. With `"isolation": "suite"` all runs share one stage.
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mayOverlap, OverlappingStages } from "./overlapping-stages.js";
import type { RunSettings } from "./settings.js";
import { openStage, type Stage, type Stages } from "./stage.js";

export interface StagesOptions {
  /** Nothing is ever started, so the stages own nothing. */
  offline?: boolean;
  /**
   * What runs that may be at the same time may do: `leave`: exit while the next one goes on; `start`: be started ahead,
   * too. Default: nothing.
   */
  overlap?: "leave" | "start";
}

/** How many servers, to each run at a time, may be about to exit. */
const LEAVING = 2;

/** The folder for an offline run, which has none; the same in every run, and replaced by a placeholder in the report. */
const OFFLINE = { folder: join(tmpdir(), "mcpvals-offline") };

/** Makes the stages for the runs of one command. */
export function createStages(settings: RunSettings, { offline = false, overlap }: StagesOptions = {}): Stages {
  const nothing = { expect() {}, settle: () => Promise.resolve(), close: () => Promise.resolve() };
  if (offline) return { ...nothing, open: () => openStage(settings, OFFLINE) };
  if (settings.isolation === "workflow") {
    if (overlap === undefined || !mayOverlap(settings)) return { ...nothing, open: () => openStage(settings) };
    const { concurrency, ahead } = settings;
    return new OverlappingStages(() => openStage(settings), {
      ahead: overlap === "start" ? concurrency : 0,
      turns: ahead,
      leaving: LEAVING * concurrency,
    });
  }
  let shared: Promise<Stage> | undefined;
  return {
    ...nothing,
    async open() {
      shared ??= openStage(settings);
      return { ...(await shared), close: () => Promise.resolve() };
    },
    async close() {
      const last = shared;
      shared = undefined;
      await (await last)?.close();
    },
  };
}
