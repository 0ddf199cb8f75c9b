// Tests that a row which the prompt asks for by a time of day, or by what is true of it, is sent whatever its rank is now.
import { expect, it } from "vitest";
import { clocksAskedFor, isNamedMark } from "../../../src/variables/asked-marks.js";
import { findRechosen } from "../../../src/variables/chosen.js";

const hours = (prompt: string) => clocksAskedFor(prompt).map((at) => at / 3_600_000);

it.each([
  ["Book half past eight with Dr. Stein", [8.5, 20.5]],
  ["Take the one at quarter to one", [12.75, 0.75]],
  ["The meeting of 9 am", [9]],
  ["The 8:30 p.m. show", [20.5]],
  ["Move it to 14:15", [14.25]],
  ["Reserve nine o'clock", [9, 21]],
  ["A table at noon", [12]],
  ["A table for two at seven", [7, 19]],
])("reads the time of %j", (prompt, expected) => {
  expect(new Set(hours(prompt))).toEqual(new Set(expected));
});

it.each(["The first after 8:30", "Any from nine o'clock", "Between 8:30 and 9:30", "Pay at 3.50 €", "Version 1.30.2"])(
  "takes none of %j",
  (prompt) => {
    expect(hours(prompt)).toEqual([]);
  },
);

it("takes a field that is true, or a count that is zero, for what the prompt names", () => {
  expect(isNamedMark("refundable", true, ["Book the refundable one"])).toBe(true);
  expect(isNamedMark("refundable", true, ["Book the non-refundable one"])).toBe(false);
  expect(isNamedMark("stops", 0, ["Book the direct flight"])).toBe(true);
  expect(isNamedMark("stops", 1, ["Book the direct flight"])).toBe(false);
  expect(isNamedMark("rating", 0, ["Book the direct flight"])).toBe(false);
});

const result = (rows: object[]) => ({
  kind: "result" as const,
  result: { content: [{ type: "text", text: JSON.stringify(rows) }] },
});
const chosen = (prompt: string, before: object[], now: object[], id = "aaa1") =>
  findRechosen(
    [{ at: "/id", recorded: "aaa1", live: id }],
    [{ recorded: result(before), live: result(now) }],
    [prompt],
  ) !== undefined;

it("sends the row of the time that was asked for, though another day comes first", () => {
  const before = [
    { id: "aaa1", start: "2026-12-03T08:30Z" },
    { id: "bbb2", start: "2026-12-03T09:00Z" },
  ];
  const now = [
    { id: "ccc3", start: "2026-12-04T08:00Z" },
    { id: "ddd4", start: "2026-12-04T08:30Z" },
  ];
  expect(chosen("Book half past eight", before, now, "ddd4")).toBe(false);
  expect(chosen("Book the first one", before, now, "ddd4")).toBe(true);
  expect(chosen("Book nine o'clock", before, now, "ddd4")).toBe(true);
  expect(chosen("Book the first one, at half past eight", before, now, "ddd4")).toBe(true);
});

it("sends the only direct flight, not the cheapest or one of two that are direct", () => {
  const flight = (id: string, stops: number, price: number) => ({ id, stops, price });
  const before = [flight("aaa1", 0, 90), flight("bbb2", 1, 100)];
  const now = [flight("aaa1", 0, 110), flight("bbb2", 1, 100)];
  expect(chosen("Book the direct one", before, now)).toBe(false);
  expect(chosen("Book one", before, now)).toBe(true);
  expect(chosen("Book the cheapest direct one", before, now)).toBe(true);
  expect(chosen("Book the direct one", before, [flight("aaa1", 0, 110), flight("bbb2", 0, 100)])).toBe(true);
});
