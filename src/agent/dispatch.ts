// Decides which calls of a turn are sent together. Pure: the caller waits for each group before it sends the next.
import { isJsonObject } from "../json/value.js";
import type { Tool } from "../trace/contract.js";
import type { Dispatch } from "../trace/trace.js";

/**
 * The calls of one turn in groups, in the turn's order: a group is sent when the one before it is answered.
 * `isReadOnly` is used only for `read-only-together`, where adjacent calls that only read share a group.
 */
export function groupCalls<Use>(
  uses: readonly Use[],
  dispatch: Dispatch,
  isReadOnly: (use: Use) => boolean,
): (readonly Use[])[] {
  if (dispatch === "together") return uses.length === 0 ? [] : [uses];
  if (dispatch === "serial") return uses.map((use) => [use]);
  const groups: Use[][] = [];
  let open: Use[] | undefined;
  for (const use of uses) {
    const reads = isReadOnly(use);
    if (reads && open !== undefined) open.push(use);
    else {
      const group = [use];
      groups.push(group);
      open = reads ? group : undefined;
    }
  }
  return groups;
}

/** The dispatch that a config sets with `parallelToolCalls`; undefined where it does not set it. */
export function dispatchOf(parallelToolCalls: boolean | "read-only"): Dispatch;
export function dispatchOf(parallelToolCalls: boolean | "read-only" | undefined): Dispatch | undefined;
export function dispatchOf(parallelToolCalls: boolean | "read-only" | undefined): Dispatch | undefined {
  if (parallelToolCalls === undefined) return undefined;
  if (parallelToolCalls === "read-only") return "read-only-together";
  return parallelToolCalls ? "together" : "serial";
}

/** The names of the tools that declare `readOnlyHint`. */
export function readOnlyTools(tools: readonly Tool[]): ReadonlySet<string> {
  return new Set(tools.filter(saysReadOnly).map(({ name }) => name));
}

function saysReadOnly({ annotations }: Tool): boolean {
  return isJsonObject(annotations) && annotations["readOnlyHint"] === true;
}
