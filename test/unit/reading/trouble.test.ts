import { describe, expect, it } from "vitest";
import { saysTrouble } from "../../../src/reading/trouble.js";
import { saysNoValue } from "../../../src/reading/words.js";
import type { JsonValue } from "../../../src/json/value.js";

describe("a new field", () => {
  it.each<[string, JsonValue]>([
    ["error", "x"],
    ["warnings", ["x"]],
    ["hasMore", true],
    ["nextCursor", "c"],
    ["next", "/page/2"],
    ["next_page_token", "x"],
    ["success", false],
    ["ok", false],
    ["isValid", false],
    ["status", "failed"],
    ["message", "could not be saved"],
    ["note", "It wasn't stored"],
    ["code", 500],
    ["statusCode", 404],
    ["outcome", { state: "rejected" }],
    ["rows", [{ saved: false }]],
  ])("%s: %j tells of trouble", (key, value) => {
    expect(saysTrouble(key, value)).toBe(true);
  });

  it.each<[string, JsonValue]>([
    ["error", null],
    ["nextThoughtNeeded", true],
    ["nextSteps", ["rest"]],
    ["errors", []],
    ["warning", ""],
    ["success", true],
    ["ok", null],
    ["status", "active"],
    ["message", "Saved."],
    ["note", "nothing to add"],
    ["code", 200],
    ["count", 500],
    ["archived", false],
  ])("%s: %j does not", (key, value) => {
    expect(saysTrouble(key, value)).toBe(false);
  });
});

describe("a value that means none", () => {
  it.each(["", "null", "failed", "Failure", "00000000-0000-0000-0000-000000000000", "00000000"])("%j", (text) => {
    expect(saysNoValue(text)).toBe(true);
  });
  it.each(["warm", "0", "0000", "10000000", "00000000-0000-4000-8000-000000000001"])("not %j", (text) => {
    expect(saysNoValue(text)).toBe(false);
  });
});
