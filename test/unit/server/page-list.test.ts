import { describe, expect, it } from "vitest";
import { readAllPages } from "../../../src/server/page-list.js";
import type { JsonObject } from "../../../src/json/value.js";

interface Page {
  tools: JsonObject[];
  nextCursor?: string | null;
}

/** A server whose pages come one after another, whatever the cursor is; the last one again and again. */
function pages(...list: Page[]) {
  const asked: (JsonObject | undefined)[] = [];
  const read = (era: "legacy" | "modern") =>
    readAllPages("tools/list", "tools", era, (params) => {
      const page = list[Math.min(asked.length, list.length - 1)];
      asked.push(params);
      return Promise.resolve({ kind: "result", result: { ...page } });
    });
  return { asked, read };
}
const a = { name: "a" };
const b = { name: "b" };
const c = { name: "c" };

describe("a list in pages, in 2026-07-28", () => {
  it("goes on at an empty cursor, which is one like any other", async () => {
    const { asked, read } = pages({ tools: [a], nextCursor: "" }, { tools: [b] });
    expect(await read("modern")).toEqual({ kind: "items", items: [a, b] });
    expect(asked).toEqual([undefined, { cursor: "" }]);
  });

  it("goes on at a cursor that came before, where the page is a different one", async () => {
    const { asked, read } = pages(
      { tools: [a], nextCursor: "next" },
      { tools: [b], nextCursor: "next" },
      { tools: [c] },
    );
    expect(await read("modern")).toEqual({ kind: "items", items: [a, b, c] });
    expect(asked).toEqual([undefined, { cursor: "next" }, { cursor: "next" }]);
  });

  it.each(["", "again"])("ends where the same page comes again (cursor %j), and says so", async (nextCursor) => {
    const { read } = pages({ tools: [a], nextCursor });
    expect(await read("modern")).toEqual({
      kind: "items",
      items: [a],
      odd: `tools/list: the page at the cursor ${JSON.stringify(nextCursor)} came twice; the list ends there`,
    });
  });

  it("is bounded where it never ends", async () => {
    let count = 0;
    const list = await readAllPages("tools/list", "tools", "modern", () =>
      Promise.resolve({ kind: "result", result: { tools: [{ name: String((count += 1)) }], nextCursor: "" } }),
    );
    expect([list.kind, count]).toEqual(["failed", 1000]);
  });
});

describe("a list in pages, before", () => {
  it("ends at an empty cursor, or none", async () => {
    for (const nextCursor of ["", null, undefined]) {
      const page = { tools: [a], ...(nextCursor === undefined ? {} : { nextCursor }) };
      expect(await pages(page).read("legacy")).toEqual({ kind: "items", items: [a] });
    }
  });

  it("fails where a cursor comes again", async () => {
    const { read } = pages({ tools: [a], nextCursor: "x" }, { tools: [b], nextCursor: "x" });
    expect(await read("legacy")).toMatchObject({
      kind: "failed",
      message: expect.stringContaining("does not advance"),
    });
  });
});
