// Numbers that were another one times a number beside them, and a constant more.
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

type Result = Parameters<typeof tellOne>[0][number];

const problems = (...runs: readonly Result[]) => tellOne([...runs]).problems;

describe("a charge", () => {
  const stay = (rate: number, total = 4 * rate + 12): Result => ({
    nights: 4,
    rate: { amount: rate, per: "night" },
    tax: 12,
    total: { amount: total },
  });

  it("is a rate times a number and a constant more, in objects beside each other", () => {
    const runs = [stay(128), stay(97), stay(139)];
    expect(problems(...runs, stay(111))).toEqual([]);
    expect(problems(...runs, stay(111, 444))).toEqual(["changed relation 1 /content/0/json/total/amount"]);
  });

  const meter = (used: number, price = 0.25): string =>
    `used=${String(used)} kWh; cost=${(used * price).toFixed(2)} EUR at 0.25 EUR/kWh`;

  it("is a price times what was used, however little that moved", () => {
    expect(problems(meter(31), meter(36), meter(28), meter(40))).toEqual([]);
    expect(problems(meter(31), meter(36), meter(28), meter(40, 0.3))).toHaveLength(1);
  });

  const bill = (net: number, percent: number): Result => {
    const gross = Math.round(net * (100 + percent)) / 100;
    return { net, vat_percent: 8.1, gross };
  };

  it("is an amount with the percentage beside it, rounded", () => {
    const runs = [bill(120.4, 8.1), bill(87.95, 8.1), bill(203.15, 8.1)];
    expect(problems(...runs, bill(144.35, 8.1))).toEqual([]);
    expect(problems(...runs, bill(144.35, 7.7))).toEqual(["changed relation 1 /content/0/json/gross"]);
  });

  const ride = (km: number, fee: number): Result => ({
    km,
    base_fee: 4.9,
    fare: Math.round((fee + km * 1.85) * 100) / 100,
  });

  it("is so much for each, and the fee beside them", () => {
    const runs = [ride(12.3, 4.9), ride(7.1, 4.9), ride(18.8, 4.9)];
    expect(problems(...runs, ride(9.4, 4.9))).toEqual([]);
    expect(problems(...runs, ride(9.4, 0))).toHaveLength(1);
  });

  it("is none where the numbers move little", () => {
    const heat = (a: number, b: number): Result => ({ zones: 4, a, b });
    expect(problems(heat(1, 4), heat(2, 8), heat(4, 16), heat(3, 13))).toEqual([]);
  });

  it("is none of two counters", () => {
    const counts = (made: number, rows: number): Result => ({ batch: 100, made, rows });
    expect(problems(counts(4, 400), counts(5, 500), counts(6, 600), counts(8, 750))).toEqual([]);
  });
});
