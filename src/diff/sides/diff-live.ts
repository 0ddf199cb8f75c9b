// Defines what all parts of a diff of live servers share.
import type { Suite } from "../../config/suite.js";
import type { DiffServersOptions } from "./diff-options.js";
import type { RunSettings } from "../../suite/settings.js";
import type { Stages } from "../../suite/stage.js";

/** One side that is a live server. */
export interface LiveSide {
  name: "from" | "to";
  settings: RunSettings;
  stages: Stages;
}

export interface LiveDiff {
  suite: Suite;
  to: LiveSide;
  /** Undefined where the cassettes are the old side. */
  from: LiveSide | undefined;
  strict: boolean;
  options: DiffServersOptions;
  /** Accepted ids, of drift and of changes of the contract. */
  acceptedIds: ReadonlySet<string>;
}
