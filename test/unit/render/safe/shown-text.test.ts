import { describe, expect, it } from "vitest";
import { wrapText } from "../../../../src/render/safe/shown-text.js";

describe("wrapText", () => {
  it("breaks a word of 16 MB and leaves nothing out", () => {
    const word = "x".repeat(16 * 1024 * 1024);
    const lines = wrapText(`a ${word} b`, 78);
    expect(lines[0]).toBe("a");
    expect(lines.at(-1)).toBe(`${"x".repeat(word.length % 78)} b`);
    expect(lines.join("").length).toBe(word.length + 3);
  });
});
