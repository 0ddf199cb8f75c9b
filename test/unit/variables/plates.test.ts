// An id of several words: a number in it may look like a size, and all of it is sent or nothing.
import { describe, expect, it } from "vitest";
import { tell } from "./runs.js";

const run = (id: string, sent = id) =>
  [
    ["make", { name: "nightly" }, { id, name: "nightly" }],
    ["use", { id: sent }, `${sent} is used.`],
  ] as const;

describe("an id of several words", () => {
  it("is sent, though a run has a letter behind a number that is a unit", () => {
    const told = tell({
      recorded: run("GS 6093 B"),
      checks: [run("AX 7419 C"), run("SV 8775 H")],
      live: run("LK 1048 T"),
    });
    expect(told.learned.doubtful).toEqual([]);
    expect(told.learned.unstable).toEqual([]);
    expect(told.problems).toEqual([]);
    expect(told.sent[1]?.arguments).toEqual({ id: "LK 1048 T" });
  });

  it("is not sent where a part of it would be the recorded one: a number beside a word that is a unit", () => {
    const told = tell({
      recorded: run("MS 1732 D"),
      checks: [run("XZ 5324 V", "XZ 1732 V"), run("FD 8042 V", "FD 1732 V")],
      live: run("YK 7007 R"),
    });
    expect(told.learned.doubtful).toMatchObject([{ call: 2, at: "/id", token: 2, value: "1732" }]);
  });
});
