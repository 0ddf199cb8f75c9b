// Times of day of rows that say how far each lies from its call.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { CHECKED, LIVE, RECORDED, tellOne } from "./runs.js";

/** When each run called; the tests' first call is a second after its start. */
const CALLS = [RECORDED, ...CHECKED, LIVE].map((at) => Date.parse(at) + 1000);
/** The third bus has the same wait in all runs. */
const WAITS = [
  [4, 9, 21],
  [5, 14, 21],
  [7, 12, 21],
  [6, 17, 24],
];
const clock = (run: number, minutes: number): string =>
  new Date((CALLS[run] ?? 0) + minutes * 60_000).toISOString().slice(11, 16);

interface Bus {
  to: string;
  at: string;
  wait: number;
}

function busesOf(run: number, change: (bus: Bus, at: number) => Bus = (bus) => bus): Bus[] {
  return (WAITS[run] ?? [])
    .map((wait, at): Bus => ({ to: ["Airport", "Harbour", "Zoo"][at] ?? "", at: clock(run, wait), wait }))
    .map(change);
}

const FORMS: Record<string, (buses: readonly Bus[], of: string) => JsonValue> = {
  lines: (buses, of) =>
    ["Departures:", ...buses.map(({ to, at, wait }) => `11 ${to} ${at} ${of} ${String(wait)} min`)].join("\n"),
  JSON: (buses) => buses.map(({ to, at, wait }) => ({ to, at, minutes: wait })),
};

describe.each(Object.entries(FORMS))("in %s", (_, show) => {
  const problemsOf = (live: readonly Bus[]): string[] =>
    tellOne([...[0, 1, 2].map((run) => show(busesOf(run), "in")), show(live, "in")]).problems.filter(
      (one) => !one.startsWith("volatile"),
    );

  it("lie as far from their call as their rows say", () => {
    expect(problemsOf(busesOf(3))).toEqual([]);
  });

  it.each<[string, (bus: Bus, at: number) => Bus]>([
    ["before their call", (bus) => ({ ...bus, at: clock(3, bus.wait - 60) })],
    ["where the lengths are seconds", (bus) => ({ ...bus, wait: bus.wait * 60 })],
    ["where one row says another length", (bus, at) => (at === 1 ? { ...bus, wait: bus.wait + 9 } : bus)],
  ])("do not lie %s", (__, change) => {
    expect(problemsOf(busesOf(3, change))).not.toEqual([]);
  });
});

it("are not learned of songs, whose lengths have nothing to do with the clock", () => {
  const songs = (...all: readonly (readonly [string, number])[]): JsonValue =>
    all.map(([length, plays], at) => ({ title: `Song ${String(at)}`, length, minutes: plays }));
  const told = tellOne([
    songs(["03:41", 4], ["04:10", 9]),
    songs(["03:12", 7], ["05:02", 2]),
    songs(["02:50", 5], ["04:44", 8]),
    songs(["03:20", 6], ["04:21", 3]),
  ]);
  expect(told.learned.variables.filter(({ off }) => off !== undefined)).toEqual([]);
});
