import { expect, it } from "vitest";
import { describeGrowth } from "../../../src/variables/describe-growth.js";

const list = { call: 2, at: "/content/0/json", end: "head" } as const;

it("says of a list that grows which rows each run leaves, as far as the checks show it", () => {
  expect(describeGrowth(list)).toBe("grows at its head");
  expect(describeGrowth({ ...list, left: [{ row: 0 }, { row: 1 }] })).toBe(
    "grows at its head, each run leaves row 1 and row 2",
  );
  expect(describeGrowth({ ...list, left: [{ is: { id: 4711, state: "closed" } }] })).toBe(
    'grows at its head, each run leaves {"id":4711,"state":"closed"}',
  );
  expect(describeGrowth({ ...list, left: [{ is: "x".repeat(80) }] })).toHaveLength(
    "grows at its head, each run leaves ".length + 60,
  );
});
