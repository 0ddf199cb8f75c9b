// Lists what needs attention, the worst first; the same entry for several workflows appears once.
import type { Group } from "./group.js";
import type { Attention } from "./review.js";
import { severityOfAttention } from "./severity.js";

export interface AttentionEntry {
  attention: Attention;
  /** Further workflows with the same entry. */
  others: readonly string[];
}

/** `apart`: those that belong to no workflow. */
export function listAttention(groups: readonly Group[], apart: readonly Attention[]): AttentionEntry[] {
  const entries: AttentionEntry[] = groups.flatMap(({ first, members }) =>
    first.attention.map((attention) => ({ attention, others: members.slice(1).map(({ workflow }) => workflow) })),
  );
  entries.push(...groupApart(apart));
  return entries.toSorted((a, b) => severityOfAttention(a.attention.kind) - severityOfAttention(b.attention.kind));
}

/** The same evidence in another workflow makes the same entry. */
function groupApart(apart: readonly Attention[]): AttentionEntry[] {
  const groups = new Map<string, { attention: Attention; others: string[] }>();
  for (const attention of apart) {
    const { kind, what, where, evidence, workflow = "" } = attention;
    const key = JSON.stringify([kind, what, where, evidence.map((one) => ({ ...one, label: withoutId(one.label) }))]);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { attention, others: [] });
    else known.others.push(workflow);
  }
  return [...groups.values()];
}

/** The id of a drift depends on its workflow. */
function withoutId(label: string): string {
  return label.replace(/^d-[0-9a-f]{8} /, "");
}
