// Notifies any number of waiters of an abort with one listener on the signal: Node warns of a leak from the eleventh
// listener on.

const waiting = new WeakMap<AbortSignal, { waiters: Set<() => void>; tell: () => void }>();

/** Calls `act` when the signal aborts, until the returned function is called. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  const { waiters, tell } = waiting.get(signal) ?? listen(signal);
  // A wrapper, because the same function may wait twice.
  const waiter = (): void => act();
  waiters.add(waiter);
  return () => {
    if (!waiters.delete(waiter) || waiters.size > 0) return;
    // A signal combined from others lives as long as it has a listener.
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
