import { describe, expect, it } from "vitest";
import { matchTemplate } from "../../../src/variables/template.js";

const slot = (start: number, end: number) => ({ start, end, padded: false, fits: () => true });

describe("a template", () => {
  it("does not say where one of two slots ends that touch each other", () => {
    expect(matchTemplate("12", [slot(0, 1), slot(1, 2)], "3456")).toEqual({ why: "ambiguous" });
  });

  it("is matched where only one end of two touching slots fits", () => {
    const digit = { ...slot(0, 1), fits: (value: string) => /^\d$/.test(value) };
    expect(matchTemplate("12", [digit, slot(1, 2)], "3456")).toEqual({ values: ["3", "456"] });
  });

  it("takes blanks before a number for padding, and before a word for what the line belongs to", () => {
    const pid = { ...slot(0, 5), padded: true };
    expect(matchTemplate("21831 www", [pid], " 8074 www")).toEqual({ values: ["8074"] });
    expect(matchTemplate(" 8074 www", [{ ...pid, start: 1 }], "21831 www")).toEqual({ values: ["21831"] });
    const count = { start: 8, end: 9, padded: true, fits: () => true };
    expect(matchTemplate("  apples 5", [{ ...count, start: 9, end: 10 }], "  apples 7")).toEqual({ values: ["7"] });
    expect(matchTemplate("  apples 5", [{ ...count, start: 9, end: 10 }], "apples 7")).toEqual({ why: "fixed" });
    expect(matchTemplate("  apples 5", [{ ...count, start: 9, end: 10 }], "    apples 7")).toEqual({ why: "fixed" });
  });
});
