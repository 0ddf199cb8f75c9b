// The lines of `ignore` that a person may paste: never for a difference that freeing the place would hide.
import { describe, expect, it } from "vitest";
import { suggestPlaces } from "../../../src/run/suggest-places.js";
import type { Drift } from "../../../src/trace/drift.js";
import { BYTES } from "../../../src/variables/run.js";

const calls = [{ id: 1, tool: "get" }];
const unstable = (at: string, ...seen: (string | number | boolean | null)[]) => ({ call: 1, at, why: "differs", seen });
const drift = (
  path: string,
  values: { recorded?: string | number; present?: string | number },
  more: Partial<Drift> = {},
): Drift => ({
  id: "d-00000001",
  class: "changed",
  where: { part: "result", call: 1, tool: "get", path },
  ...values,
  ...more,
});

describe("suggestPlaces", () => {
  it("frees texts and numbers that differ on their own, each place once", () => {
    const found = suggestPlaces(
      [drift("/content/0/text", { recorded: "a", present: "b" })],
      [unstable("/content/0/text", "a", "c"), unstable("/content/1/json/ms", 1, 2)],
      calls,
    );
    expect(found).toEqual({
      ignore: [
        { tool: "get", path: "/content/0/text" },
        { tool: "get", path: "/content/1/json/ms" },
      ],
    });
  });

  it("frees the field of bytes, not what they say", () => {
    expect(suggestPlaces([], [unstable(`/content/0/data/${BYTES}`, "a", "b")], calls)).toEqual({
      ignore: [{ tool: "get", path: "/content/0/data" }],
    });
  });

  it.each<[string, Drift[], ReturnType<typeof unstable>[]]>([
    ["nothing differs", [], []],
    ["a field came", [drift("/a", { present: "x" })], []],
    ["a field went", [drift("/a", { recorded: "x" })], []],
    ["the type is another", [drift("/a", { recorded: "1", present: 1 })], []],
    ["it is the error flag", [drift("/isError", { recorded: "a", present: "b" })], []],
    ["it is the whole result", [drift("", { recorded: "a", present: "b" })], []],
    ["it is breaking", [drift("/a", { recorded: "a", present: "b" }, { class: "breaking" })], []],
    [
      "it is in the contract",
      [drift("/a", { recorded: "a", present: "b" }, { where: { part: "tool", tool: "get", path: "/a" } })],
      [],
    ],
    ["it is a boolean", [], [unstable("/a", true, false)]],
    ["a value was missing once", [], [unstable("/a", "x", null)]],
    ["the call is not known", [], [{ ...unstable("/a", "x", "y"), call: 9 }]],
  ])("suggests nothing where %s", (_, unresolved, places) => {
    expect(suggestPlaces(unresolved, places, calls)).toBe(undefined);
    // Nor beside one that could be freed: that alone would not help.
    const fine = unstable("/b", "x", "y");
    if (unresolved.length + places.length > 0)
      expect(suggestPlaces(unresolved, [...places, fine], calls)).toBe(undefined);
  });
});
