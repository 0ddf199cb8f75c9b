// Rows of earlier runs in a list that grows: which ones a run of the suite can have left, and which ones nobody can.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import { SaidWords } from "../../../src/variables/left-words.js";
import { outcomeOf, play, type Played, type PlaySketch, type ResultSketch } from "../../helpers/make-trace.js";

type Rows = readonly JsonValue[];

/** A server that keeps its rows. The runs are counted from 0, the recording; the replay is run 5. */
interface Keeping {
  seeds?: Rows;
  /** The rows of a run when it lists them. */
  own: (run: number) => Rows;
  /** The same rows when a later run lists them; as they were, without it. */
  later?: (run: number) => Rows;
  /** The order of a list with seeds, rows of earlier runs, and own rows. */
  order?: (seeds: Rows, earlier: Rows, own: Rows) => Rows;
  /** What the call that makes the rows sends and answers. */
  sends?: JsonObject;
  answers?: (run: number) => ResultSketch;
  lists?: JsonObject;
  more?: Partial<PlaySketch>;
}

const LAST = 5;
const asJson = (rows: Rows): ResultSketch => ({ json: { rows: [...rows] } });
const asLines = (rows: Rows): ResultSketch =>
  rows.map((row) => JSON.stringify(row).replaceAll(/[{}"]/g, " ")).join("\n");

/** The rows that the list has in a run. */
function listed({ seeds = [], own, later = own, order = (...parts) => parts.flat() }: Keeping, run: number): Rows {
  const earlier = Array.from({ length: run }, (_, before) => later(before)).flat();
  return order(seeds, earlier, own(run));
}

/** Plays the recording against what the list has in the last run, or against other rows. */
function replay(keeping: Keeping, edit: (rows: Rows) => Rows = (rows) => rows, show = asJson): Played {
  const { sends = {}, answers = () => "Made.", lists = {}, more = {} } = keeping;
  return play({
    turns: [
      [["make", sends, answers(0), answers(LAST)]],
      [["list", lists, show(listed(keeping, 0)), show(edit(listed(keeping, LAST)))]],
    ],
    checks: [1, 2].map((run) => [answers(run), show(listed(keeping, run))]),
    ...more,
  });
}

const GROWN = ["grown /content/0/json/rows"];
const replaceAt = (rows: Rows, at: number, row: JsonValue): Rows => rows.with(at, row);
/** Changes the second row of an earlier run, of tasks. */
const editOld =
  (more: JsonObject) =>
  (rows: Rows): Rows =>
    rows.map((row, at) => (at === 3 ? { ...(row as JsonObject), ...more } : row));

const task = (id: number, title: string, state = "open"): JsonObject => ({ id, title, state });
const tasks: Keeping = {
  seeds: [task(11, "Alpha"), task(12, "Beta", "closed")],
  own: (run) => [task(4711 + run, "Paint")],
  sends: { title: "Paint" },
  answers: (run) => ({ json: task(4711 + run, "Paint") }),
};

describe("a run whose rows hold nothing that varies", () => {
  const milk = (done: boolean): JsonObject => ({ item: "Milk", done });
  const todo: Keeping = { seeds: [{ item: "Sugar", done: false }], own: () => [milk(true)], sends: { item: "Milk" } };
  const newestFirst: Keeping = { ...todo, order: (seeds, earlier, own) => [own, earlier, seeds].flat() };

  it("passes where its row is the last of many, or the first", () => {
    expect(replay(todo).problems).toEqual(GROWN);
    expect(replay(newestFirst).problems).toEqual(GROWN);
  });

  it("does not take the row of an earlier run for its own", () => {
    expect(replay(todo, (rows) => replaceAt(rows, -1, milk(false))).green).toBe(false);
    expect(replay(newestFirst, (rows) => replaceAt(rows, 0, milk(false))).green).toBe(false);
  });

  it("has each of its rows, whatever they say", () => {
    const word = fc.stringMatching(/^[a-z]{3,6}$/);
    fc.assert(
      fc.property(fc.uniqueArray(word, { minLength: 2, maxLength: 4 }), fc.nat(), (words, which) => {
        const [other = "", ...said] = words;
        const keeping: Keeping = { own: () => said };
        expect(replay(keeping).problems).toEqual(GROWN);
        const at = 1 + (which % said.length);
        expect(replay(keeping, (rows) => replaceAt(rows, -at, other)).green).toBe(false);
        // One row less of many equal ones cannot be seen where a run leaves only one.
        expect(replay(keeping, (rows) => rows.toSpliced(rows.length - at, 1)).green).toBe(said.length === 1);
      }),
      { numRuns: 8 },
    );
  });

  it("leaves them, and nothing that was there before all runs", () => {
    expect(replay(todo, (rows) => rows.toSpliced(1, 0, { item: "Sugar", done: false })).green).toBe(false);
    expect(replay(todo, (rows) => rows.toSpliced(2, 0, { item: "Bread", done: true })).green).toBe(false);
  });
});

describe("a row of an earlier run", () => {
  it("is one that this recording leaves, with other ids", () => {
    expect(replay(tasks).problems).toEqual(GROWN);
    expect(replay(tasks, undefined, asLines).problems).toEqual(["grown /content/0/text"]);
  });

  it.each<[string, JsonObject]>([
    ["another name", { title: "Paint the fence" }],
    ["the name of a row that was there before all runs", { title: "Alpha" }],
    ["a state that another row has", { state: "closed" }],
    ["name and state exchanged", { title: "open", state: "Paint" }],
    ["no id", { id: 0 }],
    ["an id below zero", { id: -4712 }],
    ["the id of this run", { id: 4711 + LAST }],
    ["the id of a row that was there before all runs", { id: 11 }],
    ["an id that is above this run's", { id: 4999 }],
    ["an id that another row of an earlier run has", { id: 4711 }],
    ["an id out of order", { id: 4714 }],
    ["a field more", { note: "moved" }],
  ])("is none with %s", (_, more) => {
    expect(replay(tasks, editOld(more)).green).toBe(false);
    expect(replay(tasks, editOld(more), asLines).green).toBe(false);
  });

  it("is not before the rows that were there before all runs, nor behind this run's", () => {
    const [alpha, beta, first, ...more] = listed(tasks, LAST);
    expect(replay(tasks, () => [first, alpha, beta, ...more].map((row) => row ?? null)).green).toBe(false);
    expect(replay(tasks, () => [alpha, beta, ...more, first].map((row) => row ?? null)).green).toBe(false);
  });

  it("is none, whatever else one of its constants says", () => {
    const text = fc.oneof(fc.stringMatching(/^[A-Za-z]{1,8}$/), fc.constantFrom("Alpha", "Beta", "open", "closed"));
    fc.assert(
      fc.property(fc.constantFrom("title", "state"), text, fc.integer({ min: 2, max: 6 }), (key, value, at) => {
        const rows = listed(tasks, LAST);
        const row = rows[at] as JsonObject;
        if (row[key] === value) return;
        expect(replay(tasks, () => replaceAt(rows, at, { ...row, [key]: value })).green).toBe(false);
      }),
      { numRuns: 15 },
    );
  });

  it("is as a later run finds it: what a run changes after its list is changed in all earlier rows", () => {
    const closing: Keeping = { ...tasks, later: (run) => [task(4711 + run, "Paint", "closed")] };
    expect(replay(closing).learned.grows[0]?.left).toEqual([{ is: task(4711, "Paint", "closed") }]);
    expect(replay(closing).problems).toEqual(GROWN);
    expect(replay(closing, editOld({ state: "open" })).green).toBe(false);
    expect(replay(closing, editOld({ title: "Alpha" })).green).toBe(false);
    expect(replay(closing, editOld({ id: 9999 })).green).toBe(false);
  });

  it("may have a time more, of when it was changed", () => {
    const stamp = (run: number): string => `2026-12-${10 + run}T08:30:12.400Z`;
    const stamping: Keeping = {
      ...tasks,
      later: (run) => [{ ...task(4711 + run, "Paint", "closed"), closed_at: stamp(run) }],
    };
    expect(replay(stamping).problems).toEqual(GROWN);
    expect(replay(stamping, editOld({ closed_at: "soon" })).green).toBe(false);
    expect(replay(stamping, editOld({ state: "open" })).green).toBe(false);
  });

  it("may name the one before, and this run's may name the last of them", () => {
    const key = (run: number): string => `b0f${run + 3}a7c1`;
    const chained: Keeping = {
      own: (run) => [{ key: key(run), before: key(run - 1), name: "Paint" }],
      answers: (run) => ({ json: { key: key(run) } }),
    };
    expect(replay(chained).problems).toEqual(GROWN);
    expect(replay(chained, editOld({ name: "Wash" })).green).toBe(false);
    expect(replay(chained, editOld({ key: key(LAST) })).green).toBe(false);
  });

  it("may say the same as others in what is named as an id", () => {
    const coded: Keeping = { own: (run) => [{ id: 4711 + run, code: 0, text: "done" }] };
    expect(replay(coded).problems).toEqual(GROWN);
    expect(replay(coded, editOld({ code: 1 })).green).toBe(false);
    expect(replay(coded, editOld({ id: 4712 })).green).toBe(false);
  });

  it("is together with the others of its run, in their order", () => {
    const key = (run: number, of: string): string => `${of}0f${run + 3}a7c1`;
    const pair: Keeping = {
      own: (run) => [
        { key: key(run, "c"), text: "Hello" },
        { key: key(run, "d"), text: "Hi" },
      ],
    };
    expect(replay(pair).problems).toEqual(GROWN);
    const isAnswer = (row: JsonValue): boolean => (row as JsonObject)["text"] === "Hi";
    const without = (rows: Rows): Rows => rows.filter((row, at) => !isAnswer(row) || at === rows.length - 1);
    expect(replay(pair, without).green).toBe(false);
    const exchanged = (rows: Rows): Rows => rows.with(4, rows[5] ?? null).with(5, rows[4] ?? null);
    expect(replay(pair, exchanged).green).toBe(false);
    // A run that was cut short left its first row only.
    expect(replay(pair, (rows) => rows.toSpliced(7, 1)).problems).toEqual(GROWN);
    expect(replay(pair, (rows) => rows.toSpliced(6, 1)).green).toBe(false);
  });

  it("is what the list was asked for", () => {
    const ofAnn: Keeping = {
      own: (run) => [{ id: 4711 + run, owner: "ann", subject: "Router" }],
      sends: { owner: "ann", subject: "Router" },
      lists: { owner: "ann" },
    };
    expect(replay(ofAnn).problems).toEqual(GROWN);
    expect(replay(ofAnn, editOld({ owner: "bob" })).green).toBe(false);
  });

  it("keeps what belongs together within it", () => {
    const linked: Keeping = {
      own: (run) => [{ id: 4711 + run, link: `/tasks/${4711 + run}`, title: "Paint" }],
      answers: (run) => ({ json: { id: 4711 + run } }),
    };
    expect(replay(linked).problems).toEqual(GROWN);
    expect(replay(linked, editOld({ link: "/tasks/4712" })).green).toBe(false);
  });
});

describe("the lines of a text with a count above them", () => {
  const show = (rows: Rows): ResultSketch =>
    [`${rows.length} tasks:`, ...rows.map((row) => `- #${JSON.stringify((row as JsonObject)["id"])} Paint`)].join("\n");

  it("are rows of earlier runs, in order, and those of this run behind them", () => {
    const played = replay(tasks, undefined, show);
    expect(played.problems).toEqual(["grown /content/0/text"]);
    expect(played.learned.grows).toMatchObject([{ apart: true, left: [{ row: 3 }] }]);
    const swapped = (rows: Rows): Rows => rows.with(3, rows[4] ?? null).with(4, rows[3] ?? null);
    expect(replay(tasks, swapped, show).green).toBe(false);
  });
});

describe("rows with an id that no other result has", () => {
  const row = (id: number, name: string, seats: number): JsonObject => ({ id, name, seats });
  const silent: Keeping = {
    seeds: [row(3, "Ada", 5)],
    own: (run) => [row(5001 + run, "Grace", 2)],
    answers: (run) => `INSERT 0 1\nTime: ${3 + run}.2${run}7 ms`,
  };
  const cells = (rows: Rows): string[] =>
    rows.map((one) => {
      const { id, name, seats } = one as { id: number; name: string; seats: number };
      return `| ${id} | ${name} | ${seats} |`;
    });
  const head = ["| id | name | seats |", "| --- | --- | --- |"];
  const below = (rows: Rows): ResultSketch => [...head, ...cells(rows), `(${rows.length} rows)`, "", "End"].join("\n");
  const above = (rows: Rows): ResultSketch =>
    [`**${rows.length} rows**`, "", ...head, ...cells(rows.toReversed())].join("\n");
  const edit =
    (at: number, more: JsonObject) =>
    (rows: Rows): Rows =>
      rows.with(at, { ...(rows.at(at) as JsonObject), ...more });

  it.each([
    ["above a count and more lines", below],
    ["newest first, below a count and a head", above],
  ])("are found by their place: %s", (_, show) => {
    const played = replay(silent, undefined, show);
    expect(played.problems).toEqual(["grown /content/0/text"]);
    expect(played.learned.grows[0]?.left).toHaveLength(1);
    expect(replay(silent, edit(-1, { name: "Eve" }), show).green).toBe(false);
    expect(replay(silent, edit(-1, { seats: 20 }), show).green).toBe(false);
    expect(replay(silent, edit(2, { seats: 0 }), show).green).toBe(false);
    expect(replay(silent, edit(2, { id: 5001 }), show).green).toBe(false);
    expect(replay(silent, (rows) => rows.with(-1, rows.at(-2) ?? null).with(-2, rows.at(-1) ?? null), show).green).toBe(
      false,
    );
  });
});

describe("rows of several lines, newest first", () => {
  const release = (minor: number, notes: string): JsonObject => ({ tag: `v1.${minor}.0`, notes });
  const log: Keeping = {
    seeds: [release(4, "First")],
    own: (run) => [release(5 + run, "Faster search")],
    sends: { notes: "Faster search" },
    answers: (run) => `Released v1.${5 + run}.0.`,
  };
  const show = (rows: Rows): ResultSketch =>
    rows
      .toReversed()
      .map((row) => row as { tag: string; notes: string })
      .map(({ tag, notes }) => `## ${tag}\n\n- ${notes} (@bot)`)
      .join("\n\n");

  it("are in their order, with what each of them says", () => {
    expect(replay(log, undefined, show).problems).toEqual(["grown /content/0/text"]);
    const [own, old] = [release(5 + LAST, "Faster search"), release(4 + LAST, "Faster search")];
    expect(replay(log, (rows) => [...rows.slice(0, -2), own, old], show).green).toBe(false);
    expect(replay(log, (rows) => rows.with(-2, { ...old, notes: "-" }), show).green).toBe(false);
    expect(replay(log, (rows) => rows.slice(0, -1), show).green).toBe(false);
  });
});

describe("a line with a day and an amount", () => {
  const DAYS = ["2026-11-20", "2026-11-21", "2027-05-29", "2026-11-20", "2026-11-27", "2026-11-27"];
  const jog: Keeping = {
    seeds: [{ day: "2024-01-01", km: 8 }],
    own: (run) => [{ day: DAYS[run] ?? "", km: 5 }],
    sends: { km: 5 },
    answers: () => "Logged.",
  };
  const show = (rows: Rows): ResultSketch =>
    rows
      .map((row) =>
        Object.values(row as JsonObject)
          .map(String)
          .join(" | "),
      )
      .join("\n");

  it("may be there once for each run of the day", () => {
    expect(replay(jog, undefined, show).problems).toEqual(["grown /content/0/text"]);
    expect(replay(jog, (rows) => rows.with(2, { day: "2026-11-21", km: 6 }), show).green).toBe(false);
    expect(replay(jog, (rows) => [rows[0] ?? null, ...rows], show).green).toBe(false);
  });
});

describe("the time of a row of an earlier run", () => {
  const STARTS = ["2026-11-20T10:00:01.020Z", "2026-11-21T11:00:01.020Z", "2027-05-29T15:00:01.020Z"];
  const LATER = ["2026-11-23T08:30:12.400Z", "2026-11-25T09:30:12.800Z", "2026-11-27T15:30:01.020Z"];
  const at = (run: number): string => STARTS[run] ?? LATER[run - 3] ?? "";
  const audit: Keeping = {
    own: (run) => [{ app: "shop", at: at(run) }],
    answers: (run) => ({ json: { at: at(run) } }),
  };

  it("is of any run, also of a check with its clock ahead", () => {
    expect(replay(audit).problems).toEqual(GROWN);
  });

  it.each([
    ["before the first run", "1970-01-01T00:00:00.000Z"],
    ["after this run", "2062-11-20T10:00:01.020Z"],
    ["this run's", at(LAST)],
    ["none", "soon"],
    ["in another form", "2026-11-22"],
  ])("is not %s", (_, other) => {
    expect(replay(audit, editOld({ at: other })).green).toBe(false);
  });
});

describe("a suite with other workflows", () => {
  const others = new SaidWords([
    { tool: "make", arguments: { title: "Scan" }, outcome: outcomeOf({ json: task(4800, "Scan") }) },
    { tool: "close", arguments: { id: 4800 }, outcome: outcomeOf({ json: { state: "closed" } }) },
  ]);
  const together: Keeping = { ...tasks, more: { input: { others } } };

  it("leaves what they say in the same places", () => {
    expect(replay(together, editOld({ title: "Scan", state: "closed" })).problems).toEqual(GROWN);
    expect(replay(tasks, editOld({ title: "Scan", state: "closed" })).green).toBe(false);
  });

  it("leaves what they send under the name of the argument that a field was made of", () => {
    const named: Keeping = {
      own: (run) => [{ id: 4711 + run, name: "Paint" }],
      sends: { title: "Paint" },
      answers: () => "Made.",
      more: { input: { others } },
    };
    expect(replay(named, editOld({ name: "Scan" })).problems).toEqual(GROWN);
    expect(replay(named, editOld({ name: "closed" })).green).toBe(false);
  });

  it("leaves nothing that they say in other places", () => {
    expect(replay(together, editOld({ title: "closed" })).green).toBe(false);
    expect(replay(together, editOld({ state: "Scan" })).green).toBe(false);
  });
});

describe("a list that is read twice in a run", () => {
  const fed = (count: number): ResultSketch => ({
    json: { rows: Array.from({ length: count }, () => "Momo was fed") },
  });
  /** Each run feeds twice and reads the log after each. `lost`: the second feeding of the last run is not there. */
  const feeding = (lost: number) =>
    play({
      turns: [
        [["feed", {}, "Fed.", "Fed."]],
        [["log", {}, fed(1), fed(2 * LAST + 1)]],
        [["feed", {}, "Fed.", "Fed."]],
        [["log", {}, fed(2), fed(2 * LAST + 2 - lost)]],
      ],
      checks: [1, 2].map((run) => ["Fed.", fed(2 * run + 1), "Fed.", fed(2 * run + 2)]),
    });

  it("differs as it did in the recording", () => {
    expect(feeding(0).problems).toEqual(["grown /content/0/json/rows", "grown /content/0/json/rows"]);
    expect(feeding(1).green).toBe(false);
  });

  it("may have rows in the first reading that only the second one has in the recording", () => {
    const item = (name: string, done = false): string => `- [${done ? "x" : " "}] ${name}`;
    const list = (before: number, own: string[]): string =>
      [item("Sugar"), ...Array.from({ length: before }, () => item("Milk", true)), ...own].join("\n");
    const run = (before: number): ResultSketch[] => [
      list(before, []),
      "Added.",
      list(before, [item("Milk")]),
      "Ticked.",
      list(before, [item("Milk", true)]),
    ];
    const calls: [string, JsonObject][] = [
      ["show", {}],
      ["add", { item: "Milk" }],
      ["show", {}],
      ["tick", { item: "Milk" }],
      ["show", {}],
    ];
    const played = (live: ResultSketch[]) =>
      play({
        turns: calls.map(([tool, args], at) => [[tool, args, run(0)[at] ?? "", live[at] ?? ""]]),
        checks: [run(1), run(2)],
      });
    expect(played(run(4)).problems).toHaveLength(3);
    expect(played(run(4)).green).toBe(true);
    expect(played(run(4).with(2, list(4, []))).green).toBe(false);
    expect(played(run(4).with(4, list(4, [item("Milk")]))).green).toBe(false);
  });
});

describe("rows of any kind that runs leave", () => {
  type Make = (run: number, row: number) => JsonValue;
  const hex = (run: number, row: number, salt: number): string =>
    ((run + 3) * 2_654_435_761 + row * 40_503 + salt * 97_777).toString(16).padStart(8, "0").slice(-8);
  const cell: fc.Arbitrary<Make> = fc.oneof(
    fc.stringMatching(/^[a-z]{3,8}$/).map((word) => () => word),
    fc.boolean().map((value) => () => value),
    fc.integer({ min: 1, max: 99 }).map((value) => () => value),
    fc.integer({ min: 1, max: 99 }).map((salt) => (run: number, row: number) => hex(run, row, salt)),
  );
  interface Shape {
    cells: [string, Make][];
    count: number;
    seeds: number;
    newestFirst: boolean;
    hasId: boolean;
  }
  const shape: fc.Arbitrary<Shape> = fc.record({
    cells: fc.uniqueArray(fc.tuple(fc.constantFrom("name", "state", "qty", "code", "note"), cell), {
      minLength: 1,
      maxLength: 4,
      selector: ([key]) => key,
    }),
    count: fc.integer({ min: 1, max: 3 }),
    seeds: fc.integer({ min: 0, max: 2 }),
    newestFirst: fc.boolean(),
    hasId: fc.boolean(),
  });
  const keepingOf = ({ cells, count, seeds, newestFirst, hasId }: Shape): Keeping => {
    const rowOf = (run: number, row: number): JsonObject => ({
      ...(hasId && { id: 4711 + run * count + row }),
      ...Object.fromEntries(cells.map(([key, make]) => [key, make(run, row)])),
    });
    const own = (run: number): Rows => Array.from({ length: count }, (_, row) => rowOf(run, row));
    return {
      own,
      seeds: Array.from({ length: seeds }, (_, at) => ({
        ...rowOf(-1 - at, 7),
        ...(hasId && { id: 11 + at }),
        name: `Seed ${at}`,
      })),
      answers: (run) => ({ json: { made: [...own(run)] } }),
      ...(newestFirst && {
        order: (before: Rows, earlier: Rows, mine: Rows) => [before, earlier, mine].flat().toReversed(),
      }),
    };
  };

  it("pass on an unchanged server, and not where a field of an earlier row is missing or is of another type", () => {
    fc.assert(
      fc.property(shape, fc.nat(), fc.constantFrom("gone", "type", "word"), (sketch, which, edit) => {
        const keeping = keepingOf(sketch);
        expect(replay(keeping).problems).toEqual(GROWN);
        const rows = listed(keeping, LAST);
        const earlier = sketch.newestFirst ? sketch.count : sketch.seeds;
        const at = earlier + (which % (sketch.count * LAST));
        const row = rows[at] as JsonObject;
        const [[key] = ["", () => null]] = sketch.cells;
        const { [key]: was, ...less } = row;
        const others: Record<string, JsonObject> = {
          gone: less,
          type: { ...row, [key]: { was: was ?? null } },
          word: { ...row, [key]: typeof was === "string" ? `no ${was}` : "no" },
        };
        expect(replay(keeping, () => replaceAt(rows, at, others[edit] ?? null)).green).toBe(false);
      }),
      { numRuns: 8 },
    );
  });
});
