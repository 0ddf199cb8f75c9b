// Pairs removed and new cassettes that record the same workflow under a different name.
import type { RecordingSide } from "../diff/recordings/recording.js";

/**
 * Pairs by all prompts. Similar texts would pair strangers, because most of a cassette looks like the next. The same
 * folder and the same name go first; each recording is in one pair at most.
 */
export function pairRenamed(
  gone: readonly RecordingSide[],
  come: readonly RecordingSide[],
): Map<RecordingSide, RecordingSide> {
  const pairs = new Map<RecordingSide, RecordingSide>();
  const taken = new Set<RecordingSide>();
  const byPrompts = new Map<string, RecordingSide[]>();
  for (const one of gone) {
    const key = promptsOf(one);
    byPrompts.set(key, [...(byPrompts.get(key) ?? []), one]);
  }
  const tests: ((one: RecordingSide, other: RecordingSide) => boolean)[] = [
    (one, other) => folderOf(one) === folderOf(other) && one.cassette.workflow === other.cassette.workflow,
    (one, other) => one.cassette.workflow === other.cassette.workflow,
    (one, other) => folderOf(one) === folderOf(other),
    () => true,
  ];
  for (const isLike of tests) {
    for (const other of come) {
      if (pairs.has(other)) continue;
      const found = byPrompts.get(promptsOf(other))?.find((one) => !taken.has(one) && isLike(one, other));
      if (found === undefined) continue;
      pairs.set(other, found);
      taken.add(found);
    }
  }
  return pairs;
}

function promptsOf({ trace }: RecordingSide): string {
  return JSON.stringify(trace.steps.map((step) => step.user));
}

function folderOf({ file }: RecordingSide): string {
  return file.slice(0, file.lastIndexOf("/") + 1);
}
