// What Claude made of values that vary, and what it wrote by itself: the first is asked, the second is sent.
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import { tell, type Told } from "./runs.js";

interface More {
  prompt?: string;
  tools?: readonly [string, string];
}

/** `look` answers with one of the results in each run; `put` is called with what the recording has. */
function putting(
  results: readonly JsonValue[],
  send: JsonObject | ((run: number) => JsonObject),
  { prompt = "Do it.", tools }: More = {},
): Told {
  const [first, second] = tools ?? ["look", "put"];
  const [recorded = [], ...rest] = results.map((result, run) => [
    [first, {}, result] as const,
    [second, typeof send === "function" ? send(run) : send, "Done."] as const,
  ]);
  return tell({ recorded, checks: rest.slice(0, -1), live: rest.at(-1) ?? [], prompt });
}

const each = (key: string, ...values: JsonValue[]): JsonValue[] => values.map((value) => ({ [key]: value }));
const said = (text: string, ...values: (string | number)[]): string[] =>
  values.map((value) => text.replace("%", String(value)));

const numbers = ["+49 228 118 42", "+49 228 118 57", "+49 228 118 63", "+49 228 118 81"];
const names = each("teacher", "Ann Roe", "Bob Poe", "Cid Loe", "Dan Zoe");

describe("a number that can have been reckoned from one that varies", () => {
  it.each<[string, JsonValue[], JsonObject, string?]>([
    ["another unit", each("kg", 412, 398, 405, 391), { grams: 412_000 }],
    ["minutes of hours", each("hours", 1.5, 3, 4.5, 1), { minutes: 90 }],
    ["cents", said("It costs % EUR.", "19.90", "21.50", "30.10", "18.00"), { cents: 1990 }],
    ["a half", said("There are % l in the tank.", 1250, 1310, 1290, 1275), { litres: 625 }],
    ["twice as many", said("Stock: % pieces", 12, 15, 17, 9), { qty: 24 }],
    ["what is missing to a number of the prompt", each("stock", 12, 15, 17, 9), { qty: 8 }, "Fill it up to 20"],
    ["a tenth", each("price", 200, 240, 310, 400), { amount: 20 }],
    ["a tax", each("price", 21.5, 24, 31, 40), { gross: 25.59 }],
    ["a sum", [11.5, 12.75, 20.5, 13.25].map((call) => ({ call, text: call / 2 })), { fee: 17.25 }],
    ["a total", [3, 4, 5, 9].map((price) => [{ price }, { price: 2 * price }, { price: 10 * price }]), { fee: 39 }],
    ["the negative", each("balance", 120, 130, 145, 99), { amount: -120 }],
    ["rounded", each("price", 19.9, 21.5, 30.1, 18), { note: "about 20 EUR" }],
  ])("asks for %s", (_, results, send, prompt = "Do it.") => {
    const told = putting(results, send, { prompt });
    expect(told.stopped).toMatchObject({ call: 2, why: "derived" });
    expect(told.sent).toHaveLength(1);
  });

  it("asks for the next one of two digits", () => {
    const told = putting(each("last", 12, 14, 17, 19), { stall: 13 }, { tools: ["last", "take"] });
    expect(told.stopped).toMatchObject({ why: "derived" });
  });

  it.each<[string, JsonValue[], JsonObject, string?]>([
    ["a setting", each("price", 19.9, 21.5, 30.1, 18), { limit: 100, timeout: 30_000, page: 2, width: 1280 }],
    ["a count", each("stock", 19, 21, 30, 18), { copies: 3, rating: 5 }],
    ["a number of the prompt", each("balance", 120, 130, 145, 99), { amount: 50 }, "Pay fifty to Ann"],
    ["one in another unit", each("load", 19, 21, 30, 18), { minutes: 120 }, "Block it for 2 hours"],
    ["any after an id", each("id", 4711, 4715, 4720, 4733), { lat: 52.52, brightness: 80 }],
    ["any after a measurement", said("Done in % ms", 12, 15, 19, 22), { brightness: 24 }],
    ["a number in a text", each("rows", 120, 130, 145, 99), { sql: "SELECT * FROM t WHERE age > 65" }],
  ])("sends %s", (_, results, send, prompt = "Do it.") => {
    expect(putting(results, send, { prompt }).sent.at(-1)?.arguments).toEqual(send);
  });

  it("sends what a result says in all runs", () => {
    const told = putting(
      [412, 398, 405, 391].map((kg) => ({ kg, most: 600 })),
      { grams: 600 },
    );
    expect(told.sent.at(-1)?.arguments).toEqual({ grams: 600 });
  });
});

describe("a value that varies, written otherwise", () => {
  it.each<[string, JsonValue[], JsonObject]>([
    ["a decimal comma", each("price", 19.99, 21.5, 30.1, 18), { note: "19,99 €" }],
    ["without blanks", each("number", ...numbers), { to: "+4922811842" }],
    ["without blanks, from a text", said("It is %.", ...numbers), { to: "004922811842" }],
    [
      "its last digits",
      each("card", "4111222233334444", "4111222233335555", "4111222233336666", "4111222233337777"),
      { last: "4444" },
    ],
    ["an English word", each("line", 3, 5, 2, 6), { text: "Please use line three" }],
    ["an English ordinal", each("floor", 3, 5, 2, 6), { text: "Go to the third floor" }],
    ["a mail of a name", names, { to: "ann.roe@school.example" }],
    ["a login of a name", names, { login: "aroe" }],
    ["an hour later", said("Free at %.", "09:30", "10:00", "11:15", "14:45"), { until: "10:30" }],
    ["a time of twelve hours", said("Free at %.", "09:30", "10:00", "11:15", "14:45"), { from: "9:30 AM" }],
    ["the weekday", each("day", "2026-12-04", "2026-12-05", "2026-12-09", "2026-12-08"), { weekday: "Friday" }],
  ])("asks for %s", (_, results, send) => {
    const { learned, sent } = putting(results, send);
    expect(learned.doubtful[0]).toMatchObject({ call: 2, derived: expect.any(String) });
    expect(sent).toHaveLength(1);
  });

  it.each<[string, JsonValue[], JsonObject, string?]>([
    ["words that are no number of it", each("id", 3, 4, 5, 9), { text: "There are three things to do, two are done." }],
    ["what the prompt says", said("Free at %.", "09:30", "10:00", "11:15", "14:45"), { until: "10:30" }, "Until 10:30"],
    [
      "a name of the prompt",
      [3, 4, 5, 9].map((load) => ({ load })),
      { to: "ann.roe@school.example" },
      "Write to Ann Roe",
    ],
  ])("sends %s", (_, results, send, prompt = "Do it.") => {
    expect(putting(results, send, { prompt }).sent.at(-1)?.arguments).toEqual(send);
  });
});

describe("what is chosen from a list", () => {
  type Prices = readonly [number, number];
  const turned: Prices[] = [[3, 7], [4, 9], [5, 8], [9, 4]]; // prettier-ignore
  const lists: [string, (prices: Prices) => JsonValue][] = [
    [
      "objects",
      ([ant, bee]) => [
        { name: "Ant", price: ant },
        { name: "Bee", price: bee },
      ],
    ],
    ["members", ([ant, bee]) => ({ Ant: ant, Bee: bee })],
    ["lines", ([ant, bee]) => `Ant: ${String(ant)} EUR\nBee: ${String(bee)} EUR`],
    ["csv", ([ant, bee]) => `name,price\nAnt,${String(ant)}\nBee,${String(bee)}`],
    [
      "times",
      ([ant, bee]) => [
        { name: "Ant", at: `${String(ant)}:30` },
        { name: "Bee", at: `${String(bee)}:30` },
      ],
    ],
  ];

  it.each(lists)("is not sent when another one is the cheapest: %s", (_, list) => {
    const told = putting(turned.map(list), { offer: "Ant" }, { prompt: "Take the cheapest" });
    expect(told.learned.doubtful).toEqual([]);
    expect(told.stopped).toMatchObject({ call: 2, at: "/offer", why: "derived" });
  });

  it.each(lists)("is sent while it is still the cheapest: %s", (_, list) => {
    const told = putting(
      (
        [
          [3, 7],
          [4, 9],
          [5, 8],
          [1, 4],
        ] satisfies Prices[]
      ).map(list),
      { offer: "Ant" },
    );
    expect(told.sent.at(-1)?.arguments).toEqual({ offer: "Ant" });
  });

  it("is not sent when it is the second no more", () => {
    const results = [
      [3, 7, 9],
      [4, 8, 9],
      [2, 7, 8],
      [9, 5, 4],
    ].map((prices) => prices.map((price, at) => ({ name: ["Ant", "Bee", "Cow"][at] ?? "", price })));
    expect(putting(results, { offer: "Bee" }).sent).toHaveLength(2);
    const turned = [
      ...results.slice(0, 3),
      results[3]?.map((row, at) => ({ ...row, price: [2, 9, 5][at] ?? 0 })) ?? [],
    ];
    expect(putting(turned, { offer: "Bee" }).stopped).toMatchObject({ at: "/offer" });
  });

  it("is asked when a check chooses otherwise, and sent when the prompt names it", () => {
    const results = (
      [
        [3, 7],
        [9, 4],
        [5, 8],
        [9, 4],
      ] satisfies Prices[]
    ).map(([ant, bee]) => [
      { name: "Ant", price: ant },
      { name: "Bee", price: bee },
    ]);
    expect(putting(results, { offer: "Ant" }).learned.doubtful).toMatchObject([{ at: "/offer", derived: "chosen" }]);
    expect(putting(results, { offer: "Ant" }, { prompt: "Buy at Ant's" }).sent).toHaveLength(2);
  });

  describe("by an id that the server made", () => {
    const idOf = (run: number): string => `a8f3${String(run)}12`;
    const offers = (names: readonly [string, string] = ["Ant and sons", "Bee and co"]): JsonValue[] =>
      turned.map(([ant, bee], run) => [
        { id: idOf(run), name: names[0], price: ant },
        { id: `b7c9${String(run)}45`, name: names[1], price: bee },
      ]);
    const sendAll = (results: JsonValue[], prompt: string) =>
      putting(results, (run) => ({ id: idOf(run) }), { prompt }).stopped;

    it("is sent where the prompt has a word that only its row has", () => {
      expect(sendAll(offers(["Ants and sons", "Bee and co"]), "Buy at the ants")).toBeUndefined();
    });

    it.each(["Buy something", "Buy the cheapest of the ants", "Buy the first of the ants"])(
      "is not sent for: %s",
      (prompt) => {
        expect(sendAll(offers(["Ants and sons", "Bee and co"]), prompt)).toMatchObject({ why: "derived" });
      },
    );

    it("is not sent where another row has the word, too", () => {
      expect(sendAll(offers(["Ants and sons", "Ants and co"]), "Buy at the ants")).toMatchObject({ why: "derived" });
    });

    it("is sent where the result names it as the prompt does", () => {
      const named = (of: (run: number) => string) =>
        turned.map(([ant, bee], run) => ({
          newest: of(run),
          offers: [
            { id: idOf(run), price: ant },
            { id: `b7c9${String(run)}45`, price: bee },
          ],
        }));
      expect(sendAll(named(idOf), "Buy the newest")).toBeUndefined();
      expect(sendAll(named(idOf), "Buy the cheapest")).toMatchObject({ why: "derived" });
    });
  });

  it("goes with its id, not with its row", () => {
    const told = putting(
      turned.map(([ant, bee], run) => [
        { id: `a8f3${String(run)}12`, price: ant },
        { id: `b7c9${String(run)}45`, price: bee },
      ]),
      (run) => ({ id: `a8f3${String(run)}12` }),
    );
    expect(told.stopped).toMatchObject({ why: "derived" });
  });

  it("is sent from numbered rows in any order", () => {
    const rows = (...names: string[]): string =>
      names
        .map((name, at) => `${String(at + 1)}. ${name}, born ${name === "Ann" ? "1980-02-29" : "1975-11-30"}`)
        .join("\n");
    const told = putting([rows("Ann", "Bob"), rows("Bob", "Ann"), rows("Ann", "Bob"), rows("Bob", "Ann")], {
      name: "Ann",
    });
    expect(told.sent.at(-1)?.arguments).toEqual({ name: "Ann" });
  });

  it("is sent by its code, whatever digits another code ends with", () => {
    const codes = [
      ["BNLG9336", "K2Y3W553"],
      ["BWDZHHY5", "4LS8LXJX"],
      ["MS25HEFM", "9UKNJ5HK"],
      ["GVWRFXF1", "7QUTTXWC"],
    ];
    const told = putting(
      codes.map(([five, ten]) => `code,percent\n${five ?? ""},5\n${ten ?? ""},10`),
      (run) => ({ code: codes[run]?.[1] ?? "" }),
    );
    expect(told.sent.at(-1)?.arguments).toEqual({ code: "7QUTTXWC" });
  });

  it("is not a number that stands in some row", () => {
    const told = putting(
      turned.map(([ant, bee]) => [
        { seats: 2, price: ant },
        { seats: 4, price: bee },
      ]),
      { guests: 2 },
    );
    expect(told.sent.at(-1)?.arguments).toEqual({ guests: 2 });
  });
});
