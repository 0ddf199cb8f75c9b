// Lists the workflows on @cyanheads/git-mcp-server: commits whose hashes and times are new in each run.
import { findProgram } from "./find-program.mjs";
import { at, call } from "./suite.mjs";

const author = { name: "Ann", email: "ann@example.org" };

export const git = {
  name: "git-mcp-server",
  package: "@cyanheads/git-mcp-server",
  version: "2.15.3",
  main: "dist/index.js",
  prepare() {
    findProgram(["git"]);
    return {
      env: {
        MCP_TRANSPORT_TYPE: "stdio",
        MCP_LOG_LEVEL: "error",
        GIT_SIGN_COMMITS: "false",
        GIT_AUTHOR_NAME: "Ann",
        GIT_AUTHOR_EMAIL: "ann@example.org",
        GIT_COMMITTER_NAME: "Ann",
        GIT_COMMITTER_EMAIL: "ann@example.org",
      },
      config: {
        reset:
          "rm -rf work && git init -q -b main work && cd work && git config user.name Ann && git config user.email ann@example.org && printf 'flour\\n' > list.txt && git add . && git commit -q -m 'begin the list' && printf 'flour\\nbutter\\n' > list.txt",
      },
    };
  },
  workflows: ({ folder }) => [
    {
      name: "commit-and-show",
      steps: [
        {
          user: `Commit what has changed in ${folder}/work`,
          expectTools: ["git_status", "git_add", "git_commit"],
          turns: [
            call("git_set_working_dir", { path: `${folder}/work` }),
            call("git_status", {}, "git_diff", {}),
            call("git_add", { all: true }),
            call("git_commit", { message: "buy butter too", author }),
            { text: ["Committed as ", at(-1, "/commitHash")] },
          ],
        },
        {
          user: "Show me that commit, and who wrote each line",
          expectTools: ["git_show", "git_blame"],
          expectedState: "Ann",
          turns: [
            call("git_show", { object: at(5, "/commitHash"), stat: true }),
            call("git_blame", { filePath: "list.txt" }, "git_log", { maxCount: 5 }),
            { text: "Both lines are Ann's." },
          ],
        },
      ],
    },
    {
      name: "branch-and-tag",
      steps: [
        {
          user: `In ${folder}/work, make a branch feast with the change, merge it and tag it v1.0.0`,
          expectTools: ["git_checkout", "git_commit", "git_merge", "git_tag"],
          turns: [
            call("git_set_working_dir", { path: `${folder}/work` }),
            call("git_checkout", { target: "feast", createBranch: true }),
            call("git_commit", { message: "buy butter for the feast", author, filesToStage: ["list.txt"] }),
            call("git_checkout", { target: "main" }),
            call("git_merge", { branch: "feast", noFastForward: true, message: "the feast" }),
            call("git_tag", { mode: "create", tagName: "v1.0.0", message: "the first", annotated: true }),
            { text: "Done." },
          ],
        },
        {
          user: "What is the history now?",
          expectTools: ["git_log"],
          expectedState: "feast",
          turns: [
            call("git_log", { maxCount: 10 }, "git_branch", { mode: "list" }, "git_tag", { mode: "list" }),
            call("git_reflog", {}),
            { text: "Three commits, the last one merges feast." },
          ],
        },
      ],
    },
  ],
};
