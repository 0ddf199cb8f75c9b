// Pairs configs that were moved: a removed and a new one become one change.
import type { ParsedConfig } from "../config/schema.js";
import type { ConfigChange } from "./watch-config.js";

/** A removed config and a new one that share a workflow's name are the same config. */
export function pairConfigs(changes: readonly ConfigChange[]): ConfigChange[] {
  const gone = changes.filter(({ after }) => isEmpty(after));
  const taken = new Set<ConfigChange>();
  const paired = changes.map((change) => {
    if (!isEmpty(change.before)) return change;
    const names = namesOf(change.after);
    const old = gone.find((one) => !taken.has(one) && namesOf(one.before).some((name) => names.includes(name)));
    if (old === undefined) return change;
    taken.add(old);
    return { ...change, before: old.before };
  });
  return paired.filter((change) => !taken.has(change));
}

function isEmpty(config: ParsedConfig): boolean {
  return Object.keys(config).length === 0;
}

function namesOf({ workflows = [] }: ParsedConfig): string[] {
  return workflows.map(({ name }) => name);
}
