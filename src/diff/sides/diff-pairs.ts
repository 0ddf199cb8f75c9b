// Pairs what two sides have by suite and workflow, in the order of the old side.

export interface NamedBySuite {
  /** "" where it is unknown. */
  suite: string;
  workflow: string;
  /** Identifies the pair; default: the workflow's name. */
  key?: string;
}

export interface SidePair<T> {
  suite: string;
  workflow: string;
  before?: T;
  after?: T;
}

/**
 * Pairs by suite and workflow. Where each side has one suite, its name does not matter: it may be the name of a copy.
 */
export function pairByName<T extends NamedBySuite>(before: readonly T[], after: readonly T[]): SidePair<T>[] {
  const suitesOf = (side: readonly T[]): Set<string> => new Set(side.map(({ suite }) => suite));
  const single = suitesOf(before).size <= 1 && suitesOf(after).size <= 1;
  const keyOf = ({ suite, workflow, key = workflow }: T): string => JSON.stringify(single ? [key] : [suite, key]);
  const pairs = new Map<string, SidePair<T>>();
  for (const one of before) pairs.set(keyOf(one), { suite: one.suite, workflow: one.workflow, before: one });
  for (const other of after) {
    const key = keyOf(other);
    const { suite, workflow } = other;
    pairs.set(key, { ...(pairs.get(key) ?? { suite, workflow }), after: other });
  }
  return [...pairs.values()];
}

/** True where the names of suites are needed to tell the pairs apart. */
export function hasSeveralSuites(pairs: readonly SidePair<unknown>[]): boolean {
  return new Set(pairs.map(({ suite }) => suite)).size > 1;
}
