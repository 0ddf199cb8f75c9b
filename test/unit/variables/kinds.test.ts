// Kinds of values, names and times that the rules must tell apart, each with what must stay red.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tell, tellOne, type Sketch } from "./runs.js";

/** A result of `make` in each run, and a call that sends `send` of it. */
function sending(
  results: readonly JsonValue[],
  tools: readonly [string, string],
  send: (result: JsonValue, index: number) => Sketch[1],
  prompt?: string,
) {
  const turns = results.map((result, index) => [
    [tools[0], {}, result] as const,
    [tools[1], send(result, index), "Done."] as const,
  ]);
  const [recorded = [], ...rest] = turns;
  return tell({
    recorded,
    checks: rest.slice(0, -1),
    live: rest.at(-1) ?? [],
    ...(prompt !== undefined && { prompt }),
  });
}

const as = (key: string) => (result: JsonValue) => ({ [key]: (result as Record<string, JsonValue>)[key] ?? null });

describe("forms", () => {
  it("keeps the letters of a counter, not its length", () => {
    const runs = ["[ref=e346]", "[ref=e163]", "[ref=e349]"];
    expect(tellOne([...runs, "[ref=e95]"]).problems).toEqual([]);
    expect(tellOne([...runs, "[ref=e1024]"]).problems).toEqual([]);
    expect(tellOne([...runs, "[ref=f95]"]).green).toBe(false);
    expect(tellOne([...runs, "[ref=e095]"]).green).toBe(false);
    expect(tellOne([...runs, "[ref=e9x]"]).green).toBe(false);
  });

  it("keeps the length of a number with zeros before it", () => {
    const runs = ["INC0012345", "INC0012346", "INC0012401"].map((number) => ({ number }));
    expect(tellOne([...runs, { number: "INC0012500" }]).problems).toEqual([]);
    expect(tellOne([...runs, { number: "INC12500" }]).green).toBe(false);
    expect(tellOne([...runs, { number: "REQ0012500" }]).green).toBe(false);
  });

  it("reads a short nanoid that has no digit in one run", () => {
    const runs = ["I_oi_Amh", "1G5EYE66", "x8K-d9aB"].map((ack) => ({ ack }));
    expect(tellOne([...runs, { ack: "Qq_3vR1z" }]).problems).toEqual([]);
    expect(tellOne([...runs, { ack: "Qq_3vR1zz" }]).green).toBe(false);
    expect(tellOne([...runs, { ack: "rejected" }]).green).toBe(false);
  });

  it("reads a date without the joint beside it", () => {
    const days = ["2026-11-28", "2026-11-29", "2027-06-06", "2026-12-01"];
    const files = days.map((day) => ({ file: `minutes_${day}.pdf` }));
    const told = sending(files, ["export_doc", "share"], as("file"));
    expect(told.sent.at(-1)?.arguments).toEqual({ file: "minutes_2026-12-01.pdf" });
    expect(told.green).toBe(true);
    expect(tellOne([...files.slice(0, 3), { file: "minutes_2026-12-02.pdf" }]).problems).toEqual([
      "changed time 1 /content/0/json/file",
    ]);
  });
});

describe("what is sent under the name of a quantity", () => {
  it("sends a revision that is a word of the result", () => {
    const runs = ["web-00099", "web-00100", "web-00101", "web-00105"].map((revision) => ({ revision }));
    const told = sending(runs, ["deploy", "route"], (result) => ({ ...as("revision")(result), percent: 100 }));
    expect(told.learned.doubtful).toEqual([]);
    expect(told.sent.at(-1)?.arguments).toEqual({ revision: "web-00105", percent: 100 });
  });

  it("sends a number that varies under the very same key", () => {
    const runs = [10, 11, 12, 20].map((revision) => ({ revision }));
    const told = sending(runs, ["append", "publish"], (result) => ({ doc: "minutes", ...as("revision")(result) }));
    expect(told.sent.at(-1)?.arguments).toEqual({ doc: "minutes", revision: 20 });
  });

  it("asks where the prompt has the number", () => {
    const runs = [10, 11, 12, 20].map((revision) => ({ revision }));
    const told = sending(runs, ["append", "publish"], as("revision"), "Publish after 10 edits");
    expect(told.stopped).toMatchObject({ why: "doubtful" });
  });

  it("does not send it under another key", () => {
    const runs = [1, 2, 3, 4].map((order) => ({ order }));
    const told = sending(runs, ["place", "add"], () => ({ qty: 1 }));
    expect(told.sent.at(-1)?.arguments).toEqual({ qty: 1 });
  });
});

describe("a word that names its number", () => {
  it("sends the ticket of ticket-1.md", () => {
    const told = sending(
      [1, 2, 3, 14].map((id) => `Opened ticket ${String(id)}.`),
      ["open_ticket", "write_file"],
      (result) => ({ path: `ticket-${/\d+/.exec(result as string)?.[0] ?? ""}.md` }),
    );
    expect(told.sent.at(-1)?.arguments).toEqual({ path: "ticket-14.md" });
  });

  it("asks for a word that is no noun of the result", () => {
    const told = sending(
      [1, 2, 3, 14].map((id) => `Opened ticket ${String(id)}.`),
      ["open_ticket", "write_file"],
      () => ({ path: "chapter-1.md" }),
    );
    expect(told.stopped).toMatchObject({ why: "doubtful" });
  });
});

describe("what is made of a variable", () => {
  const codes = [760_451, 182_930, 551_204, 904_417].map((code) => `Your code is ${String(code)}.`);

  it.each([
    ["760 451", codes],
    ["760-451", codes],
    ["76045112", ["760-451-12", "182-930-44", "551-204-19", "904-417-33"].map((code) => ({ code }))],
  ])("does not send %s, which has other separators", (code, results) => {
    expect(sending(results, ["newest", "sign_in"], () => ({ code })).stopped).toMatchObject({ why: "derived" });
  });

  it.each(["29.11.2026", "11/29/2026", "Nov 29, 2026", "20261129", "29 November", "1795910400"])(
    "does not send %s, the day in another form",
    (day) => {
      const days = ["2026-11-29", "2026-11-30", "2027-06-07", "2026-12-02"].map((first) => ({ day: first }));
      const told = sending(days, ["first_day", "ferry"], () => ({ day }));
      expect(told.stopped).toMatchObject({ why: "derived" });
      expect(told.learned.doubtful[0]?.readings[0]).toBe("first-day");
    },
  );

  it("asks for a day that a result gives in another form, though the prompt has it", () => {
    const days = ["2026-11-29", "2026-11-30", "2027-06-07", "2026-12-02"].map((first) => ({ day: first }));
    const told = sending(days, ["first_day", "ferry"], () => ({ day: "29.11.2026" }), "Take November 29, 2026");
    expect(told.stopped).toMatchObject({ why: "derived" });
  });

  const prices = [21, 34, 47, 60].map((price) => ({ price }));
  it.each([
    ["sum", 61],
    ["total", 19],
    ["amount", 840],
  ])("does not send a %s of %i that Claude made of 40 and 21", (key, sum) => {
    const told = sending(prices, ["ferry", "pay"], () => ({ [key]: sum }), "Pay the train of 40 and the ferry");
    expect(told.stopped).toMatchObject({ why: "derived" });
  });

  it("takes no id for a price", () => {
    const orders = [21, 34, 47, 60].map((order) => ({ order, table: 40 }));
    const told = sending(orders, ["place", "pay"], () => ({ sum: 61 }));
    expect(told.sent.at(-1)?.arguments).toEqual({ sum: 61 });
  });

  it("sends an amount that the prompt gives, and other numbers", () => {
    const told = sending(prices, ["ferry", "pay"], () => ({ sum: 61, table: 19 }), "Pay 61 for table 19");
    expect(told.sent.at(-1)?.arguments).toEqual({ sum: 61, table: 19 });
  });

  const pages = ["plan", "plan-2", "plan-3", "plan-4"].map((path) => `Created [Plan](/wiki/${path}).`);
  it("does not send a part of a text that another run did not have", () => {
    const told = sending(pages, ["create", "open"], () => ({ url: "https://wiki.example/wiki/plan" }));
    expect(told.learned.doubtful).toMatchObject([{ call: 2, at: "/url", derived: "lost" }]);
    expect(told.sent).toHaveLength(1);
  });

  it("sends what the prompt has of it", () => {
    const told = sending(pages, ["create", "open"], () => ({ url: "/wiki/plan" }), "Create it and open /wiki/plan");
    expect(told.learned.doubtful).toEqual([]);
  });
});

describe("numbers that a clock counts", () => {
  // The checks are 25 hours and 190 days and 5 hours after the recording, the live run three days.
  const certificate = (daysLeft: number) => ({ issuer: "Otter CA", daysLeft });

  it("expects today's number of days", () => {
    const runs = [80, 79, -110].map(certificate);
    expect(tellOne([...runs, certificate(77)]).problems).toEqual([]);
    expect(tellOne([...runs, certificate(77)]).learned.variables).toMatchObject([
      { kind: "time", seen: [80, 79, -110] },
    ]);
    expect(tellOne([...runs, certificate(2)]).problems).toEqual(["changed time 1 /content/0/json/daysLeft"]);
    expect(tellOne([...runs, certificate(83)]).green).toBe(false);
  });

  it.each([
    ["expires in 300 days", "expires in 299 days", "expires in 110 days", "expires in 297 days", "expires in 17 days"],
    ["300 days left", "299 days left", "110 days left", "297 days left", "17 days left"],
    ["age: 12 d", "age: 13 d", "age: 202 d", "age: 15 d", "age: 12345 d"],
  ])("reads %s", (recorded, first, second, live, other) => {
    expect(tellOne([recorded, first, second, live]).problems).toEqual([]);
    expect(tellOne([recorded, first, second, other]).green).toBe(false);
  });

  it("takes no counter for days", () => {
    const told = tellOne([{ order: 7 }, { order: 8 }, { order: 9 }, { order: 30 }]);
    expect(told.learned.variables).toMatchObject([{ kind: "value" }]);
    expect(told.green).toBe(true);
  });
});

describe("equal amounts", () => {
  const move = (out: number, back: number) =>
    [
      ["export_rows", {}, `Exported ${String(out)} rows`],
      ["import_rows", {}, `Imported ${String(back)} rows.`],
    ] as const;

  it("stay equal where they were, and were another in each run", () => {
    const checks = [move(41_022, 41_022), move(36_915, 36_915)];
    const story = { recorded: move(37_180, 37_180), checks };
    expect(tell({ ...story, live: move(40_001, 40_001) }).problems).toEqual([]);
    expect(tell({ ...story, live: move(40_001, 38_797) }).problems).toEqual(["changed same 2 /content/0/text"]);
  });

  it("stay equal where both are what is left, of four digits", () => {
    const take = (remaining: number, free: number) =>
      [
        ["reserve", {}, { remaining }],
        ["stock", {}, { free }],
      ] as const;
    const left = { recorded: take(4997, 4997), checks: [take(4994, 4994), take(4991, 4991)] };
    expect(tell({ ...left, live: take(4988, 4988) }).problems).toEqual([]);
    expect(tell({ ...left, live: take(4988, 4998) }).problems).toEqual(["changed same 2 /content/0/json/free"]);
    const few = { recorded: take(97, 97), checks: [take(94, 94), take(91, 91)] };
    expect(tell({ ...few, live: take(88, 87) }).problems).toEqual([]);
  });

  it("need not, where they are small or count up", () => {
    const small = { recorded: move(37, 37), checks: [move(41, 41), move(36, 36)] };
    expect(tell({ ...small, live: move(40, 39) }).problems).toEqual([]);
    const steps = { recorded: move(137, 137), checks: [move(138, 138), move(139, 139)] };
    expect(tell({ ...steps, live: move(140, 141) }).problems).toEqual([]);
  });
});

describe("a time without a zone", () => {
  const said = (time: string) => `Synchronised. Last run: ${time}`;
  const runs = ["Nov 28, 2026, 5:00 AM", "Nov 29, 2026, 6:00 AM", "Jun 6, 2027, 11:00 AM"].map(said);

  it("may have summer time between two runs", () => {
    expect(tellOne([...runs, said("Dec 1, 2026, 4:00 AM")]).problems).toEqual([]);
    const may = { liveAt: "2027-05-01T09:00:00Z" };
    expect(tellOne([...runs, said("May 1, 2027, 5:00 AM")], may).problems).toEqual([]);
  });

  it("has no other hour on the same offset, and none that no zone has", () => {
    expect(tellOne([...runs, said("Dec 1, 2026, 5:00 AM")]).green).toBe(false);
    expect(tellOne([...runs, said("Dec 1, 2026, 3:00 AM")]).green).toBe(false);
    const may = { liveAt: "2027-05-01T09:00:00Z" };
    expect(tellOne([...runs, said("May 1, 2027, 3:00 AM")], may).green).toBe(false);
    expect(tellOne([...runs, said("May 1, 2027, 6:00 AM")], may).green).toBe(false);
  });

  it("of a clock on the wall has its zone, too", () => {
    const clocks = ["5:00 AM", "6:00 AM", "11:00 AM"].map((time) => ({ last: time }));
    const told = tellOne([...clocks, { last: "4:00 AM" }]);
    expect(told.learned.variables).toMatchObject([{ kind: "time" }]);
    expect(told.problems).toEqual([]);
    expect(tellOne([...clocks, { last: "5:00 AM" }]).problems).toEqual(["changed time 1 /content/0/json/last"]);
  });

  it("of a server in UTC stays there", () => {
    const utc = ["Nov 28, 2026, 10:00 AM", "Nov 29, 2026, 11:00 AM", "Jun 6, 2027, 3:00 PM"].map(said);
    const may = { liveAt: "2027-05-01T09:00:00Z" };
    expect(tellOne([...utc, said("May 1, 2027, 9:00 AM")], may).problems).toEqual([]);
    expect(tellOne([...utc, said("May 1, 2027, 10:00 AM")], may).green).toBe(false);
  });
});

describe("a new field", () => {
  it.each(["after", "startingAfter"])("that says where the next page begins is seen: %s", (key) => {
    const same = { items: ["ann"] };
    expect(tellOne([same, same, same, { ...same, [key]: "V1StGXR8Z5" }]).green).toBe(false);
  });
});

describe("forms of time", () => {
  it("reads the time of an access log", () => {
    const line = (time: string) => `10.0.0.7 - - [${time}] "GET / HTTP/1.1" 200`;
    const runs = ["28/Nov/2026:10:00:01 +0000", "29/Nov/2026:11:00:01 +0000", "06/Jun/2027:15:00:01 +0000"].map(line);
    expect(tellOne([...runs, line("01/Dec/2026:09:00:01 +0000")]).problems).toEqual([]);
    expect(tellOne([...runs, line("01/Dec/2026:08:00:01 +0000")]).problems).toEqual(["changed time 1 /content/0/text"]);
    expect(tellOne([...runs, line("01/Dec/2026:09:00:01 +0100")]).green).toBe(false);
  });
});
