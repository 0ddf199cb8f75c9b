import fc from "fast-check";
import { expect, test } from "vitest";
import { readJson, readKept, readLossless } from "../../../src/json/read-json.js";
import { nastyString } from "../../helpers/arbitrary-json.js";

const READERS = [readJson, readKept, readLossless];

test("JSON is read, and each reader keeps the digits that it promises", () => {
  expect(READERS.map((read) => read('{"a":1.0}'))).toEqual([{ a: 1 }, { a: { $number: "1.0" } }, { a: 1 }]);
  expect(READERS.map((read) => read("null"))).toEqual([null, null, null]);
});

test("any text is read, or undefined: nothing is thrown", () => {
  const texts = fc.oneof(
    nastyString,
    fc.json().map((text) => text.slice(1)),
    fc.json(),
  );
  fc.assert(
    fc.property(texts, (text) => {
      let isJson = true;
      try {
        JSON.parse(text);
      } catch {
        isJson = false;
      }
      for (const read of READERS) expect(read(text) !== undefined).toBe(isJson);
    }),
  );
});
