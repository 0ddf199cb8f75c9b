// Lists that show so many rows only: each run adds one, and an old one falls out.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { arePutBack, countsToTry, widenings, type WindowEnd } from "../../../src/variables/windows.js";
import { tell, tellOne } from "./runs.js";

interface Ticket {
  id: number;
  title: string;
  at: string;
}

const SEED = ["Alarm", "Router", "Badge", "Scanner", "Lamp", "Door"];
const SHOWN = 5;

/** The tickets after so many runs, the newest first. */
function ticketsAfter(runs: number): Ticket[] {
  const seeded = SEED.map((title, at) => ({ id: 4301 + at, title, at: `2025-03-0${String(at + 1)}` }));
  const made = Array.from({ length: runs }, (_, at) => ({ id: 4821 + at, title: "Printer", at: "2025-04-01" }));
  return [...seeded, ...made].toReversed();
}

const FORMS: Record<string, (rows: Ticket[]) => JsonValue> = {
  json: (rows) => ({ tickets: rows.map((row) => ({ ...row })) }),
  lines: (rows) => rows.map(({ id, title, at }) => `${at} #${String(id)} ${title}`).join("\n"),
  "a tail": (rows) => ({ tickets: rows.toReversed().map((row) => ({ ...row })) }),
};

describe.each(Object.keys(FORMS))("the newest rows as %s", (form) => {
  const show = (rows: Ticket[]): JsonValue => FORMS[form]?.(rows) ?? null;
  /** What the fourth run comes to, with these rows shown. */
  const told = (change: (all: Ticket[]) => Ticket[]): boolean => {
    const run = (at: number, shown = ticketsAfter(at).slice(0, SHOWN)) =>
      [
        ["open", { title: "Printer" }, { id: 4820 + at }],
        ["newest", {}, show(shown)],
      ] as const;
    return tell({ recorded: run(1), checks: [run(2), run(3)], live: run(4, change(ticketsAfter(4))) }).green;
  };
  const newest = (all: Ticket[]): Ticket[] => all.slice(0, SHOWN);

  it("may lose as many old ones as came", () => {
    expect(told(newest)).toBe(true);
  });

  it.each<[string, (all: Ticket[]) => Ticket[]]>([
    ["lacks the row of this run", (all) => all.slice(1, SHOWN + 1)],
    ["has a gap", (all) => [...all.slice(0, SHOWN - 1), ...all.slice(SHOWN, SHOWN + 1)]],
    ["has one less", (all) => all.slice(0, SHOWN - 1)],
    ["has one more", (all) => all.slice(0, SHOWN + 1)],
    ["has another title", (all) => newest(all).map((row, at) => (at === 1 ? { ...row, title: "Server room" } : row))],
    ["has a row twice", (all) => [...all.slice(0, 2), ...all.slice(1, SHOWN - 1)]],
    ["is that of the oldest", (all) => all.slice(-SHOWN)],
  ])("is no pass where it %s", (_, change) => {
    expect(told(change)).toBe(false);
  });
});

it("finds the rows that fell out of any list", () => {
  const lists = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 4, maxLength: 60 });
  fc.assert(
    fc.property(lists, fc.nat(), fc.nat(), fc.constantFrom<WindowEnd>("first", "last"), (all, some, less, end) => {
      const size = 2 + (some % (all.length - 3));
      const count = 1 + (less % Math.min(all.length - size, size - 1));
      const [before, now] = [all.slice(count, count + size), all.slice(0, size)];
      const [recorded, live] = end === "last" ? [before, now] : [now, before];
      const whole = all.slice(0, size + count);
      const found = [...widenings(recorded, live, end, countsToTry(recorded, live, end))].find(
        ({ rows }) => JSON.stringify(rows) === JSON.stringify(whole),
      );
      expect(found).toMatchObject({ count, end });
      const order = recorded.map((row) => whole.indexOf(row));
      expect(found !== undefined && arePutBack(found, order)).toBe(true);
    }),
  );
});

it("is no forecast of the next days, of which some are the same in two runs", () => {
  const forecast = (...days: string[]): string => days.map((day) => `${day}: sunny, 19 °C`).join("\n");
  const checked = forecast("Monday", "Tuesday", "Wednesday");
  const runs = [forecast("Sunday", "Monday", "Tuesday"), checked, checked];
  expect(tellOne([...runs, forecast("Wednesday", "Thursday", "Friday")]).problems).toEqual([]);
  expect(tellOne([...runs, forecast("Thursday", "Friday", "Saturday")]).green).toBe(false);
});

describe("a list that was not full when it was recorded", () => {
  const first = { id: "bk_00a1b2c3d4", parent: null, kind: "full" };
  const ids = ["bk_790d427d45", "bk_ab291677c4", "bk_e7d4f8af3a", "bk_52c0f19b6e"];
  const backups = [
    first,
    ...ids.map((id, at) => ({ id, parent: ids[at - 1] ?? "bk_00a1b2c3d4", kind: "incremental" })),
  ];
  const run = (at: number, chain = backups.slice(0, at + 1).slice(-3)) =>
    [
      ["backup", {}, backups[at] ?? null],
      ["chain", {}, { chain }],
    ] as const;
  const told = (chain?: typeof backups) => tell({ recorded: run(1), checks: [run(2), run(3)], live: run(4, chain) });

  it("shows as many as when it was", () => {
    expect(told().green).toBe(true);
  });

  it.each<[string, typeof backups]>([
    ["one more", backups.slice(-4)],
    ["one less", backups.slice(-2)],
    ["none of this run", backups.slice(1, 4)],
    ["one that is gone", [backups[0] ?? first, ...backups.slice(-2)]],
    ["a row of another kind", backups.slice(-3).map((row, at) => (at === 1 ? { ...row, kind: "full" } : row))],
  ])("has not %s", (_, chain) => {
    expect(told(chain).green).toBe(false);
  });
});
