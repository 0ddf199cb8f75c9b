// Numbers that stand for one thing twice.
import { describe, expect, it } from "vitest";
import { tell, tellOne, type Sketch } from "./runs.js";

type Result = Parameters<typeof tellOne>[0][number];

describe("a number in a word", () => {
  const problems = (results: readonly Result[], args: Record<string, string>) =>
    tellOne([...results], {}, args).problems;
  const motion = (entry: number, document = entry): string =>
    `case: 26-cv-118\nentry: ${String(entry)}\nprevious_entry: ${String(entry - 1)}\ndocument: 26-cv-118-${String(document)}.pdf\nsealed: no`;
  const docket = { case_no: "26-cv-118" };

  it("is the one that stands beside it, where the word has what the call is about", () => {
    const runs = [motion(41), motion(42), motion(43)];
    expect(problems([...runs, motion(57)], docket)).toEqual([]);
    expect(problems([...runs, motion(57, 56)], docket)).toHaveLength(1);
  });

  const release = (version: number, name: string): Result => ({ service: "web", version, revision: name, ready: true });

  it("is so with zeros before it", () => {
    const runs = [release(7, "web-00007"), release(8, "web-00008"), release(9, "web-00009")];
    expect(problems([...runs, release(12, "web-00012")], { service: "web" })).toEqual([]);
    expect(problems([...runs, release(12, "web-00011")], { service: "web" })).toHaveLength(1);
  });

  const issue = (number: number, url = number): Result => ({
    number,
    url: `https://forge.example/acme/web/issues/${String(url)}`,
  });

  it("is so in an address", () => {
    const runs = [issue(41), issue(42), issue(43)];
    expect(problems([...runs, issue(50)], { repo: "acme/web" })).toEqual([]);
    expect(problems([...runs, issue(50, 49)], { repo: "acme/web" })).toHaveLength(1);
  });

  const sale = (order: number, invoice: number): Result => ({ order, invoice: `INV-${String(invoice)}` });

  it("may be another counter's, where the word says nothing of the call", () => {
    expect(problems([sale(41, 41), sale(42, 42), sale(43, 43), sale(50, 47)], { shop: "web" })).toEqual([]);
  });

  it("is above the one before it", () => {
    const entry = (now: number, before: number): Result => ({ entry: now, previous_entry: before });
    const runs = [entry(41, 40), entry(42, 41), entry(43, 42)];
    expect(problems([...runs, entry(50, 48)], {})).toEqual([]);
    expect(problems([...runs, entry(50, 50)], {})).toHaveLength(1);
  });
});

describe("a counter with two sides", () => {
  const device = (set: number, read = set): Sketch[] => [
    ["set_target", { device: "hall", celsius: 21 }, { device: "hall", desired: { $version: set } }],
    ["get_device", { device: "hall" }, { device: "hall", reported: { $version: read } }],
  ];

  it("is what another call of the same thing set", () => {
    const runs = { recorded: device(71), checks: [device(72), device(73)] };
    expect(tell({ ...runs, live: device(80) }).problems).toEqual([]);
    expect(tell({ ...runs, live: device(80, 79) }).problems).toEqual([
      "changed relation 2 /content/0/json/reported/$version",
    ]);
  });

  const others = (orders: number, people: number): Sketch[] => [
    ["add_order", { shop: "web" }, { count: orders }],
    ["add_person", { name: "ann" }, { count: people }],
  ];

  it("may be two counters of two things", () => {
    const runs = { recorded: others(71, 71), checks: [others(72, 72), others(73, 73)] };
    expect(tell({ ...runs, live: others(80, 79) }).problems).toEqual([]);
  });

  const rollout = (made: number, seen: number): Result => ({
    metadata: { generation: made },
    status: { observedGeneration: seen },
  });

  it("is the generation that was observed", () => {
    const runs = [rollout(4, 4), rollout(5, 5), rollout(6, 6)];
    expect(tellOne([...runs, rollout(9, 9)]).problems).toEqual([]);
    expect(tellOne([...runs, rollout(9, 8)]).problems).toHaveLength(1);
  });

  const gauges = (first: number, second: number): Sketch[] => [
    ["read_tank", { tank: "a" }, { level: first }],
    ["read_pump", { tank: "a" }, { level: second }],
  ];

  it("is no measured value that did not move between two calls", () => {
    const runs = { recorded: gauges(412, 412), checks: [gauges(398, 398), gauges(405, 405)] };
    expect(tell({ ...runs, live: gauges(409, 408) }).problems).toEqual([]);
  });
});
