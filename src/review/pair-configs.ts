// Configs that went, came and changed in; the same with those that were only moved as one out.
import type { ParsedConfig } from "../config/schema.js";
import type { ConfigChange } from "./watch-config.js";

/** A config that is gone and a new one that has a workflow of its name are one that was moved. */
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
