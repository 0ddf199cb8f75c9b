// Tests dates with the names of months of other languages.
import { expect, it } from "vitest";
import { readTimes } from "../../../src/variables/time-forms.js";
import { piecesOf } from "../../../src/variables/pieces.js";

it.each([
  ["29. November 2026 um 16:04:30 Uhr", "2026-11-29T16:04:30Z"],
  ["7. Juni 2027 um 21:04 Uhr", "2027-06-07T21:04:00Z"],
  ["29 novembre 2026 à 16:04", "2026-11-29T16:04:00Z"],
  ["29 de noviembre de 2026, 16:04:30", "2026-11-29T16:04:30Z"],
  ["1er août 2026", "2026-08-01T00:00:00Z"],
  ["3. März 2027", "2027-03-03T00:00:00Z"],
])("reads %s", (text, iso) => {
  const at = readTimes(text).map((one) => (one.kind === "day" ? one.day * 86_400_000 : "at" in one ? one.at : 0));
  expect(at).toContain(Date.parse(iso));
});

it.each(["31. Februar 2026", "29. Noviembro 2026", "29. November 2026 um 25:04 Uhr"])("does not read %s", (text) => {
  expect(readTimes(text).filter(({ form }) => form !== "month")).toEqual([]);
});

it("is one piece of a text", () => {
  expect(piecesOf("Stand: 29. November 2026 um 16:04:30 Uhr").map(({ text }) => text)).toContain(
    "29. November 2026 um 16:04:30 Uhr",
  );
});

it("reads the day of a system log that has one digit", () => {
  expect(piecesOf("Jun  7 21:04:35 host app[1]: up").map(({ text }) => text)).toContain("Jun  7");
});
