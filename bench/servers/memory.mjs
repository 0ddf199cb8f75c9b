// Lists the workflows on server-memory: a knowledge graph in a file that each run begins with.
import { call } from "./suite.mjs";

export const memory = {
  name: "server-memory",
  package: "@modelcontextprotocol/server-memory",
  version: "2026.8.31",
  main: "dist/index.js",
  prepare: ({ folder }) => ({
    env: { MEMORY_FILE_PATH: `${folder}/graph.jsonl` },
    // The graph outlives the runs, as at home: each of them begins with the same two people.
    config: { reset: "cp seed.jsonl graph.jsonl" },
    files: {
      "seed.jsonl": [
        { type: "entity", name: "Ann", entityType: "person", observations: ["bakes on Sundays"] },
        { type: "entity", name: "Ben", entityType: "person", observations: ["has 2 ovens"] },
        { type: "relation", from: "Ann", to: "Ben", relationType: "neighbour of" },
      ]
        .map((line) => JSON.stringify(line))
        .join("\n"),
    },
  }),
  workflows: [
    {
      name: "learn-of-a-feast",
      steps: [
        {
          user: "Ann and Ben give a feast on 2027-03-01. Remember it, with both as hosts.",
          expectTools: ["create_entities", "create_relations"],
          turns: [
            call("search_nodes", { query: "person" }),
            call("create_entities", {
              entities: [{ name: "feast", entityType: "event", observations: ["on 2027-03-01", "24 rolls"] }],
            }),
            call("create_relations", {
              relations: [
                { from: "Ann", to: "feast", relationType: "hosts" },
                { from: "Ben", to: "feast", relationType: "hosts" },
              ],
            }),
            { text: "I will remember the feast." },
          ],
        },
        {
          user: "Who are the hosts?",
          expectTools: ["read_graph"],
          expectedState: "Ben",
          turns: [call("read_graph", {}), { text: "Ann and Ben." }],
        },
      ],
    },
    {
      name: "forget-the-ovens",
      steps: [
        {
          user: "Ben has only one oven now",
          expectTools: ["delete_observations", "add_observations"],
          turns: [
            call("open_nodes", { names: ["Ben"] }),
            call("delete_observations", { deletions: [{ entityName: "Ben", observations: ["has 2 ovens"] }] }),
            call("add_observations", { observations: [{ entityName: "Ben", contents: ["has 1 oven"] }] }),
            { text: "Corrected." },
          ],
        },
        {
          user: "Forget Ann, and tell me what is left",
          expectTools: ["delete_entities", "read_graph"],
          expectedState: "has 1 oven",
          turns: [
            call("delete_entities", { entityNames: ["Ann"] }),
            call("read_graph", {}),
            { text: "Ben has 1 oven." },
          ],
        },
      ],
    },
  ],
};
