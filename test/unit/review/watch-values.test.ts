// Which changed results a reviewer is shown first: those of calls with the same arguments, where nothing is known to vary.
import { describe, expect, it } from "vitest";
import type { RunChanges, ValueChange } from "../../../src/diff/recordings/changes.js";
import { findChangedValues } from "../../../src/review/watch-values.js";
import { NOTHING_LEARNED } from "../../../src/variables/learned.js";

const value = (path: string, more: Partial<ValueChange> = {}): ValueChange => ({
  call: 1,
  tool: "get_time",
  part: "result",
  path,
  before: "11:00",
  after: "10:00",
  ...more,
});
const changes = (...values: ValueChange[]): RunChanges => ({
  calls: [
    { kind: "same", tool: "get_time", call: 1 },
    { kind: "same", tool: "get_time", call: 2, otherArguments: true },
  ],
  values,
  byItself: 0,
  notGiven: 0,
  answers: [],
  images: [],
});
const labels = (run: RunChanges, learned = NOTHING_LEARNED) =>
  findChangedValues(run, learned).map(({ label }) => label);

describe("results that changed", () => {
  it("are those of calls with the same arguments", () => {
    expect(findChangedValues(changes(value("/time"), value("/time", { call: 2 })), NOTHING_LEARNED)).toEqual([
      { label: "call 1, get_time /time", before: "11:00", after: "10:00" },
    ]);
    expect(labels(changes(value("/zone", { part: "arguments" })))).toEqual([]);
  });

  it("include what is gone, and not what is new", () => {
    const { before: _, ...added } = value("/added");
    const { after: __, ...gone } = value("/gone");
    expect(labels(changes(added, gone))).toEqual(["call 1, get_time /gone"]);
  });

  it("leave out places that differ on their own, what is in them, and what is around them", () => {
    const variable = {
      name: "id",
      kind: "value" as const,
      seen: [1, 2],
      places: [{ call: 1, at: "/user/id" }],
      sent: [],
    };
    const learned = {
      ...NOTHING_LEARNED,
      variables: [variable],
      grows: [{ call: 1, at: "/rows", end: "head" as const }],
      unstable: [{ call: 3, at: "/time", why: "no pattern", seen: [] }],
    };
    const run = changes(value("/user"), value("/user/id"), value("/rows/3/name"), value("/rowsets"), value("/time"));
    expect(labels(run, learned)).toEqual(["call 1, get_time /rowsets", "call 1, get_time /time"]);
  });
});
