// Numbers that count on from call to call, and from run to run.
import { expect, it } from "vitest";
import { tell, type Sketch } from "./runs.js";

const zone = (first: number, last: number): Sketch[] => [
  ["create_record", { name: "a" }, { serial: first }],
  ["delete_record", { name: "a" }, { serial: last, gone: true }],
];

it("a serial rises with each change", () => {
  const runs = {
    recorded: zone(2_031_040_101, 2_031_040_102),
    checks: [zone(2_031_040_103, 2_031_040_104), zone(2_031_040_107, 2_031_040_109)],
  };
  expect(tell({ ...runs, live: zone(2_031_040_111, 2_031_040_112) }).problems).toEqual([]);
  expect(tell({ ...runs, live: zone(2_031_040_111, 2_031_040_115) }).problems).toEqual([]);
  expect(tell({ ...runs, live: zone(2_031_040_111, 2_031_040_111) }).problems).not.toEqual([]);
});

it("what rose by chance may fall", () => {
  const runs = {
    recorded: zone(31_040_101, 41_040_102),
    checks: [zone(21_040_103, 31_040_104), zone(51_040_107, 61_040_109)],
  };
  expect(tell({ ...runs, live: zone(31_040_111, 21_040_111) }).problems).toEqual([]);
});

const flag = (version: number, read = version): Sketch[] => [
  ["set_flag", { flag: "cart" }, { flag: "cart", version }],
  ["get_flag", { flag: "cart" }, `flag cart v${String(read)}: on`],
];

it("a version is the one that a text says behind its first letter", () => {
  const runs = { recorded: flag(21), checks: [flag(22), flag(23)] };
  expect(tell({ ...runs, live: flag(24) }).problems).toEqual([]);
  expect(tell({ ...runs, live: flag(24, 23) }).problems).not.toEqual([]);
});
