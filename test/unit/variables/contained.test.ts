// Ids that have another id in them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tell, tellOne, type Sketch } from "./runs.js";

const LETTERS = "abcdefghijkmnpqrstuvwxyz23456789ABCDEFGHJKLMNPQRSTUVWXYZ".split("");
const made = (length: number): fc.Arbitrary<string> =>
  fc
    .string({ unit: fc.constantFrom(...LETTERS), minLength: length, maxLength: length })
    .map((text) => `${text.slice(1)}4kQ`);
const pairs = fc.uniqueArray(fc.tuple(made(14), made(12)), { minLength: 5, maxLength: 5, selector: ([id]) => id });

const secret = (id: string, of: string, end: string): JsonValue => ({
  id: `pi_${id}`,
  secret: `pi_${of}_secret_${end}`,
});

it("an id that another one begins with is still its beginning", () => {
  fc.assert(
    fc.property(pairs, (all) => {
      const runs = all.slice(0, 3).map(([id, end]) => secret(id, id, end));
      const [[live, end], [other]] = [all[3] ?? ["", ""], all[4] ?? [""]];
      expect(tellOne([...runs, secret(live, live, end)]).problems).toEqual([]);
      expect(tellOne([...runs, secret(live, other, end)]).problems).not.toEqual([]);
    }),
    { numRuns: 40 },
  );
});

const HASHES = ["3fa9c1b27d0e", "b81e44d09ac7", "07c2de9f31a5", "9d5f10ab3c62", "e6a1b7f0428d"];
const [first = "", second = "", third = "", live = "", other = ""] = HASHES;

describe("the short form of a hash of an earlier call", () => {
  const checked = (hash: string, short = hash): Sketch[] => [
    ["open", {}, { sha: hash }],
    ["checks", {}, `Checks of ${short.slice(0, 7)}: 3 passed`],
  ];
  const runs = { recorded: checked(first), checks: [checked(second), checked(third)] };
  it("stays the beginning of it", () => {
    expect(tell({ ...runs, live: checked(live) }).problems).toEqual([]);
    expect(tell({ ...runs, live: checked(live, other) }).problems).toEqual(["changed relation 2 /content/0/text"]);
  });
});

it("an id was not in another one in each run", () => {
  const show = (id: string, link: string): JsonValue => ({ id, link: `doc_${link}_of_it` });
  const runs = [show(first, first), show(second, other), show(third, third)];
  expect(tellOne([...runs, show(live, first)]).problems).toEqual([]);
});
