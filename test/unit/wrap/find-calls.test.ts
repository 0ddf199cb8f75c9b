// The calls of an agent that does not say their ids: conversations make them at once, and they arrive in any order.
import fc from "fast-check";
import { expect, test } from "vitest";
import { CallFinder } from "../../../src/wrap/find-calls.js";
import type { LinkCall } from "../../../src/wrap/server-link.js";

const made = (text: string, id: string, useId?: string): LinkCall => ({
  server: "orders",
  tool: "take_number",
  arguments: { id },
  ...(useId !== undefined && { useId }),
  outcome: { kind: "result", result: { content: [{ type: "text", text }] } },
  startedAt: 0,
  ms: 1,
  notifications: [],
  serverRequests: [],
});
const passed = (text: string) => ({ id: "", isError: false, content: [{ type: "text", text }] });

/** Calls arrive one after the other while they are looked for. */
class Arriving {
  readonly calls: LinkCall[] = [];
  constructor(private readonly coming: LinkCall[]) {}
  async change(): Promise<void> {
    await Promise.resolve();
    const next = this.coming.shift();
    if (next !== undefined) this.calls.push(next);
    else await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** What each block finds: the text of the result. `asked`: the argument, and what its conversation passed on. */
async function find(asked: readonly (readonly [id: string, text?: string])[], coming: LinkCall[], order: number[]) {
  const finder = new CallFinder(new Arriving(coming), ({ tool }) => tool);
  for (const [at, [id]] of asked.entries()) finder.ask({ id: at + 1, tool: "take_number", arguments: { id } });
  const found = await Promise.all(
    order.map(async (at) => {
      const text = asked[at]?.[1];
      return [at, await finder.find(at + 1, text === undefined ? undefined : passed(text), false)] as const;
    }),
  );
  return found.toSorted(([one], [other]) => one - other).map(([, call]) => call);
}

const shuffled = <T>(all: readonly T[]): fc.Arbitrary<T[]> => fc.shuffledSubarray([...all], { minLength: all.length });

test.each([
  [
    "other arguments",
    [
      ["A-1", "open"],
      ["A-2", "sent"],
      ["A-3", "paid"],
    ],
  ],
  [
    "the same arguments, and other results",
    [
      ["A-1", "7"],
      ["A-1", "8"],
      ["A-1", "9"],
    ],
  ],
  [
    "both",
    [
      ["A-1", "7"],
      ["A-2", "7"],
      ["A-1", "8"],
    ],
  ],
] as const)("%s: each block finds the call of its conversation, whichever arrives first", async (_, asked) => {
  const calls = asked.map(([id, text]) => made(text, id));
  await fc.assert(
    fc.asyncProperty(shuffled(calls), shuffled([0, 1, 2]), async (coming, order) => {
      expect(await find(asked, coming, order)).toEqual(calls);
    }),
    { numRuns: 40 },
  );
});

test("a call with an id belongs to its block only", async () => {
  const calls = [made("8", "A-1", "toolu_2"), made("7", "A-1", "toolu_1")];
  expect(await find([["A-1"], ["A-1"]], [...calls], [0, 1])).toEqual([calls[1], calls[0]]);
});

test("a call with arguments that nobody asked for is that of the block whose tool it is", async () => {
  const calls = [made("8", "A-2"), made("7", "A-9")];
  expect(await find([["A-1"], ["A-2"]], [...calls], [0, 1])).toEqual([calls[1], calls[0]]);
  expect(await find([["A-1"]], [], [0])).toEqual([undefined]);
});
