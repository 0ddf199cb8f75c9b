// Lists that have another number of rows in each run: what their rows have in common is held, however many there are.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { describeVarying } from "../../../src/variables/describe-varying.js";
import { tell, tellOne } from "./runs.js";

interface Job {
  slot: number;
  id: string;
  state: string;
  ms: number;
}

const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef".split("")), minLength: 9, maxLength: 9 });
const id = hex.filter((text) => /\d/.test(text) && /[a-f]/.test(text)).map((text) => `j-${text}a7`);
/** Rows of one run; the states take turns, the last job runs. */
const jobs = (least: number, most: number) =>
  fc
    .uniqueArray(fc.record({ id, ms: fc.integer({ min: 120, max: 980 }) }), {
      minLength: least,
      maxLength: most,
      selector: (job) => job.id,
    })
    .map((rows) =>
      rows.map((row, i): Job => ({ slot: i + 1, ...row, state: i < rows.length - 1 ? "done" : "running" })),
    );
/** Of six, nine and seven rows: the lengths differ in every run. */
const runs = fc.tuple(jobs(6, 6), jobs(9, 9), jobs(7, 7));

const FORMS: Record<string, (rows: readonly Job[], count?: number) => JsonValue> = {
  JSON: (rows, count = rows.length) => ({ total: count, jobs: rows.map((row) => ({ ...row })) }),
  lines: (rows, count = rows.length) =>
    [
      `${String(count)} jobs`,
      ...rows.map((row) => `${String(row.slot)} ${row.id} ${row.state} ${String(row.ms)} ms`),
    ].join("\n"),
  "lines of JSON": (rows) => rows.map((row) => JSON.stringify(row)).join("\n"),
};

type Change = (rows: readonly Job[], at: number) => readonly Job[];
const put =
  (change: (row: Job, rows: readonly Job[]) => Partial<Job>): Change =>
  (rows, at) =>
    rows.map((row, i) => (i === at ? { ...row, ...change(row, rows) } : row));
const FAULTS: Record<string, Change> = {
  "a state that no row had": put(() => ({ state: "failed" })),
  "a state that only the last has": put(() => ({ state: "running" })),
  "an id twice": put((_, rows) => ({ id: rows.at(-1)?.id ?? "" })),
  "an id of another form": put(() => ({ id: "j-4711" })),
  "a number below zero": put(({ ms }) => ({ ms: -ms })),
  "a number far from all": put(({ ms }) => ({ ms: ms * 90 })),
  "a gap": (rows, at) => rows.filter((_, i) => i !== at),
  "another order": (rows) => rows.toReversed(),
  "no rows": () => [],
  "a fifth of the rows": (rows) => rows.slice(0, 1).map((row) => ({ ...row, state: "running" })),
};

describe.each(Object.entries(FORMS))("a list in %s", (_, show) => {
  const problemsOf = (all: readonly (readonly Job[])[], live: JsonValue): string[] =>
    tellOne([...all.map((rows) => show(rows)), live]).problems.filter((one) => !one.startsWith("volatile"));

  it("may have any number of rows like those that were seen", () => {
    fc.assert(
      fc.property(runs, jobs(5, 12), (all, live) => {
        expect(problemsOf(all, show(live))).toEqual([]);
      }),
      { numRuns: 25 },
    );
  });

  it.each(Object.entries(FAULTS))("has not %s", (__, change) => {
    fc.assert(
      fc.property(runs, jobs(6, 10), fc.integer({ min: 0, max: 3 }), (all, live, at) => {
        expect(problemsOf(all, show(change(live, at)))).not.toEqual([]);
      }),
      { numRuns: 8 },
    );
  });
});

it("has as many rows as are said", () => {
  fc.assert(
    fc.property(runs, jobs(6, 10), fc.constantFrom(-1, 1, 10), (all, live, more) => {
      const show = FORMS["lines"];
      const results = all.map((rows) => show?.(rows) ?? null);
      expect(tellOne([...results, show?.(live, live.length + more) ?? null]).green).toBe(false);
    }),
    { numRuns: 15 },
  );
});

it("has the row that the run itself made", () => {
  fc.assert(
    fc.property(runs, jobs(6, 10), fc.tuple(id, id, id, id), fc.boolean(), (all, rows, ids, isMissing) => {
      fc.pre(new Set([...ids, ...rows.map((row) => row.id)]).size === rows.length + 4);
      const turns = [...all, rows].map((those, run) => {
        const own = { slot: those.length + 1, id: ids[run] ?? "", state: "queued", ms: 200 };
        const shown = isMissing && run === 3 ? those : [...those, own];
        return [
          ["queue", {}, { id: own.id }],
          ["jobs", {}, { jobs: shown.map((row) => ({ ...row })) }],
        ] as const;
      });
      const [recorded = [], one = [], other = [], live = []] = turns;
      expect(tell({ recorded, checks: [one, other], live }).green).toBe(!isMissing);
    }),
    { numRuns: 15 },
  );
});

it("is not learned where Claude called once for each row", () => {
  const list = (count: number): JsonValue => ({ pages: Array.from({ length: count }, (_, at) => ({ page: at + 1 })) });
  const run = (count: number) =>
    [["list", {}, list(count)], ...[1, 2, 3].map((page) => ["read", { page }, { fine: true }] as const)] as const;
  const { learned, green } = tell({ recorded: run(3), checks: [run(5), run(4)], live: run(2) });
  expect(learned.lengths).toBeUndefined();
  expect(green).toBe(false);
});

it("is not learned where rows only became fewer or more: what runs left or took away", () => {
  const rows = ["Alarm", "Router", "Badge", "Lamp", "Door"].map((title) => ({ title, state: "open" }));
  const show = (count: number): JsonValue => ({ tickets: rows.slice(0, count) });
  expect(tellOne([show(5), show(4), show(3), show(2)]).learned.lengths).toBeUndefined();
});

it.each([
  [3, 3],
  [300, undefined],
])("is learned of %i lists, or of none where they are too many to be looked at alone", (count, learned) => {
  const list = (rows: number): JsonValue => Array.from({ length: rows }, () => ({ state: "done", queue: "mail" }));
  const run = (rows: number): JsonValue =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`queue${String(at)}`, list(rows)]));
  expect(tellOne([run(4), run(6), run(5), run(6)]).learned.lengths?.length).toBe(learned);
});

it("says how many rows the checks had", () => {
  const list = { call: 1, at: "/content/0/json", seen: [["a", "b"], ["a"]] };
  expect(describeVarying(list)).toBe("had 2 and 1 rows in the checks");
});

describe("small numbers next to each other, of which some row alone had one", () => {
  const log = (run: number, ...upstreams: number[]): string =>
    upstreams
      .map((one, at) => `ERROR ${String(run * 77_003 + at * 7919 + 100_003)}f timeout of upstream ${String(one)}`)
      .join("\n");
  const RUNS = [log(0, 1, 1, 3), log(1, 3, 1), log(2, 1, 2, 4, 3)];

  it("may be any in between", () => {
    expect(tellOne([...RUNS, log(3, 2, 4, 2)]).green).toBe(true);
  });

  it.each([9, 40])("are not far from all: %i", (far) => {
    const told = tellOne([...RUNS, log(3, 2, far, 2)]);
    expect(told.learned.lengths).toBeDefined();
    expect(told.green).toBe(false);
  });

  it("are words where they lie apart", () => {
    const codes = [log(0, 0, 0, 53), log(1, 53, 0), log(2, 0, 17, 0, 53)];
    expect(tellOne([...codes, log(3, 0, 31)]).green).toBe(false);
  });
});

it("holds an amount to those in its unit beside other words, where its own are few", () => {
  const told = (...rows: readonly (readonly [state: string, ms: number])[]): JsonValue =>
    rows
      .map(
        ([state, ms], at) =>
          `j-4${((at + 1) * 7919 + ms * 104_729).toString(16).padStart(8, "0")}a7 ${state} ${String(ms)} ms`,
      )
      .join("\n");
  const seen = [
    told(["done", 212], ["done", 603], ["running", 867], ["done", 385], ["done", 708], ["done", 331]),
    told(["done", 412], ["running", 467], ["done", 709], ["running", 127]),
    told(["running", 631], ["done", 561], ["done", 837], ["done", 219], ["done", 276]),
  ];
  const live = (ms: number): JsonValue =>
    told(["done", 669], ["done", 215], ["running", ms], ["done", 709], ["done", 349]);
  expect(tellOne([...seen, live(88)]).problems).toEqual([]);
  expect(tellOne([...seen, live(0)]).problems).not.toEqual([]);
});
