// Tells any number of waiters that a signal aborts, by one listener on it: Node warns of a leak from the eleventh on.

const waiting = new WeakMap<AbortSignal, { waiters: Set<() => void>; tell: () => void }>();

/** Calls `act` when the signal aborts, until the returned function is called. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const { waiters, tell } = waiting.get(signal) ?? listen(signal);
  // The same function may wait twice.
  const waiter = (): void => act();
  waiters.add(waiter);
  return () => {
    if (!waiters.delete(waiter) || waiters.size > 0) return;
    // A signal that is made of others lives as long as it has a listener.
    signal.removeEventListener("abort", tell);
    waiting.delete(signal);
  };
}

function listen(signal: AbortSignal): { waiters: Set<() => void>; tell: () => void } {
  const waiters = new Set<() => void>();
  const tell = (): void => {
    for (const waiter of waiters) waiter();
  };
  signal.addEventListener("abort", tell, { once: true });
  const entry = { waiters, tell };
  waiting.set(signal, entry);
  return entry;
}
