import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clockExplains } from "../../../src/variables/time.js";
import { type Moment } from "../../../src/variables/moment.js";
import { haveSameForm } from "../../../src/reading/date-form.js";
import { DATE_PATTERN, mayHoldDate, readDate } from "../../../src/reading/dates.js";
import { piecesOf } from "../../../src/variables/pieces.js";
import { countWords, patternOf, wordsOf } from "../../../src/reading/words.js";

describe("dates", () => {
  it.each([
    ["2026-11-27T22:39:29.123Z", "2026-11-27T22:39:29.123Z"],
    ["2026-11-27T22:39:29+02:00", "2026-11-27T20:39:29.000Z"],
    ["2026-11-27 22:39:29.123456", "2026-11-27T22:39:29.123Z"],
    ["2026-11-27T22:39Z", "2026-11-27T22:39:00.000Z"],
    ["2026-11-27", "2026-11-27T00:00:00.000Z"],
    ["2024-02-29", "2024-02-29T00:00:00.000Z"],
    ["1969-12-31T23:59:59Z", "1969-12-31T23:59:59.000Z"],
    ["2026/11/27 22:39:29", "2026-11-27T22:39:29.000Z"],
    ["20261127T223929Z", "2026-11-27T22:39:29.000Z"],
    ["2026-11-27T22-39-29-123Z", "2026-11-27T22:39:29.123Z"],
    ["2026-331T22:39Z", "2026-11-27T22:39:00.000Z"],
    ["Fri 2026-11-27", "2026-11-27T00:00:00.000Z"],
    ["Fri, 27 Nov 2026 22:39:29 GMT", "2026-11-27T22:39:29.000Z"],
    ["27 Nov 2026 22:39:29 -0500", "2026-11-28T03:39:29.000Z"],
    ["Fri Nov 27 2026 22:39:29 GMT+0100 (Central European Standard Time)", "2026-11-27T21:39:29.000Z"],
    ["Fri Nov 27 22:39:29 2026", "2026-11-27T22:39:29.000Z"],
    ["Friday, November 27, 2026 at 10:39 PM", "2026-11-27T22:39:00.000Z"],
    ["11/27/2026, 12:39:29 AM", "2026-11-27T00:39:29.000Z"],
  ])("reads %s", (text, iso) => {
    expect(new Date(readDate(text)?.at ?? Number.NaN).toISOString()).toBe(iso);
    expect(wordsOf(`at ${text}, ok`).map((word) => word.text)).toEqual(["at", text, "ok"]);
  });

  it.each([
    ["2026-12-01 09:00", "10:30"],
    ["2026-12-01 01:00", "01:30"],
    ["2026-12-01 02:00", "02:30"],
    ["2026-12-01 14:00", "15:00"],
    ["2026-12-01 08:00", "11:00"],
  ])("reads %s-%s as a time and an end", (start, end) => {
    expect(readDate(`${start}-${end}`)).toBeUndefined();
    expect(piecesOf(`at ${start}-${end}`).map(({ text }) => text)).toEqual(["at", start, end]);
  });

  it.each(["2026-12-01 09:00-05:00", "2026-12-01 17:30-08:00", "2026-12-01T09:00-10:00", "2026-12-01 09:00:00-10:00"])(
    "reads the end of %s as a zone",
    (text) => expect(piecesOf(`at ${text}`).map((piece) => piece.text)).toEqual(["at", text]),
  );

  it.each([
    "2026-13-01",
    "2023-02-29",
    "2026-366T10:00Z",
    "2026-11-27T25:00:00Z",
    "27.11.2026",
    "20261127",
    "2026-11",
    "12:30:00",
    "x 2026-11-27",
  ])("does not read %s", (text) => {
    expect(readDate(text)).toBeUndefined();
  });

  it("agrees with the calendar of the language for every day of 120 years", () => {
    for (let day = Date.parse("1950-01-01"); day < Date.parse("2070-01-01"); day += 86_400_000) {
      if (readDate(new Date(day).toISOString().slice(0, 10))?.at !== day) throw new Error(new Date(day).toISOString());
    }
  });
});

describe("the clock", () => {
  const at = (iso: string, ms = 50): Moment => {
    const callStart = Date.parse(iso);
    return { runStart: callStart - 5000, callStart, callEnd: callStart + ms };
  };
  const then = at("2026-11-20T10:00:01Z");
  const now = at("2026-11-27T15:30:01Z");
  const explains = (one: string, other: string, was = then, is = now): boolean => {
    if (readDate(one) === undefined || readDate(other) === undefined) throw new Error("no date");
    return clockExplains({ text: one, moment: was }, { text: other, moment: is });
  };

  it.each([
    ["both within their run", "2026-11-20T09:59:58Z", "2026-11-27T15:30:01Z"],
    ["equally far from their call", "2026-11-20T10:15:01Z", "2026-11-27T15:45:01Z"],
    ["equally far in the past", "2026-11-19T10:00:01Z", "2026-11-26T15:30:01Z"],
    ["equally many days off at the same time of day", "2026-12-01T08:00:00Z", "2026-12-08T08:00:00Z"],
    ["today", "2026-11-20", "2026-11-27"],
    ["a week ahead", "2026-11-27", "2026-12-04"],
  ])("explains: %s", (_, one, other) => {
    expect(explains(one, other)).toBe(true);
  });

  it.each([
    ["one within its run, the other not", "2026-11-20T10:00:01Z", "2026-11-27T14:30:01Z"],
    ["both outside, not equally far", "2026-11-20T11:00:01Z", "2026-11-27T15:30:01Z"],
    ["the same day off, an hour later", "2026-12-01T08:00:00Z", "2026-12-08T09:00:00Z"],
    ["a day more", "2026-11-21", "2026-11-29"],
    ["a day and a time", "2026-11-20", "2026-11-27T15:30:01Z"],
    ["an old date and another old date", "1990-01-01", "1990-01-02"],
    ["the same time in another zone's words", "2026-12-01T08:00:00+01:00", "2026-12-08T08:00:00Z"],
  ])("does not explain: %s", (_, one, other) => {
    expect(explains(one, other)).toBe(false);
  });

  it("explains two days off where midnight passed during the call", () => {
    const late = at("2026-11-27T23:59:59.990Z");
    expect(explains("2026-11-21", "2026-11-29", then, late)).toBe(true);
  });

  it("explains nothing where the recording does not say when it was", () => {
    const unknown: Moment = { runStart: Number.NaN, callStart: Number.NaN, callEnd: Number.NaN };
    expect(explains("2026-11-20T10:00:01Z", "2026-11-27T15:30:01Z", unknown)).toBe(false);
  });
});

describe("the form of a date", () => {
  /** Of one moment each, by the day. */
  const forms: ((day: string) => string)[] = [
    (day) => `2026-11-${day}T10:39:29.123Z`,
    (day) => `2026-11-${day}T10:39:29.123+00:00`,
    (day) => `2026-11-${day}T10:39:29.123+0000`,
    (day) => `2026-11-${day}T10:39:29.123`,
    (day) => `2026-11-${day}T10:39:29,123`,
    (day) => `2026-11-${day}T10:39:29Z`,
    (day) => `2026-11-${day}T10:39Z`,
    (day) => `2026-11-${day} 10:39:29.123Z`,
    (day) => `2026-11-${day} 10:39:29.123 Z`,
    (day) => `2026/11/${day} 10:39:29.123Z`,
    (day) => `2026-11-${day} 10:39:29 UTC`,
    (day) => `2026-11-${day} 10:39:29 GMT`,
    (day) => `2026-11-${day} 10:39:29`,
    (day) => `2026-11-${day}`,
    (day) => `202611${day}T103929Z`,
    (day) => `202611${day}T103929`,
    (day) => `2026-11-${day}T10-39-29-123Z`,
    (day) => `2026-11-${day}T10-39-29`,
    (day) => `Fri, ${day} Nov 2026 10:39:29 GMT`,
    (day) => `Friday, ${day} Nov 2026 10:39:29 GMT`,
    (day) => `Fri, ${day} November 2026 10:39:29 GMT`,
    (day) => `${day} Nov 2026 10:39:29 -0500`,
    (day) => `${day}-Nov-2026 10:39:29`,
    (day) => `Fri Nov ${day} 2026 10:39:29 GMT+0100`,
    (day) => `Fri Nov ${day} 2026 10:39:29 GMT+0100 (Central European Standard Time)`,
    (day) => `Fri Nov ${day} 10:39:29 2026`,
    (day) => `Fri Nov ${day} 10:39:29 UTC 2026`,
    (day) => `Friday, November ${day}, 2026 at 10:39 PM`,
    (day) => `November ${day}, 2026, 10:39 PM`,
    (day) => `11/${day}/2026, 10:39:29 AM`,
    (day) => `11/${day}/2026, 10:39:29`,
  ];

  it("is its own alone", () => {
    for (const one of forms) {
      const alike = forms.filter((other) => haveSameForm(one("20"), other("27"))).map((form) => form("27"));
      expect({ date: one("20"), isRead: readDate(one("20")) !== undefined, alike }).toEqual({
        date: one("20"),
        isRead: true,
        alike: [one("27")],
      });
    }
  });

  it("is one that a text is searched for dates by, whatever else the text holds", () => {
    const date = fc.constantFrom(...forms).map((form) => form("20"));
    const piece = fc.oneof(date, fc.string(), fc.constantFrom("2026", "-", "/", " ", "Nov", "11", "T", "\n"));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join("");
        fc.pre(new RegExp(DATE_PATTERN, "u").test(text));
        return mayHoldDate(text);
      }),
    );
  });

  it.each([
    ["2026-11-20T10:00:01.1Z", "2026-11-27T15:30:01.123456Z"],
    ["2026-11-20T10:00:01+01:00", "2026-11-27T15:30:01-05:00"],
    ["Fri, 20 Nov 2026 10:00:01 +0100", "Mon, 1 Jun 2026 15:30:01 -0500"],
    ["Fri Nov 20 10:00:01 +0100 2026", "Fri Nov 27 15:30:01 -0500 2026"],
    ["Fri Nov 20 10:00:01 2026", "Tue Dec  1 15:30:01 2026"],
    ["November 20, 2026", "May 1, 2026"],
    ["Nov 20, 2026", "May 1, 2026"],
    ["9/1/2026, 9:00:01 AM", "11/27/2026, 12:30:01 PM"],
  ])("of %s is the one of %s", (one, other) => {
    expect([haveSameForm(one, other), haveSameForm(other, one)]).toEqual([true, true]);
  });

  it.each([
    ["Nov 1, 2026", "Nov 01, 2026"],
    ["9/1/2026, 9:00:01 AM", "9/1/2026, 09:00:01 AM"],
  ])("of %s is not the one of %s", (one, other) => {
    expect([haveSameForm(one, other), haveSameForm(other, one)]).toEqual([false, false]);
  });
});

describe("words", () => {
  it.each([
    ["Created u_123 (a-b.c), 12.5%", ["Created", "u_123", "a-b.c", "12.5"]],
    ["https://h.example/items/9f?x=1", ["https", "h.example", "items", "9f", "x", "1"]],
    ["[redacted:API KEY] [redacted:API_KEY]", ["redacted:API", "KEY", "[redacted:API_KEY]"]],
    ["größe 数 é", ["größe", "数", "é"]],
    ["inv-2026-11-27-a", ["inv", "2026-11-27", "a"]],
    ["--- ...", []],
  ])("of %s", (text, words) => {
    expect(wordsOf(text).map((word) => word.text)).toEqual(words);
    expect(countWords(text)).toBe(words.length);
  });

  it("have a pattern of punctuation alone", () => {
    expect(patternOf("a1-b2_c3.d")).toBe("x-x_x.x");
  });
});
