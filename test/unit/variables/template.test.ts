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
});
