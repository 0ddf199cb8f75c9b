import { describe, expect, it } from "vitest";
import { describeNotCompared, describeVariables } from "../../../src/report/describe-variables.js";
import type { ReadVariable } from "../../../src/trace/drift.js";

const variable = (name: string, now: string, isSent = false): ReadVariable => ({
  name,
  kind: "value",
  recorded: "1",
  now,
  sent: isSent ? [{ call: 2, at: "/id" }] : [],
});

describe("describeVariables", () => {
  it("says nothing where all is as recorded", () => {
    expect(describeVariables([])).toBeUndefined();
  });

  it("names what was sent first, and not all of many", () => {
    expect(describeVariables([variable("ticket-id", "3", true)])).toBe("1 value from the server (ticket-id 1 → 3)");
    const many = ["a", "b", "c", "d"].map((name) => variable(name, "2"));
    expect(describeVariables([...many, variable("ticket-id", "3", true)])).toBe(
      "5 values from the server (ticket-id 1 → 3, a 1 → 2, b 1 → 2, c 1 → 2, …)",
    );
  });

  it("stays on one line and is cut", () => {
    expect(describeVariables([variable("x", `a\n${"y".repeat(50)}`)])).toBe(
      `1 value from the server (x 1 → a ${"y".repeat(21)}…)`,
    );
  });
});

describe("describeNotCompared", () => {
  it.each([
    [0, undefined],
    [1, "1 place holds a redacted value and was not compared."],
    [2, "2 places hold redacted values and were not compared."],
  ])("%i", (notCompared, said) => {
    expect(describeNotCompared({ notCompared })).toBe(said);
  });
});
