// Says why a drift of a replay, or a change of the contract, needs no accepting, or why nobody can accept it. Pure.
import type { ParsedConfig } from "../config/schema.js";
import type { ContractChange } from "../contract/change.js";
import { isCovered } from "../contract/classes.js";
import { describePlace } from "../trace/describe-drift.js";
import type { Drift } from "../trace/drift.js";
import { DEFAULT_ACCEPT, factsOf, whyNeedless, type DriftClass } from "../trace/drift-classes.js";
import type { FoundDrift } from "./find-drift.js";

/** Undefined where the drift prevents a verdict. */
export function whyAcceptNothing({ class: kind }: Drift, config: Pick<ParsedConfig, "accept">): string | undefined {
  const why = whyNeedless(kind);
  if (why !== undefined) return `${kind}: ${why}`;
  const accepted: readonly DriftClass[] = config.accept ?? DEFAULT_ACCEPT;
  return factsOf(kind).asClass && accepted.includes(kind) ? describeWholeClass(kind) : undefined;
}

function describeWholeClass(name: string): string {
  return `${name}: the whole class is harmless here (config, \`accept\`)`;
}

/** Undefined for a change of the contract that counts in a diff. */
export function whyChangeNeedless(
  { class: kind }: Pick<ContractChange, "class">,
  config: Pick<ParsedConfig, "accept">,
): string | undefined {
  return isCovered(kind, config.accept ?? DEFAULT_ACCEPT) ? describeWholeClass(kind) : undefined;
}

/** Undefined where a person may decide. */
export function describeRefusal({ drift, workflow, recordedAgain }: FoundDrift): string | undefined {
  const { id, where, note, acceptable } = drift;
  const place = [...(workflow === undefined ? [] : [workflow]), describePlace(where)].join(", ");
  if (recordedAgain) return `${id} (${place}): it was recorded again since the last replay; replay it first`;
  if (acceptable !== false) return undefined;
  const because = note === undefined ? "" : ` (${note})`;
  return `${id} (${place}): the replay cannot continue${because}, even if it is accepted`;
}
