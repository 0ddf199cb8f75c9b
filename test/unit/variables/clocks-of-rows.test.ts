// Tests that the slots of one day, in any order, are told from each other by their times of day.
import { expect, it } from "vitest";
import { orderByNames } from "../../../src/variables/row-names.js";
import { tell } from "./runs.js";

const book = (day: string, slot: string, rows: Record<string, string>) =>
  [
    ["free", {}, { slots: Object.entries(rows).map(([id, clock]) => ({ id, start: `${day}T${clock}Z` })) }],
    ["book", { id: slot }, { booked: slot, start: `${day}T${rows[slot] ?? ""}Z` }],
  ] as const;
const story = (live: ReturnType<typeof book>, prompt = "Book half past eight") =>
  tell({
    prompt,
    recorded: book("2026-11-29", "v3ik58noe", { k4wq1ofzz: "09:00", v3ik58noe: "08:30", p0a8h2xx1: "08:00" }),
    checks: [
      book("2026-11-30", "m31v0lqpa", { m31v0lqpa: "08:30", y4d5nhzhy: "09:00", c8e2kd0q7: "08:00" }),
      book("2027-06-07", "t55pw9rla", { q0o2z8dn4: "08:00", a7x0m3kqe: "09:00", t55pw9rla: "08:30" }),
    ],
    live,
  });
const LIVE = { w2m7kd9ab: "09:00", u8f4xz1km: "08:00", e9s3jq0fh: "08:30" };

it("sends the slot of the time that was asked for", () => {
  const { problems, sent } = story(book("2026-12-02", "e9s3jq0fh", LIVE));
  expect(problems).toEqual([]);
  expect(sent[1]?.arguments).toEqual({ id: "e9s3jq0fh" });
});

it("finds another slot that was booked", () => {
  expect(story(book("2026-12-02", "w2m7kd9ab", LIVE)).problems).not.toEqual([]);
});

it("names no rows of hours that go on, of several days, or of which one is at another time", () => {
  const rows = (...starts: string[]) => starts.map((start, at) => ({ id: at, start }));
  const before = rows("2026-12-01T08:00Z", "2026-12-01T09:00Z", "2026-12-01T10:00Z");
  const turned = rows("2026-12-02T09:00Z", "2026-12-02T08:00Z", "2026-12-02T10:00Z");
  expect(orderByNames(before, turned)).toEqual([1, 0, 2]);
  expect(orderByNames(before, rows("2026-12-02T09:00Z", "2026-12-02T10:00Z", "2026-12-02T11:00Z"))).toBeUndefined();
  expect(orderByNames(before, rows("2026-12-02T09:00Z", "2026-12-02T10:00Z", "2026-12-03T08:00Z"))).toBeUndefined();
});
