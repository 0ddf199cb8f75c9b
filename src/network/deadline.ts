// Limits every wait for a server by a time and by the run's signal.
import { onAbort } from "./on-abort.js";

/** Thrown by {@link within} when the time is over. */
export class TimedOut extends Error {
  override readonly name = "TimedOut";
}

/**
 * The promise's value, if it comes in `ms` milliseconds.
 * Rejects with {@link TimedOut} otherwise, or with the signal's reason when it aborts.
 */
export async function within<T>(promise: Promise<T>, ms: number, signal?: AbortSignal): Promise<T> {
  // Ignore a failure after the limit.
  promise.catch(() => {});
  signal?.throwIfAborted();
  let finish = (): void => {};
  const limit = new Promise<never>((_resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut(`no answer within ${ms} ms`)), ms);
    const forget = signal === undefined ? undefined : onAbort(signal, () => reject(signal.reason));
    finish = () => {
      clearTimeout(timer);
      forget?.();
    };
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    finish();
  }
}

/** True when the promise settles in `ms` milliseconds, either way. */
export async function settles(promise: Promise<unknown>, ms: number): Promise<boolean> {
  try {
    await within(promise, ms);
    return true;
  } catch (error) {
    return !(error instanceof TimedOut);
  }
}
