// Rows whose order differs each time: a name that was chosen is never sent as the name of another row.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { RecordingBeside } from "../../../src/variables/beside.js";
import { Check } from "../../../src/variables/check.js";
import { learn } from "../../../src/variables/learn.js";
import { hold } from "../../helpers/player.js";
import { CHECKED, LIVE, makeRun, tell, tellOne } from "./runs.js";

interface Row {
  name: string;
  amount: number;
  state: string;
}

const FORMS: Record<string, (rows: readonly Row[]) => JsonValue> = {
  csv: (rows) =>
    ["turbine,mw,state", ...rows.map((row) => `${row.name},${row.amount.toFixed(2)},${row.state}`)].join("\n"),
  lines: (rows) => rows.map((row) => `${row.name}: ${row.amount.toFixed(2)} MW, ${row.state}`).join("\n"),
  markdown: (rows) =>
    [
      "| Turbine | MW | State |",
      "|---|---|---|",
      ...rows.map((row) => `| ${row.name} | ${row.amount.toFixed(2)} | ${row.state} |`),
    ].join("\n"),
  sentence: (rows) =>
    `Turbines: ${rows.map((row) => `${row.name} (${row.state} ${row.amount.toFixed(1)})`).join(", ")}`,
  json: (rows) => rows.map((row) => ({ turbine: row.name, mw: row.amount, state: row.state })),
};

const row = (name: string, amount: number, state = "turning"): Row => ({ name, amount, state });
/** T2 is the strongest in each. */
const RUNS = [
  [row("T1", 1.3), row("T2", 2.69), row("T3", 1.81)],
  [row("T3", 1.32), row("T1", 1.11), row("T2", 2.74)],
  [row("T2", 2.91), row("T3", 1.77), row("T1", 1.25)],
  [row("T3", 1.6), row("T2", 2.8), row("T1", 1.2)],
];

const stop = { turbine: "T2" };

/** What the checks send, one after the other; undefined where a question prevents it. */
function sentInChecks(results: readonly JsonValue[], args: Record<string, string>, prompt?: string): unknown[] {
  const [recorded = "", ...lives] = results;
  const given = prompt === undefined ? {} : { prompt };
  const run = makeRun(
    [
      ["turbines", {}, recorded],
      ["stop", args, "Stopped."],
    ],
    given,
  );
  const recording = new RecordingBeside(run);
  const done: ReturnType<Check["done"]>[] = [];
  return lives.map((live, at) => {
    const check = new Check(recording, done, makeRun([], { at: CHECKED[at] ?? LIVE }));
    const [call] = makeRun([["turbines", {}, live]], { at: CHECKED[at] ?? LIVE }).calls;
    check.turn(1);
    if (call !== undefined) check.settle(call);
    const turn = check.turn(2);
    done.push(check.done());
    return "arguments" in turn ? turn.arguments[0] : undefined;
  });
}

describe("rows in another order", () => {
  it.each(["csv", "lines", "markdown", "json"])("are paired by their names: %s", (form) => {
    const results = RUNS.map((rows) => FORMS[form]?.(rows) ?? "");
    expect(sentInChecks(results, stop)).toEqual([stop, stop, stop]);
    const turns = results.map((result) => [["turbines", {}, result] as const, ["stop", stop, "Stopped."] as const]);
    const [recorded = [], one = [], two = [], live = []] = turns;
    const told = tell({ recorded, checks: [one, two], live });
    expect(told.learned.orders).toHaveLength(1);
    expect(told.learned.doubtful).toEqual([]);
    expect(told.learned.unstable).toEqual([]);
    expect(told.green).toBe(true);
    expect(told.sent.at(-1)).toEqual({ call: 2, arguments: stop });
  });

  it("are found with a name that stood in the same line in all checks", () => {
    const results = RUNS.map((rows) => FORMS["csv"]?.(rows) ?? "");
    const fixed = [
      RUNS[0],
      [row("T1", 1.2), row("T3", 1.7), row("T2", 2.7)],
      [row("T1", 1.4), row("T3", 1.2), row("T2", 2.6)],
    ];
    const told = tellOne([...fixed.map((rows) => FORMS["csv"]?.(rows ?? []) ?? ""), results[1] ?? ""]);
    expect(told.problems).toEqual([]);
  });

  it("of a sentence are no places to read a name from", () => {
    const results = RUNS.map((rows) => FORMS["sentence"]?.(rows) ?? "");
    expect(sentInChecks(results, stop)).toEqual([undefined, undefined, undefined]);
    expect(sentInChecks(results, stop, "Stop turbine T2.")).toEqual([stop, stop, stop]);
  });

  it("still tell that another row is the largest", () => {
    const weak = RUNS.map((rows) => rows.map((one) => (one.name === "T2" ? { ...one, amount: 0.2 } : one)));
    for (const form of ["csv", "lines", "markdown", "json"]) {
      const results = [RUNS[0] ?? [], weak[1] ?? [], RUNS[2] ?? []].map((rows) => FORMS[form]?.(rows) ?? "");
      expect(sentInChecks(results, stop)).toEqual([undefined, undefined]);
    }
  });

  it("never send an argument as the name of another row", () => {
    const names: fc.Arbitrary<string[]> = fc.oneof(
      fc.constant<string[]>(["T1", "T2", "T3", "T4"]),
      fc.constant<string[]>(["WTG-01", "WTG-02", "WTG-03", "WTG-04"]),
      fc.constant<string[]>(["north", "south", "east", "west"]),
      fc.constant<string[]>(["4711", "4712", "4713", "4714"]),
      fc.constant<string[]>(["a81f", "b02c", "c3d4", "99ef"]),
      fc.constant<string[]>(["Wind North", "Wind South", "Wind East", "Wind West"]),
      fc.uniqueArray(fc.stringMatching(/^[A-Z][a-z0-9]{1,6}$/), { minLength: 3, maxLength: 4 }),
    );
    const amount = fc.integer({ min: 100, max: 999 }).map((n) => n / 100);
    const state = fc.constantFrom("turning", "turning", "turning", "faulty");
    const table = names.chain((all) => {
      const rows = fc.tuple(
        fc.shuffledSubarray(all, { minLength: all.length }),
        fc.array(fc.tuple(amount, state), { minLength: all.length, maxLength: all.length }),
      );
      const run = rows.map(([order, rest]) => order.map((name, i) => row(name, rest[i]?.[0] ?? 1, rest[i]?.[1])));
      return fc.record({ runs: fc.array(run, { minLength: 4, maxLength: 4 }), name: fc.constantFrom(...all) });
    });
    fc.assert(
      fc.property(table, fc.constantFrom(...Object.keys(FORMS)), ({ runs, name }, form) => {
        const results = runs.map((rows) => FORMS[form]?.(rows) ?? "");
        const args = { turbine: name };
        for (const sent of sentInChecks(results, args)) expect(sent ?? args).toEqual(args);
        const turns = results.map((result) => [["turbines", {}, result] as const, ["stop", args, "Stopped."] as const]);
        const [recorded = [], one = [], two = [], live = []] = turns;
        const run = makeRun(recorded);
        const checks = [one, two].map((each, at) => makeRun(each, { at: CHECKED[at] ?? LIVE }));
        const learned = learn(run, checks);
        const { sent } = hold(learned, run, makeRun(live, { at: LIVE }));
        for (const { call, arguments: now } of sent) expect(now).toEqual(call === 2 ? args : {});
        expect(learned.variables.flatMap((variable) => variable.sent).filter(({ by }) => by !== "literal")).toEqual([]);
      }),
      { numRuns: 30 },
    );
  });
});

describe("rows whose names share their words", () => {
  const NAMES = ["Red lamp 1", "Red lamp 2", "Blue lamp 1", "Blue lamp 2"];
  const stock = (run: number, order: readonly number[]): JsonValue => ({
    articles: order.map((at) => ({
      id: `${"abcd"[run] ?? ""}${String(at)}f0e1d2c3`,
      name: NAMES[at] ?? "",
      price: 20,
    })),
  });
  const ORDERS = [
    [0, 1, 2, 3],
    [2, 0, 3, 1],
    [3, 2, 1, 0],
    [1, 3, 0, 2],
  ];

  it("are paired by the whole name, and its id is sent", () => {
    const turns = ORDERS.map((order, run) => [
      ["stock", {}, stock(run, order)] as const,
      ["reserve", { id: `${"abcd"[run] ?? ""}2f0e1d2c3` }, "Reserved."] as const,
    ]);
    const [recorded = [], one = [], two = [], live = []] = turns;
    const told = tell({ recorded, checks: [one, two], live });
    expect(told.learned.orders).toEqual([{ call: 1, at: "/content/0/json/articles" }]);
    expect(told.green).toBe(true);
    expect(told.sent.at(-1)).toEqual({ call: 2, arguments: { id: "d2f0e1d2c3" } });
  });

  it("are changed where one has another name", () => {
    const now = JSON.stringify(stock(3, ORDERS[3] ?? [])).replace("Blue lamp 2", "Blue lamp 3");
    const results = [...ORDERS.slice(0, 3).map((order, run) => stock(run, order)), now];
    expect(tellOne(results).green).toBe(false);
  });
});

describe("rows between a head and a sum", () => {
  const table = (rows: string): JsonValue =>
    [
      "| Shard | Tests | Failed | Seconds |",
      "|---|---|---|---|",
      ...rows.split(", ").map((row) => `| ${row.replace(" ", " | 50 | 0 | ")} |`),
      "",
      "Total: 200 tests, 0 failed",
    ].join("\n");
  const tops = (rows: readonly (readonly [pid: string, name: string])[]): JsonValue =>
    ["  PID COMMAND", ...rows.map(([pid, name]) => `${pid.padStart(5)} ${name}`)].join("\n");

  it("are paired by their names, though head and sum stay", () => {
    const runs = [
      table("alpha 2.41, beta 7.93, gamma 5.02, delta 3.77"),
      table("gamma 8.16, alpha 3.35, delta 6.91, beta 2.58"),
      table("delta 4.29, beta 5.64, alpha 8.87, gamma 2.13"),
    ];
    expect(tellOne([...runs, table("beta 3.96, delta 7.48, alpha 4.71, gamma 6.05")]).problems).toEqual([]);
    expect(tellOne([...runs, table("beta 3.96, delta 7.48, alpha 4.71, beta 6.05")]).green).toBe(false);
    expect(tellOne([...runs, table("beta 3.96, delta 7.48, alpha 4.71, omega 6.05")]).green).toBe(false);
  });

  it("are paired where their numbers are aligned", () => {
    const runs = [
      tops([
        ["21831", "nginx"],
        ["5211", "node"],
        ["9120", "redis"],
      ]),
      tops([
        ["811", "node"],
        ["12030", "nginx"],
        ["4401", "redis"],
      ]),
      tops([
        ["19277", "redis"],
        ["6120", "nginx"],
        ["30411", "node"],
      ]),
    ];
    const live = tops([
      ["7012", "redis"],
      ["18444", "node"],
      ["2003", "nginx"],
    ]);
    expect(tellOne([...runs, live]).problems).toEqual([]);
  });
});

describe("an id that is the name of a property", () => {
  const stations = (kiel: string, ulm: string): JsonValue => ({
    [kiel]: { place: "Kiel", state: "stuck" },
    [ulm]: { place: "Ulm", state: "ok" },
  });

  it("is not sent where a check has no property of that name", () => {
    const results = [stations("dock4", "pier7"), stations("hill", "tower"), stations("mill", "gate")];
    expect(sentInChecks(results, { station: "dock4" })).toEqual([undefined, undefined]);
  });

  it("is sent where all have it", () => {
    const results = [1, 2, 3].map(() => stations("dock4", "pier7"));
    const sent = { station: "dock4" };
    expect(sentInChecks(results, sent)).toEqual([sent, sent]);
  });
});
