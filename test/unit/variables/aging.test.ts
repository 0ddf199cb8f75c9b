import { describe, expect, it } from "vitest";
import { findAging } from "../../../src/variables/aging.js";
import { NOTHING_LEARNED, type Variable } from "../../../src/variables/learned.js";
import { makeTrace, type TraceSketch } from "../../helpers/make-trace.js";

const AT = "2026-11-28T10:00:00.000Z";
const ticket = (recorded: string | number, more: Partial<Variable> = {}): Variable => ({
  name: "open-ticket-id",
  kind: "value",
  seen: [recorded, 9],
  places: [{ call: 1, at: "/content/0/json/id" }],
  sent: [],
  ...more,
});

function agingOf(
  turns: NonNullable<TraceSketch["turns"]>,
  { variables = [], expected = [] }: { variables?: Variable[]; expected?: string[][] } = {},
): string[] {
  const recorded = makeTrace({ user: "Go.", startedAt: AT, turns });
  return findAging({ recorded, learned: { ...NOTHING_LEARNED, variables }, expected });
}

const book = (date: string) => agingOf([[["book", { on: { date } }, "ok"]]]);

describe("a date in an argument", () => {
  it.each([
    ["tomorrow", "2026-11-29", "2026-11-30"],
    ["today", "2026-11-28", "2026-11-29"],
    ["at an hour", "2026-12-31T09:00:00Z", "2027-01-01"],
    ["in another form", "29 Nov 2026", "2026-11-30"],
  ])("%s is told, with the day from which it is past", (_, date, from) => {
    expect(book(date)).toEqual([`book {date: ${date}} is past from ${from} on`]);
  });

  it.each([["yesterday"], ["2026-11-27"], ["2099-12-31"], ["11"]])("%s is not", (date) => {
    expect(book(date)).toEqual([]);
  });

  it("is told inside a text, and once", () => {
    const sql = "SELECT * FROM days WHERE day = '2026-12-01'";
    expect(agingOf([[["query", { sql }, "ok"]], [["query", { sql }, "ok"]]])).toEqual([
      "query {sql: 2026-12-01} is past from 2026-12-02 on",
    ]);
  });

  it("is not where a variable makes it", () => {
    const date = "2026-11-28T10:00:01Z";
    const turns: NonNullable<TraceSketch["turns"]> = [
      [["now", {}, { json: { at: date } }]],
      [["since", { date }, "ok"]],
    ];
    const variable: Variable = {
      name: "now-at",
      kind: "time",
      seen: [date, "2026-11-28T11:00:01Z"],
      places: [{ call: 1, at: "/content/0/json/at" }],
      sent: [{ call: 2, at: "/date", by: "value" }],
    };
    expect(agingOf(turns, { variables: [variable] })).toEqual([]);
    const literal: Variable = { ...variable, sent: [{ call: 2, at: "/date", by: "literal" }] };
    expect(agingOf(turns, { variables: [literal] })).toHaveLength(1);
  });
});

describe("a value of the server's own in the config", () => {
  const turns: NonNullable<TraceSketch["turns"]> = [[["open", {}, { json: { id: 4711 } }]]];
  const told = (recorded: string | number, state: string) =>
    agingOf(turns, { variables: [ticket(recorded)], expected: [[state]] });

  it("is told in an expected state", () => {
    expect(told(4711, "Ticket 4711 is closed")).toEqual([
      "the expected state of step 1 names open-ticket-id (4711), which differs in each run",
    ]);
    expect(told(1, "Ticket #1 is closed")).toHaveLength(1);
  });

  it.each([
    [4711, "Ticket 47110 is closed"],
    [4711, "closed"],
    [1, "1 item is left"],
    ["", "closed"],
  ])("%s is not in %s", (recorded, state) => {
    expect(told(recorded, state)).toEqual([]);
  });

  it("a measurement is nobody's value", () => {
    expect(agingOf(turns, { variables: [ticket(4711, { kind: "quantity" })], expected: [["4711"]] })).toEqual([]);
  });

  it("is told in a prompt after it was read, not in the one that it answers", () => {
    const recorded = makeTrace({ user: "Close ticket 4711.", startedAt: AT, turns });
    const learned = { ...NOTHING_LEARNED, variables: [ticket(4711)] };
    expect(findAging({ recorded, learned, expected: [] })).toEqual([]);
    const [step] = recorded.steps;
    const later = {
      ...recorded,
      steps: [...(step === undefined ? [] : [step]), { user: "Now close ticket 4711.", turns: [] }],
    };
    expect(findAging({ recorded: later, learned, expected: [] })).toEqual([
      "the prompt of step 2 names open-ticket-id (4711), which differs in each run",
    ]);
  });
});

describe("a day in a result", () => {
  const says =
    'look says on: 2026-11-28, the day of the recording, in all runs; if a database\'s clock makes it, put the place under "varies"';
  const look = (on: string, variables: Variable[] = []): string[] =>
    agingOf([[["look", {}, { json: { on } }]]], { variables });

  it("is told where it is that of the recording, and no variable", () => {
    expect(look("2026-11-28")).toEqual([says]);
    const places = [{ call: 1, at: "/content/0/json/on" }];
    expect(look("2026-11-28", [{ ...ticket("2026-11-28"), kind: "time", places }])).toEqual([]);
  });

  it.each([
    ["another day", "2026-11-27"],
    ["with a time, which a clock would have made another", "2026-11-28T09:00:00Z"],
  ])("is not where it is %s", (_, on) => {
    expect(look(on)).toEqual([]);
  });

  it("is not where an argument named it", () => {
    const told = agingOf([[["book", { on: "2026-11-28" }, { json: { booked: "2026-11-28" } }]]]);
    expect(told).toEqual(["book {on: 2026-11-28} is past from 2026-11-29 on"]);
  });
});
