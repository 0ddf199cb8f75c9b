// Numbers that say how long a text is.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tellOne } from "./runs.js";

const ID = fc.string({ unit: fc.constantFrom("0", "3", "7", "9", "a", "b", "e", "f"), minLength: 8, maxLength: 8 });
/** Words of a length that differs. */
const name = fc.tuple(ID, fc.constantFrom(0, 1, 3, 4, 6)).map(([id, more]) => id + id.slice(0, more));
const names = fc
  .tuple(name, name, name, name)
  .filter((all) => new Set(all.slice(0, 3).map(({ length }) => length)).size > 1);

const raw = (id: string, off = 0): JsonValue => {
  const body = JSON.stringify({ request: id, ok: true });
  return [`HTTP/1.1 200 OK`, `Content-Length: ${String(body.length + off)}`, "", body].join("\r\n");
};
const object = (id: string, off = 0): JsonValue => ({ content: `note ${id}`, size: id.length + 5 + off });

describe.each([
  ["the body of a message", raw],
  ["a text in the same object", object],
])("the length of %s", (_, show) => {
  it("stays that of the text", () => {
    fc.assert(
      fc.property(names, fc.constantFrom(-9, -1, 1, 20), (ids, off) => {
        const [live = "", ...seen] = ids.toReversed();
        const runs = seen.map((id) => show(id));
        expect(tellOne([...runs, show(live)]).problems).toEqual([]);
        expect(tellOne([...runs, show(live, off)]).problems).not.toEqual([]);
      }),
      { numRuns: 60 },
    );
  });
});

it("is no number with another name, and none that was the length once", () => {
  const plain = (id: string, rank: number): JsonValue => ({ content: `note ${id}`, rank });
  const runs = [plain("aaaaaaa1", 13), plain("bbbbbb12b", 14), plain("cccccc13cc", 15)];
  expect(tellOne([...runs, plain("dddddd14ddd", 13)]).problems).toEqual([]);
});
