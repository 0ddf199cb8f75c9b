// Work through a list, a few at a time.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { workThrough } from "../../../src/suite/pool.js";

const open = { concurrency: 4, signal: new AbortController().signal };

describe("workThrough", () => {
  it("gives the results in the order of the items, and never works on more at a time than it may", async () => {
    const ticks = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(ticks, fc.integer({ min: 1, max: 5 }), async (items, concurrency) => {
        let now = 0;
        let most = 0;
        const started: number[] = [];
        const work = async (count: number): Promise<number> => {
          started.push(count);
          most = Math.max(most, ++now);
          for (let tick = 0; tick < count; tick++) await Promise.resolve();
          now--;
          return count * 2;
        };
        expect(await workThrough(items, work, { ...open, concurrency })).toEqual(items.map((item) => item * 2));
        expect(started).toEqual(items);
        expect(most).toBe(Math.min(concurrency, items.length));
      }),
      { numRuns: 100 },
    );
  });

  it("starts nothing more when it is enough, and leaves those undefined", async () => {
    let done = 0;
    const work = (item: number): Promise<number> => {
      done += 1;
      return Promise.resolve(item);
    };
    const results = await workThrough([1, 2, 3, 4], work, { ...open, concurrency: 1, enough: () => done >= 2 });
    expect(results).toEqual([1, 2, undefined, undefined]);
  });

  it("starts nothing more once it is aborted", async () => {
    const controller = new AbortController();
    const work = (item: number): Promise<number> => {
      if (item === 2) controller.abort();
      return Promise.resolve(item);
    };
    const options = { ...open, concurrency: 1, signal: controller.signal };
    expect(await workThrough([1, 2, 3], work, options)).toEqual([1, 2, undefined]);
    expect(await workThrough([1], work, options)).toEqual([undefined]);
  });

  it("waits for what is running before it rejects with the first error, and starts nothing more", async () => {
    const ended: number[] = [];
    const work = async (item: number): Promise<void> => {
      if (item === 1) throw new Error("first");
      for (let tick = 0; tick < 20; tick++) await Promise.resolve();
      ended.push(item);
      if (item === 2) throw new Error("second");
    };
    await expect(workThrough([1, 2, 3, 4], work, { ...open, concurrency: 3 })).rejects.toThrow("first");
    expect(ended).toEqual([2, 3]);
  });
});
