import { describe, expect, it } from "vitest";
import { wrapText } from "../../../../src/render/safe/shown-text.js";

describe("wrapText", () => {
  it("breaks a word into more pieces than a call takes arguments, and leaves nothing out", () => {
    const word = "x".repeat(2 * 1024 * 1024 + 3);
    const lines = wrapText(`a ${word} b`, 8);
    expect(lines[0]).toBe("a");
    expect(lines.at(-1)).toBe(`${"x".repeat(word.length % 8)} b`);
    expect(lines.join("").length).toBe(word.length + 3);
  });
});
