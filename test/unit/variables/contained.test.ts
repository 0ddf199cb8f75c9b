// Ids that have another id in them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { CHECKED, LIVE, RECORDED, tell, tellOne, type Sketch } from "./runs.js";

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

describe("an id that has another one without its separators in it", () => {
  const at = (run: number): string => {
    const seconds = Date.parse([RECORDED, ...CHECKED, LIVE][run] ?? LIVE) / 1000 + 1;
    return `${String(seconds)}.46${String(2088 + run * 127)}`;
  };
  const post = (ts: string, of = ts): JsonValue => ({
    ts,
    link: `https://chat.example.com/p${of.replaceAll(/[.-]/g, "")}`,
  });

  it("is still of it", () => {
    const uuid = (end: string): string => `3f0c9a1e-7b52-4d18-9c6a-${end}`;
    const ids = ["4b9dd1e07a35", "e08c2f61b94d", "17ac5503de9f"].map((end, run) =>
      uuid(end).replace("3f0c", `${String(run)}d${String(run + 4)}b`),
    );
    const runs = ids.map((id) => post(id));
    expect(tellOne([...runs, post(uuid("90ab12cd34ef"))]).problems).toEqual([]);
    expect(tellOne([...runs, post(uuid("90ab12cd34ef"), uuid("90ab12cd34ee"))]).green).toBe(false);
  });

  it("is of a time, which two readings of a clock may tell", () => {
    const runs = [0, 1, 2].map((run) => post(at(run)));
    const now = at(3).slice(0, -1);
    const of = (text: string): string[] => tellOne([...runs, post(`${now}7`, text)]).problems;
    expect(of(`${now}7`)).toEqual([]);
    expect(of(`${now}9`)).toEqual([]);
    expect(of(at(2))).toEqual(["changed relation 1 /content/0/json/link"]);
  });
});

it("a file that is named by a fingerprint, in small letters and without its colons, is still", () => {
  const hashes = [
    "56CCC79072F6DC16411A3FDB8F512EB9FA860187",
    "66FF49FC66CACAACA29C1BBF71B0D3FDC4CD1B2C",
    "DCDE3A504B246B919D2F973D88BA1A81BAB6953D",
    "90B1F24A7C3E5D6817A2B3C4D5E6F70819A2B3C4",
    "3E7A19C05B4D2F8811C2D3E4F5A6B7C8D9E0F1A2",
  ];
  const [one = "", two = "", three = "", now = "", wrong = ""] = hashes;
  const certificate = (hash: string, file = hash): string =>
    `Fingerprint: ${(hash.match(/../gu) ?? []).join(":")}\nFile: /etc/certs/${file.slice(0, 8).toLowerCase()}.pem`;
  const runs = [certificate(one), certificate(two), certificate(three)];
  expect(tellOne([...runs, certificate(now)]).problems).toEqual([]);
  expect(tellOne([...runs, certificate(now, wrong)]).problems).not.toEqual([]);
});
