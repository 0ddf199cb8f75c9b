// Structured content beside a text: hosts differ in which of the two they give Claude, so both are compared.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { play, raw, type ResultSketch } from "../../helpers/make-trace.js";

type Result = readonly [texts: string | readonly string[], structured?: JsonValue];

const result = ([texts, structuredContent]: Result): ResultSketch =>
  raw({
    content: [texts].flat().map((text) => ({ type: "text", text })),
    ...(structuredContent === undefined ? {} : { structuredContent }),
  });
const once = (then: Result, checks: readonly Result[], now: Result) =>
  play({ turns: [[["get", {}, result(then), result(now)]]], checks: checks.map((each) => [result(each)]) });

const price = (quote: string, currency: string): Result => [
  "Six rolls: 4.20",
  { quote, price: { amount: 4.2, currency } },
];
const said = (id: string, state = "open"): JsonValue => ({ id, state });
const both = (id: string, state?: string): Result => [JSON.stringify(said(id, state)), said(id, state)];

describe("structured content that says more than the text", () => {
  const checks = [price("b2c3d4e5", "EUR"), price("c3d4e5f6", "EUR")];

  it("holds variables, and is green where only they differ", () => {
    const played = once(price("a1b2c3d4", "EUR"), checks, price("d4e5f6a7", "EUR"));
    expect(played.learned.variables.flatMap(({ places }) => places)).toEqual([
      { call: 1, at: "/structuredContent/quote" },
    ]);
    expect(played.problems).toEqual([]);
  });

  it("is compared like the text", () => {
    const played = once(price("a1b2c3d4", "EUR"), checks, price("d4e5f6a7", "CHF"));
    expect(played.problems).toEqual(["changed /structuredContent/price/currency"]);
    expect(played.green).toBe(false);
  });

  it("says the same as the text where it did in the recording and in two checks", () => {
    const left = (text: number, seats = text): Result => [
      `Booked. There are ${String(text)} seats left.`,
      { state: "booked", seats },
    ];
    expect(once(left(9), [left(7), left(6)], left(4)).green).toBe(true);
    expect(once(left(9), [left(7), left(6)], left(4, 5)).problems).toEqual(["changed /structuredContent/seats"]);
  });

  it("is missed where it is gone", () => {
    expect(once(["4.20", { amount: 5 }], [], ["4.20"]).problems).toEqual(["breaking /structuredContent"]);
  });

  it.each<[string, JsonValue, string]>([
    ["plain", { amount: 5 }, "additive"],
    ["a warning", { warning: "the price is old" }, "changed"],
  ])("is new beside the same text: %s", (_, structured, kind) => {
    expect(once(["4.20"], [], ["4.20", structured]).problems).toEqual([`${kind} /structuredContent`]);
  });
});

describe("structured content that repeats the text", () => {
  const wrapped = (texts: readonly string[], key = "result"): Result => [texts, { [key]: [...texts] }];

  it.each<[string, (id: string) => Result]>([
    ["as JSON", both],
    ["as a text under a key", (id) => [`Order ${id}`, { content: `Order ${id}` }]],
    ["as JSON under a key", (id) => [JSON.stringify([id]), { ids: [id] }]],
    ["as a list of all blocks", (id) => wrapped(["Order", id])],
    ["as a list of all blocks as JSON", (id) => [[JSON.stringify({ id }), "7"], { result: [{ id }, 7] }]],
  ])("is the same as the text: %s", (_, make) => {
    const played = once(make("a1b2c3d4"), [make("b2c3d4e5"), make("c3d4e5f6")], make("d4e5f6a7"));
    expect(played.learned.variables.flatMap(({ places }) => places.map(({ at }) => at.split("/")[1]))).toEqual([
      "content",
    ]);
    expect(played.problems).toEqual([]);
  });

  it("is reported once, for the text", () => {
    expect(once(both("7"), [], both("7", "closed")).problems).toEqual(["changed /content/0/json/state"]);
  });

  const ids = ["a1b2c3d4", "b2c3d4e5", "c3d4e5f6"] as const;
  const [id, ...others] = ids;
  const checks = others.map((one) => both(one));
  it.each<[string, Result, string]>([
    [
      "has another value",
      [JSON.stringify(said("d4e5f6a7")), said("d4e5f6a7", "closed")],
      "changed /structuredContent/state",
    ],
    ["has another id", [JSON.stringify(said("d4e5f6a7")), said("e5f6a7b8")], "changed /structuredContent/id"],
    ["has the recorded id", [JSON.stringify(said("d4e5f6a7")), said(id)], "changed /structuredContent"],
    [
      "has another key",
      [JSON.stringify(said("d4e5f6a7")), { result: said("d4e5f6a7") }],
      "breaking /structuredContent/id",
    ],
  ])("is changed where it %s beside an unchanged text", (_, now, problem) => {
    const played = once(both(id), checks, now);
    expect(played.problems).toContain(problem);
    expect(played.green).toBe(false);
  });

  it("is changed where it repeats another block", () => {
    const then: Result = [["open", "closed"], { state: "open" }];
    expect(once(then, [], [["open", "closed"], { state: "closed" }]).problems).toEqual([
      "changed /structuredContent/state",
    ]);
    expect(once(then, [], [["closed", "open"], { state: "open" }]).green).toBe(false);
  });

  it("is noted where it is gone and the text still says it", () => {
    const played = once(both("7"), [], [JSON.stringify(said("7"))]);
    expect(played.problems).toEqual(["docs /structuredContent"]);
    expect(played.green).toBe(true);
  });
});

describe("a list that a text shows in other words", () => {
  interface Task {
    id: number;
    title: string;
    state: string;
  }
  const tasks = (count: number, state = "open"): Task[] =>
    Array.from({ length: count }, (_, at) => ({ id: 11 + at, title: at === 0 ? "Alpha" : "Paint fence", state }));
  const asLines = (rows: readonly Task[]): string => rows.map(({ title, state }) => `- ${title} (${state})`).join("\n");
  const below = (rows: readonly Task[]): string => `Your tasks:\n${asLines(rows)}\nThat is all.`;
  const asJson = (rows: readonly Task[]): string => JSON.stringify(rows.map(({ title, state }) => ({ title, state })));
  const forms: [string, (rows: readonly Task[]) => string][] = [
    ["lines", asLines],
    ["lines with a head and a foot", below],
    ["shorter JSON", asJson],
  ];
  const listed = (form: (rows: readonly Task[]) => string, text: readonly Task[], rows = text): Result => [
    form(text),
    { tasks: rows.map((row) => ({ ...row })) },
  ];
  const told = (form: (rows: readonly Task[]) => string, now: Result) =>
    once(listed(form, tasks(2)), [listed(form, tasks(3)), listed(form, tasks(4))], now);

  it.each(forms)("grows with it: %s", (_, form) => {
    expect(told(form, listed(form, tasks(5))).green).toBe(true);
  });

  it.each(forms)("has every row of it: %s", (_, form) => {
    expect(told(form, listed(form, tasks(4), tasks(5))).green).toBe(false);
    expect(told(form, listed(form, tasks(5), tasks(4))).green).toBe(false);
  });

  it.each(forms)("has the rows in its order: %s", (_, form) => {
    const [first, ...others] = tasks(5);
    const turned = first === undefined ? others : [...others.slice(0, 1), first, ...others.slice(1)];
    expect(told(form, listed(form, turned, tasks(5))).green).toBe(false);
  });
});
