import { describe, expect, it } from "vitest";
import { createValueDiffer } from "../../../../src/render/parts/value-diff.js";

describe("the lines of two values", () => {
  it("are found also where a number is too large for JSON to hold", () => {
    const value = JSON.parse("[[1e999], 1]");
    const lines = createValueDiffer()(value, [[2], 1]) ?? [];
    expect(lines.map(([left]) => left.text)).toContain('"Infinity"');
  });
});
