// A list of many rows with a random id each is learned and compared in time that grows with their number.
import { expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { randomOf } from "../../helpers/random-servers/random.js";
import { tellOne } from "./runs.js";

const rows = (count: number, run: number): JsonValue => {
  const random = randomOf(run + 1);
  const hex = (length: number): string =>
    Array.from({ length }, () => random.pick(["0", "3", "7", "9", "a", "c", "e", "f"])).join("");
  const id = (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`;
  return { rows: Array.from({ length: count }, (_, at) => ({ id: id(), name: `row ${String(at)}` })) };
};

/** Milliseconds of the processor. */
function spentOn(count: number): number {
  const runs = [0, 1, 2, 3].map((run) => rows(count, run));
  const before = process.cpuUsage();
  expect(tellOne(runs).green).toBe(true);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

it("takes less than eight times as long for four times as many rows", () => {
  spentOn(200);
  const few = spentOn(1000);
  expect(spentOn(4000) / few).toBeLessThan(8);
});
