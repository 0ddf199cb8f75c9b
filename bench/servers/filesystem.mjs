// Lists the workflows on server-filesystem: a folder of the run with files whose dates are new in each.
import { call, found, joined } from "./suite.mjs";

const at = (path) => joined(found(1, "Allowed directories:\\n(\\S+)"), path);

export const filesystem = {
  name: "server-filesystem",
  package: "@modelcontextprotocol/server-filesystem",
  version: "2026.8.31",
  main: "dist/index.js",
  prepare: () => ({
    args: ["${MCPVALS_TMP}"],
    config: {
      setup:
        "mkdir -p ${MCPVALS_TMP}/letters ${MCPVALS_TMP}/bills && printf 'Dear Ann,\\nsee you on 2027-03-01.\\n' > ${MCPVALS_TMP}/letters/ann.txt && printf 'rolls 18\\nbutter 4\\n' > ${MCPVALS_TMP}/bills/baker.csv && head -c 4096 /dev/zero > ${MCPVALS_TMP}/bills/scan.bin",
    },
  }),
  workflows: [
    {
      name: "list-and-date",
      steps: [
        {
          user: "What is in the folder, how large is it, and when was the letter to Ann written?",
          expectTools: ["list_directory_with_sizes", "directory_tree", "get_file_info"],
          turns: [
            call("list_allowed_directories", {}),
            call("list_directory_with_sizes", { path: at("/bills"), sortBy: "size" }, "directory_tree", {
              path: at(""),
            }),
            call("search_files", { path: at(""), pattern: "**/*.txt" }),
            call("get_file_info", { path: found(4, "(\\S+ann\\.txt)") }),
            { text: ["The letter is of ", found(5, "created: (.*)")] },
          ],
        },
        {
          user: "Who is the letter to?",
          expectTools: ["read_text_file"],
          expectedState: "Ann",
          turns: [call("read_text_file", { path: found(4, "(\\S+ann\\.txt)") }), { text: "To Ann." }],
        },
      ],
    },
    {
      name: "tidy-up",
      steps: [
        {
          user: "Move the bill into an archive of 2026 and add the tip of 3",
          expectTools: ["create_directory", "move_file", "edit_file"],
          turns: [
            call("list_allowed_directories", {}),
            call("create_directory", { path: at("/archive/2026") }),
            call("move_file", { source: at("/bills/baker.csv"), destination: at("/archive/2026/baker.csv") }),
            call("edit_file", {
              path: at("/archive/2026/baker.csv"),
              edits: [{ oldText: "butter 4", newText: "butter 4\ntip 3" }],
            }),
            call("get_file_info", { path: at("/archive/2026/baker.csv") }),
            { text: "Moved, and the tip is added." },
          ],
        },
        {
          user: "Show me all of it, and what is left",
          expectTools: ["read_multiple_files", { tool: "read_text_file", fails: true }],
          expectedState: "tip 3",
          turns: [
            call("read_multiple_files", { paths: [at("/archive/2026/baker.csv"), at("/letters/ann.txt")] }),
            call("list_directory", { path: at("/bills") }),
            call("read_text_file", { path: at("/bills/baker.csv") }),
            { text: "The bill has rolls 18, butter 4, tip 3; in its old folder it is gone." },
          ],
        },
      ],
    },
  ],
};
