import { expect, test } from "vitest";
import { groupTurns } from "../../../src/wrap/turn-groups.js";

const main = (after: number) => ({ after });
const sub = (after: number) => ({ after, sub: true as const });

test.each([
  ["one conversation", [main(0), main(1), main(2)], [1, 2, 3]],
  ["a subagent that its opener waits for", [main(0), sub(0), sub(2), main(1)], [1, 2, 3, 4]],
  ["a subagent beside its opener", [main(0), sub(0), main(1), sub(2), main(3)], [1, 2, 2, 2, 5]],
  ["two subagents", [main(0), sub(0), sub(0), sub(3), sub(2), main(1)], [1, 2, 2, 2, 2, 6]],
  [
    "two subagents of one turn, by chance one after the other",
    [main(0), sub(0), sub(2), sub(0), main(1)],
    [1, 2, 2, 2, 5],
  ],
  ["two subagents, each waited for", [main(0), sub(0), main(1), sub(0), main(3)], [1, 2, 3, 4, 5]],
  ["two conversations at once", [main(0), main(0), main(1), main(2)], [1, 1, 1, 1]],
  ["two conversations one after the other", [main(0), main(1), main(0), main(3)], [1, 2, 3, 4]],
  ["a conversation that branches", [main(0), main(1), main(1)], [1, 2, 3]],
])("%s", (_, turns, groups) => {
  const groupOf = groupTurns(turns);
  expect(turns.map((__, at) => groupOf(at + 1))).toEqual(groups);
});
