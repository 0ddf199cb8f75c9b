// Waiting with an end: what comes after the end disturbs nobody.
import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it } from "vitest";
import { settles, TimedOut, within } from "../../../src/network/deadline.js";

const unheard: unknown[] = [];
const hear = (reason: unknown): void => void unheard.push(reason);
beforeEach(() => {
  unheard.length = 0;
  process.on("unhandledRejection", hear);
});
afterEach(() => {
  process.off("unhandledRejection", hear);
});

/** A promise that is still open, and how it fails. */
function open(): { promise: Promise<never>; fail: () => Promise<void> } {
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<never>((_resolve, no) => (reject = no));
  return {
    promise,
    fail: async () => {
      reject(new Error("closed"));
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it.each<[string, number, AbortSignal | undefined, unknown]>([
  ["an abort that came before", 60_000, AbortSignal.abort(new Error("enough")), "enough"],
  ["the end of the time", 1, undefined, "no answer within 1 ms"],
])("what fails after %s is nobody's unheard rejection", async (_, ms, signal, message) => {
  const { promise, fail } = open();
  await expect(within(promise, ms, signal)).rejects.toThrow(String(message));
  await fail();
  expect(unheard).toEqual([]);
});

it("tells a failure from the end of the time", async () => {
  await expect(within(Promise.reject(new Error("no")), 60_000)).rejects.toThrow("no");
  await expect(within(new Promise(() => {}), 1)).rejects.toThrow(TimedOut);
  expect(await settles(Promise.reject(new Error("no")), 60_000)).toBe(true);
  expect(await settles(new Promise(() => {}), 1)).toBe(false);
});

it("tells every waiter of an abort by one listener, which is gone when nobody waits", async () => {
  const abort = new AbortController();
  const { signal } = abort;
  const waits = Array.from({ length: 200 }, () => within(new Promise(() => {}), 60_000, signal));
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  abort.abort(new Error("enough"));
  expect(await Promise.allSettled(waits)).toEqual(
    waits.map(() => ({ status: "rejected", reason: new Error("enough") })),
  );
  const calm = new AbortController().signal;
  await Promise.all([1, 2].map(() => within(Promise.resolve(), 60_000, calm)));
  expect(getEventListeners(calm, "abort")).toHaveLength(0);
  await expect(within(Promise.resolve("again"), 60_000, calm)).resolves.toBe("again");
});
