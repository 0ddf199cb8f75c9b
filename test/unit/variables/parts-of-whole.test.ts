// Numbers of one result that were the parts of one whole in every run.
import { describe, expect, it } from "vitest";
import { tellOne } from "./runs.js";

const problems = (runs: readonly (string | Record<string, number>)[]) => tellOne([...runs]).problems;

describe("parts of a whole", () => {
  const day = (busy: number, free: number) => ({ busyMinutes: busy, freeMinutes: free });

  it("are busy and free, though they move little and nobody says the whole", () => {
    const runs = [day(130, 350), day(140, 340), day(165, 315)];
    expect(problems([...runs, day(155, 325)])).toEqual([]);
    expect(problems([...runs, day(155, 385)])).toEqual(["changed relation 1 /content/0/json/freeMinutes"]);
  });

  it("are shares of a hundred, rounded", () => {
    const shares = (mobile: number, desktop: number, tablet: number) => ({ mobile, desktop, tablet });
    const runs = [shares(49.1, 40.9, 10), shares(42.2, 50.7, 7), shares(44.7, 41.3, 14.1)];
    expect(problems([...runs, shares(45.3, 45.3, 9.3)])).toEqual([]);
    expect(problems([...runs, shares(45.3, 95.3, 9.3)])).toEqual(["changed relation 1 /content/0/json/mobile"]);
  });

  const leave = (taken: number, planned: number, left: number) =>
    `entitled: 25\ntaken: ${String(taken)}\nplanned: ${String(planned)}\nremaining: ${String(left)}`;

  it("are three numbers that give what stands beside them", () => {
    const runs = [leave(11, 2, 12), leave(5, 4, 16), leave(14, 6, 5)];
    expect(problems([...runs, leave(9, 5, 11)])).toEqual([]);
    expect(problems([...runs, leave(9, 5, 16)])).toHaveLength(1);
  });

  it("are none where they hardly moved", () => {
    const runs = [leave(11, 2, 12), leave(12, 1, 12), leave(11, 3, 11)];
    expect(problems([...runs, leave(12, 2, 13)])).toEqual([]);
  });

  it("may be less than the total by a constant beside them", () => {
    const cost = (net: number, tax: number, total: number) => ({ net, tax, total, freight: 500 });
    const runs = [cost(4100, 1025, 5625), cost(3300, 825, 4625), cost(7210, 1802, 9512)];
    expect(problems([...runs, cost(5000, 1250, 6750)])).toEqual([]);
    expect(problems([...runs, cost(5000, 1250, 6250)])).toHaveLength(1);
  });

  const sprint = (committed: number, done: number, left = committed - done, days = 6) =>
    `6 days left\n- **Committed:** ${committed} points\n- **Done:** ${done} points\n- **Remaining:** ${left} points\n- **Needed per day:** ${(left / days).toFixed(1)} points`;
  const sprints = [sprint(50, 12), sprint(43, 22), sprint(58, 30)];

  it("are what their names say is left of a total and what is not, though they move little", () => {
    expect(problems([...sprints, sprint(51, 20)])).toEqual([]);
    expect(problems([...sprints, sprint(51, 20, 120)])).toEqual(["changed relation 1 /content/0/text/lines/1"]);
  });

  it("are shared by what stands beside them", () => {
    expect(problems([...sprints, sprint(51, 20, 31, 3)])).toEqual(["changed relation 1 /content/0/text/lines/4"]);
  });
});
