// Works through a list, a few items at a time, in order of the list; ends early on request.

export interface PoolOptions<T> {
  concurrency: number;
  signal: AbortSignal;
  /** True when no further item is to be started. */
  enough: (done: T[]) => boolean;
}

/**
 * Results in the order of `items`; undefined for items that were not started.
 * The first rejection of `work` stops further starts, waits for what is running, and rejects.
 */
export async function workThrough<I, T>(
  items: readonly I[],
  work: (item: I) => Promise<T>,
  options: PoolOptions<T>,
): Promise<(T | undefined)[]> {
  const results: (T | undefined)[] = items.map(() => undefined);
  const done: T[] = [];
  let next = 0;
  let failure: { error: unknown } | undefined;

  async function worker(): Promise<void> {
    while (next < items.length && failure === undefined && !options.signal.aborted && !options.enough(done)) {
      const index = next++;
      const item = items[index];
      if (item === undefined) continue;
      try {
        const result = await work(item);
        results[index] = result;
        done.push(result);
      } catch (error) {
        failure ??= { error };
      }
    }
  }

  await Promise.all(Array.from({ length: Math.max(1, Math.min(options.concurrency, items.length)) }, worker));
  if (failure !== undefined) throw failure.error;
  return results;
}
