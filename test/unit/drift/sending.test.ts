// What a replay sends: variables at the places where they were learned to go, what pins say, and never a guess.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Pin } from "../../../src/variables/pins.js";
import { play, type Played, type PlaySketch, type ResultSketch } from "../../helpers/make-trace.js";
import type { JsonObject } from "../../../src/json/value.js";
import { makeAs } from "../../../src/variables/pins.js";

const json = (value: unknown): ResultSketch => ({ json: value as never });

/** A record is made, recorded with the first id, with the next ones in the checks and the last one live; then a call. */
function made(
  ids: readonly (string | number)[],
  call: JsonObject,
  pins: Pin[] = [],
  more: Partial<PlaySketch> = {},
): Played {
  const [first, ...rest] = ids;
  const turns: PlaySketch["turns"] = [
    [["create", {}, json({ id: first }), json({ id: rest.at(-1) })]],
    [["use", call, "ok", "ok"]],
  ];
  const checks = rest.slice(0, -1).map((id) => [json({ id }), "ok"]);
  return play({ turns, checks, rules: { pins }, ...more });
}

const NUMBERS = [1, 17, 23, 30];
const WORDS = ["8f3a21", "11bc04", "77aa10", "91bc04"];
const into = (argument: string, more: Partial<Pin> = {}): Pin => ({
  tool: "create",
  path: "/content/0/json/id",
  into: "use",
  argument,
  ...more,
});
const constant = (argument: string, more: Partial<Pin> = {}): Pin => ({
  into: "use",
  argument,
  constant: true,
  ...more,
});
/** The pins of a message, as they are to be pasted. */
const pasted = (message: string): Pin[] =>
  Array.from(message.matchAll(/\{"(?:tool|into)":[^{}]*\}/g), ([text]) => JSON.parse(text) as Pin);

describe("a pin", () => {
  const sql = "UPDATE stock SET qty = 10 WHERE id = 1";

  it("puts a value in as a token, and in no longer one", () => {
    const played = made(NUMBERS, { sql }, [into("/sql")]);
    expect(played.sent[1]).toEqual({ sql: "UPDATE stock SET qty = 10 WHERE id = 30" });
    expect(played.green).toBe(true);
  });

  it("has to name the token where the value stands twice, and then means that one", () => {
    const twice = { sql: "UPDATE stock SET qty = 1 WHERE id = 1" };
    const played = made(NUMBERS, twice, [into("/sql")]);
    expect(played.sent).toEqual([{}]);
    expect(played.message).toContain('"token"');
    const named = made(NUMBERS, twice, [into("/sql", { token: 8 }), constant("/sql", { token: 5 })]);
    expect(named.sent[1]).toEqual({ sql: "UPDATE stock SET qty = 1 WHERE id = 30" });
    const other = made(NUMBERS, twice, [into("/sql", { token: 5 }), constant("/sql", { token: 8 })]);
    expect(other.sent[1]).toEqual({ sql: "UPDATE stock SET qty = 30 WHERE id = 1" });
  });

  it("names a token that has another value: nothing is sent", () => {
    const played = made(NUMBERS, { sql }, [into("/sql", { token: 5 })]);
    expect(played.sent).toEqual([{}]);
    expect(played.message).toContain("its pin names create /content/0/json/id");
  });

  it("that says constant sends what was recorded, whatever the value is", () => {
    expect(made(WORDS, { id: "8f3a21" }).sent[1]).toEqual({ id: "91bc04" });
    expect(made(WORDS, { id: "8f3a21" }, [constant("/id")]).sent[1]).toEqual({ id: "8f3a21" });
    const beside = made(WORDS, { path: "/a/8f3a21/8f3a21" }, [constant("/path", { token: 2 })]);
    expect(beside.sent[1]).toEqual({ path: "/a/8f3a21/91bc04" });
  });

  it.each<[NonNullable<Pin["as"]>, JsonObject, JsonObject]>([
    ["upper", { at: "8F3A21" }, { at: "91BC04" }],
    ["base64", { at: btoa("8f3a21") }, { at: btoa("91bc04") }],
  ])("says that the argument was made as %s", (as, then, now) => {
    const unpinned = made(WORDS, then);
    expect(unpinned.sent).toEqual([{}]);
    const played = made(WORDS, then, [into("/at", { as })]);
    expect(played.sent[1]).toEqual(now);
    expect(played.green).toBe(true);
  });

  it.each<[NonNullable<Pin["as"]>, string[], string, string]>([
    ["lower", ["AB3F21", "CD11BC", "EF77AA", "GH91BC"], "ab3f21", "gh91bc"],
    ["percent", ["ä8f3a21", "ö11bc04", "ü77aa10", "é91bc04"], "%C3%A48f3a21", "%C3%A991bc04"],
    ["base64", ["8f3a2", "11bc0", "77aa1", "91bc0"], "OGYzYTI=", "OTFiYzA="],
    ["number", ["0042", "0043", "0044", "0051"], "42", "51"],
  ])("says that the argument was made as %s, as a text", (as, ids, then, now) => {
    const played = made(ids, { at: then }, [into("/at", { as })]);
    expect(played.sent[1]).toEqual({ at: now });
  });

  it("makes anything of any value, and breaks on none", () => {
    const forms = fc.constantFrom("upper", "lower", "base64", "percent", "number", "text");
    fc.assert(fc.property(fc.string({ unit: "binary" }), forms, (value, as) => void makeAs(value, as)));
    expect(makeAs("\ud800日", "percent")).toBe("%EF%BF%BD%E6%97%A5");
    expect(makeAs("日", "base64")).toBe("5pel");
  });

  it("takes the value of the live result, also where its place was let vary or ignored", () => {
    const place = { tool: "create", path: "/content/0/json/id" };
    for (const rules of [{ varies: [place] }, { ignore: [place] }]) {
      const played = made(NUMBERS, { sql }, [], { rules: { ...rules, pins: [into("/sql")] } });
      expect(played.sent[1]).toEqual({ sql: "UPDATE stock SET qty = 10 WHERE id = 30" });
    }
  });

  it("puts in by position, whatever else the argument has", () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,6}$/);
    fc.assert(
      fc.property(fc.array(word, { maxLength: 6 }), fc.array(word, { maxLength: 6 }), (before, after) => {
        const text = (id: string): string => [...before, id, ...after].join(" ");
        const pin = into("/text", { token: before.length + 1 });
        // The other words may be values of the server's, too: they are not.
        const others = [...before, ...after].map((_, at) =>
          constant("/text", { token: at < before.length ? at + 1 : at + 2 }),
        );
        const played = made(WORDS, { text: text("8f3a21") }, [pin, ...others]);
        expect(played.sent[1]).toEqual({ text: text("91bc04") });
      }),
      { numRuns: 50 },
    );
  });
});

describe("an argument of which nobody can say what it is", () => {
  const doubtful: [string, readonly (string | number)[], JsonObject][] = [
    ["a quantity's name and three digits", [137, 138, 139, 140], { amount: 137 }],
    ["an owner who meets a number", [7, 8, 9, 10], { owner: 7 }],
    ["a name that says nothing", [48213, 48214, 48220, 48300], { x: 48213, y: 48213 }],
  ];
  it.each(doubtful)("is not sent: %s, and each pin of the message settles it", (_, ids, call) => {
    const played = made(ids, call);
    expect(played.sent).toEqual([{}]);
    expect(played.ungrounded).toBe(2);
    const argument = `/${Object.keys(call)[0] ?? ""}`;
    const pins = pasted(played.message);
    expect(pins).toEqual([into(argument), constant(argument)]);
    for (const pin of pins) {
      // One for each argument.
      const all = Object.keys(call).map((key) => ({ ...pin, argument: `/${key}` }));
      const value = pin.constant === true ? ids[0] : ids.at(-1);
      expect(made(ids, call, all).sent[1]).toEqual(Object.fromEntries(Object.keys(call).map((key) => [key, value])));
      // Also where the cassette, recorded without it, has the question.
      expect(made(ids, call, all, { learned: played.learned }).sent[1]).toEqual(
        Object.fromEntries(Object.keys(call).map((key) => [key, value])),
      );
    }
  });

  it.each([
    ["in another case", "8F3A21"],
    ["a part", "8f3a2"],
    ["a longer word", "task8f3a21x"],
    ["in base64", btoa("id:8f3a21")],
  ])("is not sent where it was made of a value: %s", (_, argument) => {
    const played = made(WORDS, { at: argument });
    expect(played.sent).toEqual([{}]);
    expect(played.message).toContain("seems to be made from");
    const pins = pasted(played.message);
    expect(pins.at(-1)).toEqual(constant("/at"));
    expect(made(WORDS, { at: argument }, [constant("/at")]).sent[1]).toEqual({ at: argument });
    // That it was made of it does not say how: the other pin alone sends nothing.
    expect(made(WORDS, { at: argument }, [into("/at")]).sent).toEqual([{}]);
  });

  it.each([
    ["a number near it", 1006, 1007],
    ["padded", 42, "0042"],
  ])("is not sent where it was counted on or padded: %s", (_, id, argument) => {
    expect(made([id, id + 10, id + 20, id + 30], { at: argument }).sent).toEqual([{}]);
  });

  it("never sends what was recorded: it is the live value, or nothing", () => {
    const id = fc.stringMatching(/^[a-f0-9]{3}[0-9][a-f][a-f0-9]{3}$/);
    const around = fc.constantFrom<((value: string) => JsonObject)[]>(
      (value) => ({ id: value }),
      (value) => ({ text: `see ${value}, please` }),
      (value) => ({ url: `https://h/a/${value}/b?c=${value}` }),
      (value) => ({ list: [{ x: [value] }] }),
      (value) => ({ json: JSON.stringify({ id: value, n: 1 }) }),
      (value) => ({ sql: `SELECT * FROM t WHERE id = '${value}'` }),
      (value) => ({ [value]: true }),
      (value) => ({ it: value.toUpperCase() }),
      (value) => ({ it: `x${value}` }),
      (value) => ({ it: btoa(`user ${value}`) }),
    );
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 4, maxLength: 4 }), around, (ids, call) => {
        const [then = "", , , now = ""] = ids;
        const { sent } = made(ids, call(then));
        if (sent.length > 1) expect(sent[1]).toEqual(call(now));
      }),
      { numRuns: 200 },
    );
  });
});

describe("an ignored result", () => {
  const ids = fc.uniqueArray(fc.stringMatching(/^[a-f][0-9]{2}[a-f][0-9]{2}$/), { minLength: 4, maxLength: 4 });
  const answers = fc.constantFrom<((id: string) => ResultSketch)[]>(
    (id) => json({ id }),
    (id) => json({ deep: [{ id }] }),
    (id) => `Made ${id}.`,
    () => json({}),
    () => json([]),
    () => "nothing to see here",
    () => ({ outcome: { kind: "error", error: { code: -1, message: "broken" } } }),
    () => ({ outcome: { kind: "result", result: { content: [], isError: true } } }),
  );

  it("never has its old value sent, whatever is there now", () => {
    const paths = fc.constantFrom("", "/content", "/content/0", "/content/0/json", "/content/0/json/id");
    fc.assert(
      fc.property(ids, answers, paths, (each, live, path) => {
        const [then = "", one = "", two = "", now = ""] = each;
        const played = play({
          turns: [[["create", {}, json({ id: then }), live(now)]], [["get", { id: then }, "ok", "ok"]]],
          checks: [one, two].map((id) => [json({ id }), "ok"]),
          rules: { ignore: [{ tool: "create", path }] },
        });
        const [, sent] = played.sent;
        if (sent === undefined) expect(played.ungrounded).toBe(2);
        else expect(sent).toEqual({ id: now });
      }),
      { numRuns: 200 },
    );
  });

  it("is read, so that its value is sent", () => {
    for (const path of ["", "/content", "/content/0", "/content/0/json", "/content/0/json/id"]) {
      const rules = { ignore: [{ tool: "create", path }] };
      expect(made(WORDS, { id: "8f3a21" }, [], { rules }).sent[1]).toEqual({ id: "91bc04" });
    }
  });
});

describe("a place that the config lets vary", () => {
  const rules = { varies: [{ tool: "create", path: "/content/0/json/id" }] };
  const first = (live: unknown, more: Partial<PlaySketch> = {}) =>
    play({ turns: [[["create", {}, json({ id: "8f3a21" }), json(live)]]], rules, ...more });

  it("may have any value of its type, and has to be there", () => {
    expect(first({ id: "another thing" }).green).toBe(true);
    for (const live of [{ id: 7 }, { id: null }, { id: "" }, { id: ["8f3a21"] }, {}]) {
      expect(first(live).green).toBe(false);
    }
  });

  it("still is the same one everywhere", () => {
    const turns = (live: string): PlaySketch["turns"] => [
      [["create", {}, json({ id: "8f3a21" }), json({ id: "91bc04" })]],
      [["get", { id: "8f3a21" }, json({ id: "8f3a21" }), json({ id: live })]],
    ];
    const checks = ["11bc04", "77aa10"].map((id) => [json({ id }), json({ id })]);
    const all = { varies: [{ tool: "*", path: "/content/0/json/id" }] };
    expect(play({ turns: turns("91bc04"), checks, rules: all }).green).toBe(true);
    expect(play({ turns: turns("55aa55"), checks, rules: all }).problems).toEqual(["changed /content/0/json/id"]);
  });

  it("and whose value has another form than it was learned to have is not sent as it was", () => {
    const played = made(["8f3a21", "11bc04", "77aa10", "no-such"], { id: "8f3a21" }, [], { rules });
    expect(played.sent[1] ?? { id: "no-such" }).toEqual({ id: "no-such" });
  });
});

describe("a choice from a list", () => {
  const offers = (ant: number, bee: number): ResultSketch =>
    json([
      { name: "Ant", price: ant },
      { name: "Bee", price: bee },
    ]);
  const take = (live: ResultSketch, pins: Pin[] = [], check = offers(4, 9)): Played =>
    play({
      user: "Take the cheapest",
      turns: [[["offers", {}, offers(3, 7), live]], [["use", { offer: "Ant" }, "ok", "ok"]]],
      checks: [check, offers(5, 8)].map((list) => [list, "ok"]),
      rules: { pins },
    });

  it("is sent while it is the cheapest, and not when it is that no more", () => {
    expect(take(offers(2, 9)).green).toBe(true);
    const turned = take(offers(9, 2));
    expect(turned.sent).toEqual([{}]);
    expect(turned.message).toContain("its rank differs");
  });

  it("is sent all the same by the pin that the message gives, also where a check asks", () => {
    for (const played of [take(offers(9, 2)), take(offers(2, 9), [], offers(9, 4))]) {
      expect(played.green).toBe(false);
      expect(pasted(played.message)).toEqual([constant("/offer")]);
    }
    expect(take(offers(9, 2), [constant("/offer")], offers(9, 4)).sent.at(-1)).toEqual({ offer: "Ant" });
  });
});
