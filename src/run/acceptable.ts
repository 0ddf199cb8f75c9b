// A drift of a replay in; why it needs no accepting, or why nobody can accept it, out. Pure.
import type { ParsedConfig } from "../config/schema.js";
import { describePlace } from "../drift/describe.js";
import type { Drift, DriftClass } from "../trace/drift.js";
import type { FoundDrift } from "./find-drift.js";
import { DEFAULT_ACCEPT } from "./settings.js";

/** Undefined where it is in the way of a verdict. */
export function whyNeedless({ class: kind }: Drift, config: Pick<ParsedConfig, "accept">): string | undefined {
  const accepted: readonly DriftClass[] = config.accept ?? DEFAULT_ACCEPT;
  switch (kind) {
    case "volatile":
      return "volatile: it differs by itself, and is in nobody's way";
    case "correlated":
      return "correlated: its live value is put into the later calls, so it is in nobody's way";
    case "docs":
    case "additive":
    case "reworded":
      return accepted.includes(kind) ? `${kind}: the whole class is harmless here (config, \`accept\`)` : undefined;
    case "changed":
    case "breaking":
      return undefined;
  }
}

/** Undefined where a person may decide. */
export function describeRefusal({ drift, workflow, recordedAgain }: FoundDrift): string | undefined {
  const { id, where, note, acceptable } = drift;
  const place = `${workflow}, ${describePlace(where)}`;
  if (recordedAgain) return `${id} (${place}): another recording stands there since the last replay; replay it first`;
  if (acceptable !== false) return undefined;
  const because = note === undefined ? "" : ` (${note})`;
  return `${id} (${place}): there is nothing to go on with${because}, whoever calls it harmless`;
}
