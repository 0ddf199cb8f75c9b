// Lists the workflows on desktop-commander: processes with their ids, searches with theirs, files with dates.
import { call, found, joined } from "./suite.mjs";

const pid = { $result: 1, match: "PID (\\d+)", number: true };
const folder = found(1, "(/\\S+)/notes/todo\\.txt");

export const desktopCommander = {
  name: "desktop-commander",
  package: "@wonderwhy-er/desktop-commander",
  version: "0.2.52",
  main: "dist/index.js",
  prepare: () => ({
    args: ["--no-onboarding"],
    env: { HOME: "${MCPVALS_TMP}" },
    config: {
      setup:
        "mkdir -p ${MCPVALS_TMP}/.claude-server-commander ${MCPVALS_TMP}/notes && cp config.json ${MCPVALS_TMP}/.claude-server-commander/ && printf 'buy flour\\ncall Ben\\nbuy butter\\n' > ${MCPVALS_TMP}/notes/todo.txt",
    },
    files: {
      "config.json": JSON.stringify({
        telemetryEnabled: false,
        defaultShell: "/bin/bash",
        blockedCommands: ["sudo"],
        allowedDirectories: [],
        fileReadLineLimit: 1000,
        fileWriteLineLimit: 50,
      }),
    },
  }),
  workflows: [
    {
      name: "run-a-script",
      steps: [
        {
          user: "Start a shell, ask it for the date, and end it",
          expectTools: ["start_process", "interact_with_process", "force_terminate"],
          turns: [
            call("start_process", { command: "bash --norc -i", timeout_ms: 1500 }),
            call("interact_with_process", {
              pid,
              input: "date -u +%FT%TZ; echo $((6*7))",
              timeout_ms: 1500,
            }),
            call("list_sessions", {}),
            call("force_terminate", { pid }),
            { text: ["It said ", found(2, "(20\\d\\d-\\S+Z)"), " and 42."] },
          ],
        },
      ],
    },
    {
      name: "search-and-edit",
      steps: [
        {
          user: "Find what I have to buy in my notes",
          expectTools: ["start_search", "get_more_search_results"],
          expectedState: "butter",
          turns: [
            call("start_process", { command: "ls $HOME/notes/todo.txt", timeout_ms: 2000 }),
            call("start_search", { path: joined(folder, "/notes"), pattern: "buy", searchType: "content" }),
            // The search goes on beside the calls: whoever asks at once is told anything between nothing and all.
            call("start_process", { command: "sleep 5; echo waited", timeout_ms: 15_000 }),
            call("get_more_search_results", { sessionId: found(2, "session: (\\S+)") }),
            { text: "Flour and butter." },
          ],
        },
        {
          user: "Change flour to rye, and show me the file and how old it is",
          expectTools: ["edit_block", "read_file", "get_file_info"],
          expectedState: "rye",
          turns: [
            call("edit_block", {
              file_path: joined(folder, "/notes/todo.txt"),
              old_string: "flour",
              new_string: "rye",
            }),
            call("read_file", { path: joined(folder, "/notes/todo.txt") }),
            call("get_file_info", { path: joined(folder, "/notes/todo.txt") }),
            call("list_directory", { path: joined(folder, "/notes"), depth: 1 }),
            { text: "Now it says rye." },
          ],
        },
      ],
    },
  ],
};
