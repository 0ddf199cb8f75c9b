// Works through a list, a few items at a time, in order of the list; ends early on request.
import type { TakesTurns } from "./turns.js";

export interface PoolOptions {
  concurrency: number;
  /** Each item waits for a turn of these, too. */
  turns?: TakesTurns | undefined;
  signal: AbortSignal;
  /** Asked before each start: true where no further item is to be started. Default: never. */
  enough?: () => boolean;
}

/**
 * Results in the order of `items`; undefined for items that were not started.
 * The first rejection of `work` stops further starts, waits for what is running, and rejects.
 */
export async function workThrough<I, T>(
  items: readonly I[],
  work: (item: I) => Promise<T>,
  { concurrency, turns, signal, enough = () => false }: PoolOptions,
): Promise<(T | undefined)[]> {
  const results: (T | undefined)[] = items.map(() => undefined);
  let next = 0;
  let failure: { error: unknown } | undefined;
  const goesOn = (): boolean => next < items.length && failure === undefined && !signal.aborted && !enough();

  async function workOnNext(): Promise<void> {
    const index = next++;
    const item = items[index];
    if (item === undefined) return;
    try {
      results[index] = await work(item);
    } catch (error) {
      failure ??= { error };
    }
  }

  async function worker(): Promise<void> {
    while (goesOn()) {
      const giveBack = await turns?.take();
      // What others did while it waited may be enough.
      if (goesOn()) await workOnNext();
      giveBack?.();
    }
  }

  await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency, items.length)) }, worker));
  if (failure !== undefined) throw failure.error;
  return results;
}

/** Whether the error only says that the signal was aborted. */
export function isInterruption(error: unknown, { aborted, reason }: AbortSignal): boolean {
  return aborted && (error === reason || (error instanceof Error && error.name === "AbortError"));
}
