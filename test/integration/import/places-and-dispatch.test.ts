import { afterEach, describe, expect, test } from "vitest";
import {
  importProject,
  NEW_FILES,
  OLD_FILES,
  REPEAT,
  RUN,
  told,
  turnsIn,
  type ImportProject,
} from "../../helpers/import-project.js";
import { asClaudeCode, asMessages, type ToldCall } from "../../helpers/transcripts.js";

let project: ImportProject;
afterEach(() => project.end());

const files = (tool: string, input: ToldCall["input"], result: string): ToldCall => {
  return { server: "fs", tool, input, result };
};

describe("folders of the transcript's machine", () => {
  const read = told(files("read_text_file", { path: "/old/workspace/kitchen/menu.txt" }, "ravioli\n"));

  test("--map puts the copy of the state in the place of one", async () => {
    const run = { "run.jsonl": asClaudeCode(read), "ws/kitchen/menu.txt": "ravioli\n" };
    project = await importProject([NEW_FILES, RUN], run);
    const without = await project.mcpvals("import", "run.jsonl", "--state", "ws");
    expect([without.code, without.stdout]).toEqual([3, expect.stringContaining("read_text_file  differs")]);
    const { code, stdout } = await project.mcpvals(
      "import",
      "run.jsonl",
      "--state",
      "ws",
      "--map",
      "/old/workspace=ws",
    );
    expect([code, stdout]).toEqual([0, expect.stringContaining("/old/workspace is [run]\n")]);
    expect((await turnsIn(project, "say-hello"))[0]?.calls[0]?.input).toEqual({ path: "[run]/kitchen/menu.txt" });
    expect(JSON.parse(await project.read("mcp-eval.config.json"))).toMatchObject({ state: "./ws" });
    expect((await project.mcpvals("replay")).code).toBe(0);
  });

  test("--map names a folder of the project, and several are given", async () => {
    const both = told(
      files("read_text_file", { path: "/old/workspace/kitchen/menu.txt" }, "ravioli\n"),
      files("read_text_file", { path: "/old/workspace-2/a.txt" }, "a"),
    );
    project = await importProject([NEW_FILES, "ws", "other"], {
      "run.jsonl": asClaudeCode(both),
      "ws/kitchen/menu.txt": "ravioli\n",
      "other/a.txt": "a",
    });
    const maps = ["--map", "/old/workspace=ws", "--map", "/old/workspace-2=other"];
    const { code, stdout } = await project.mcpvals("import", "run.jsonl", ...maps);
    expect([code, stdout.match(/read_text_file {2}same/g)?.length, stdout]).toEqual([0, 2, stdout]);
    expect((await project.mcpvals("replay")).code).toBe(0);
  });

  test("where one folder explains what differs, it is found, used and printed", async () => {
    const search = told(files("search_files", { path: ".", pattern: "menu" }, "/srv/old/kitchen/menu.txt"));
    const server = { transport: "stdio", command: process.execPath, args: [OLD_FILES, RUN], cwd: RUN };
    const run = { "run.jsonl": asClaudeCode(search), "ws/kitchen/menu.txt": "ravioli\n" };
    project = await importProject([], run, { server });
    const { code, stdout } = await project.mcpvals("import", "run.jsonl", "--state", "ws");
    expect([code, stdout]).toEqual([0, expect.stringContaining("/srv/old in the transcript is [run] here")]);
    expect(stdout).toContain("search_files  same");
    expect((await project.mcpvals("replay")).code).toBe(0);
  });

  test("a file that is not there is found by no folder", async () => {
    const search = told(files("search_files", { path: ".", pattern: "menu" }, "/srv/old/kitchen/menu.txt\n/srv/old/b"));
    const server = { transport: "stdio", command: process.execPath, args: [OLD_FILES, RUN], cwd: RUN };
    const run = { "run.jsonl": asClaudeCode(search), "ws/kitchen/menu.txt": "ravioli\n" };
    project = await importProject([], run, { server });
    const { code, stdout } = await project.mcpvals("import", "run.jsonl", "--state", "ws");
    expect([code, stdout]).toEqual([3, expect.stringContaining("search_files  differs")]);
  });

  test.each(["nothing", "=here", "/old="])("--map %s is an error", async (map) => {
    project = await importProject(REPEAT, { "run.jsonl": asClaudeCode(read) });
    const { code, stderr } = await project.mcpvals("import", "run.jsonl", "--map", map);
    expect([code, stderr]).toEqual([2, expect.stringContaining("FROM=TO")]);
  });
});

describe("how the calls of a turn were sent", () => {
  const RACING = [REPEAT[0].replace("repeat.mjs", "racing.mjs")];
  const create = (path: string, result: string, isError?: true): ToldCall => {
    return { server: "fs", tool: "create_directory", input: { path }, result, ...(isError && { isError }) };
  };
  // Only a client that sends both at once gets this.
  const raced = told(
    create("/a", "Created /a"),
    create("/a/b", "ENOENT: no such file or directory, mkdir '/a/b'", true),
  );

  test.each([
    ["Claude Code", asClaudeCode],
    ["the Messages API", asMessages],
  ] as const)("%s: where only the other way gives the results of the transcript, it is taken", async (_name, write) => {
    project = await importProject(RACING, { "run.jsonl": write(raced) });
    const { code, stdout } = await project.mcpvals("import", "run.jsonl");
    expect(stdout).toContain("The calls of one turn were sent together: so the results are those of the transcript.");
    expect(stdout.match(/create_directory {2}same/g)).toHaveLength(2);
    // The race is the server's: the check says so.
    expect([0, 3]).toContain(code);
    expect(await project.read("cassettes/mcp-eval/say-hello.yaml")).toMatch(/^dispatch: together$/m);
  });

  test.each([
    ["Claude Code", asClaudeCode],
    ["the Messages API", asMessages],
  ] as const)("%s: calls of tools that may write go one after another", async (_name, write) => {
    project = await importProject(RACING, {
      "run.jsonl": write(told(create("/a", "Created /a"), create("/a/b", "Created /a/b"))),
    });
    const { code, stdout } = await project.mcpvals("import", "run.jsonl");
    expect([code, stdout]).toEqual([0, expect.not.stringContaining("were sent")]);
  });

  test("where neither way does, nothing is written", async () => {
    const never = told(create("/a", "Created /a"), create("/a/b", "Created something"));
    project = await importProject(RACING, { "run.jsonl": asClaudeCode(never) });
    const { code, stdout } = await project.mcpvals("import", "run.jsonl");
    expect([code, stdout, project.hasCassettes()]).toEqual([
      3,
      expect.stringContaining("create_directory  differs"),
      false,
    ]);
  });
});
