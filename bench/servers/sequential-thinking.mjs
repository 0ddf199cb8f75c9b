// Lists the workflows on server-sequential-thinking: thoughts that are counted, revised and branched.
import { call } from "./suite.mjs";

const think = (thought, thoughtNumber, rest = {}) =>
  call("sequentialthinking", {
    thought,
    thoughtNumber,
    totalThoughts: 4,
    nextThoughtNeeded: thoughtNumber < 4,
    ...rest,
  });

export const sequentialThinking = {
  name: "server-sequential-thinking",
  package: "@modelcontextprotocol/server-sequential-thinking",
  version: "2026.8.31",
  main: "dist/index.js",
  workflows: [
    {
      name: "weigh-two-ways",
      steps: [
        {
          user: "Think in four steps whether we bake or buy the 24 rolls",
          expectTools: ["sequentialthinking"],
          expectedState: "bake",
          turns: [
            think("24 rolls cost 18 euros at the baker's.", 1),
            think("Flour and yeast cost 4 euros.", 2),
            think("It is 5 euros, with the butter.", 3, { isRevision: true, revisesThought: 2 }),
            think("Baking saves 13 euros.", 4),
            { text: "We bake: it saves 13 euros." },
          ],
        },
      ],
    },
    {
      name: "branch-off",
      steps: [
        {
          user: "Plan the table for 9 guests; try a second plan from the first thought",
          turns: [
            think("One long table for 9.", 1),
            think("Two tables, 5 and 4.", 2, { branchFromThought: 1, branchId: "two-tables" }),
            think("Two tables with one speech is bad.", 3, { branchFromThought: 1, branchId: "two-tables" }),
            { text: "One long table seems better." },
          ],
        },
        {
          user: "Are you sure?",
          expectTools: ["sequentialthinking"],
          expectedState: "long table",
          turns: [
            think("There are 9 chairs on each side.", 4, { needsMoreThoughts: false }),
            { text: "Yes: the long table." },
          ],
        },
      ],
    },
  ],
};
