// Official servers in the versions that people had: recorded on the older, replayed on the newer.
// They are installed side by side as development dependencies. What an old version advertises hangs on its tree:
// server-filesystem 2025.8.21 with the newest SDK gets another zod and lists empty input schemas, so package.json pins its
// SDK (`overrides`) to the one of its time, and the lock file the rest. The first test fails where that pin is lost.
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { driftCase, type Seen } from "../../helpers/drift-case.js";

const MODULES = join(import.meta.dirname, "../../../node_modules");
const server = (name: string, ...args: string[]): string[] => [join(MODULES, name, "dist/index.js"), ...args];

const RUN = "${MCPVALS_TMP}";
const FILES_2025_8 = server("server-filesystem-2025.8.21", RUN);
const FILES_2025_11 = server("server-filesystem-2025.11.25", RUN);
const FILES_2026_8 = server("@modelcontextprotocol/server-filesystem", RUN);
const EVERYTHING_2025 = server("server-everything-2025.12.18", "stdio");
const EVERYTHING_2026 = server("@modelcontextprotocol/server-everything", "stdio");
const MEMORY_2025 = server("server-memory-2025.4.25");
const MEMORY_2026 = server("@modelcontextprotocol/server-memory");

const REWORDED_IS_HARMLESS = { accept: ["docs", "additive", "reworded"] as ("docs" | "additive" | "reworded")[] };

/** One call in each turn, the last turn without. */
const turnsOf = (...calls: unknown[]): unknown[] => [...calls.map((call) => ({ calls: [call] })), { text: "Done." }];
const of = (seen: Seen, kind: string): string[] => seen.drift.filter((one) => one.startsWith(`${kind} `));

describe("server-filesystem", () => {
  const root = { $result: 1, match: "directories:\\n(.*)" };
  const path = (rest: string): unknown => ({ $text: [root, rest] });
  const setup = [
    'mkdir "$MCPVALS_TMP/notes"',
    'echo "The festival is on 4 October" > "$MCPVALS_TMP/notes/festival.md"',
  ].join(" && ");
  const files = (calls: unknown[], more: Partial<Parameters<typeof driftCase>[0]> = {}): ReturnType<typeof driftCase> =>
    driftCase({
      steps: [{ user: "Look at the files" }],
      turns: turnsOf({ tool: "list_allowed_directories", input: {} }, ...calls),
      server: FILES_2025_8,
      check: false,
      config: { setup },
      ...more,
    });

  it("search_files: a part of a name was enough, now the pattern is a glob and finds nothing", async () => {
    const search = files([
      { tool: "search_files", input: { path: root, pattern: "festival" } },
      { tool: "read_text_file", input: { path: path("/notes/festival.md") } },
    ]);
    for (const version of [FILES_2025_11, FILES_2026_8]) {
      const seen = await search.replay(version);
      expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
      // structuredContent came beside the text, and other arguments are no longer refused (additive); the glob is told of
      // in the description.
      expect(seen.classes).toEqual(["additive", "changed", "docs", "reworded"]);
      expect(of(seen, "changed")).toEqual(["changed call 2 search_files /content/0/text"]);
      expect(of(seen, "reworded")).toContain("reworded tool search_files /description");
      const text = seen.all.find((drift) => drift.class === "changed");
      expect(text).toMatchObject({ recorded: "[run]/notes/festival.md", present: "No matches found" });
      // The old server's schemas are whole, so its tree is pinned.
      const schema = seen.all.find(({ where }) => where.tool === "search_files" && where.path === "/inputSchema");
      expect(schema?.recorded).toMatchObject({ properties: { path: {}, pattern: {} }, additionalProperties: false });
      // The file is not read: its name came from a search that finds nothing now.
      expect(seen.evaluation.replay?.ungroundedFrom).toEqual({ step: 1, turn: 3 });
      expect(seen.evaluation.run?.calls).toBe(2);
    }
  });

  it("directory_tree: broken in 2025.11.25, whole again in 2026.8.31", async () => {
    const tree = files([{ tool: "directory_tree", input: { path: root } }]);
    // 2025.11.25 puts an array where its own outputSchema has a string, and refuses its own answer.
    const broken = await tree.replay(FILES_2025_11);
    expect(broken).toMatchObject({ verdict: "failed", exitCode: 1, metrics: "not-applicable not-applicable failed" });
    expect(of(broken, "changed")).toEqual([
      "changed call 2 directory_tree /isError",
      "changed call 2 directory_tree /content/0/text",
    ]);
    expect(broken.evaluation.replay?.regressions.join()).toContain("Tool Call Health");
    // 2026.8.31 gives the recorded text again, and the same as structuredContent. The input schema takes
    // excludePatterns now, and other arguments are no longer refused: additive.
    const whole = await tree.replay(FILES_2026_8);
    expect(whole).toMatchObject({ verdict: "passed", exitCode: 0, metrics: "not-applicable not-applicable passed" });
    expect(whole.classes).toEqual(["additive", "docs"]);
    expect(of(whole, "additive")).toContain("additive tool directory_tree /inputSchema");
    const strict = await tree.replay(FILES_2026_8, { strict: true });
    expect(strict).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
  });

  it("directory_tree, recorded while it was broken: what failed then passes now, and is not a regression", async () => {
    const tree = files([{ tool: "directory_tree", input: { path: root } }], { server: FILES_2025_11 });
    const seen = await tree.replay(FILES_2026_8);
    // Every call is healthy, and Claude was given a tree in place of the error that it answered.
    expect(seen).toMatchObject({
      verdict: "inconclusive",
      exitCode: 3,
      metrics: "not-applicable not-applicable passed",
    });
    // Between these two, contract and schemas of the called tools are the same but for annotations.
    expect(seen.classes).toEqual(["additive", "changed", "docs"]);
    expect(seen.evaluation.replay).toMatchObject({ regressions: [], failedBefore: true });
    expect(seen.evaluation.replay?.baseline.find(({ id }) => id === "tool-call-health")?.verdict).toBe("failed");
  });

  it("writing, editing and reading: the same texts, structuredContent beside them, times by the clock", async () => {
    const write = files([
      { tool: "write_file", input: { path: path("/list.txt"), content: "apples\nflour\n" } },
      { tool: "edit_file", input: { path: path("/list.txt"), edits: [{ oldText: "flour", newText: "rye flour" }] } },
      { tool: "read_file", input: { path: path("/list.txt") } },
      { tool: "get_file_info", input: { path: path("/list.txt") } },
    ]);
    for (const version of [FILES_2025_11, FILES_2026_8]) {
      const seen = await write.replay(version);
      console.log(
        JSON.stringify(
          seen.all.filter((d) => d.class === "changed"),
          null,
          1,
        ),
        (await write.record()).evaluations[0]?.recorded?.check?.message,
      );
      expect(seen).toMatchObject({ verdict: "passed", exitCode: 0, metrics: "not-applicable not-applicable passed" });
      // The times of get_file_info are whole seconds, so they may well be the recorded ones.
      expect(seen.classes.filter((kind) => kind !== "volatile")).toEqual(["additive", "docs"]);
      // Other arguments are no longer refused, which nobody was told of.
      const docs = of(seen, "docs").map((one) => one.replace(/^docs tool /, ""));
      expect(docs).toEqual(
        expect.arrayContaining(
          ["read_file", "write_file", "edit_file", "get_file_info"].map((tool) => `${tool} /inputSchema`),
        ),
      );
    }
  });

  it("a file that is not there: the error lost its first word", async () => {
    const missing = files([{ tool: "read_text_file", input: { path: path("/missing.txt") } }], {
      steps: [{ user: "Read missing.txt", expectedState: "no such file" }],
      expect: { expectTools: [{ tool: "read_text_file", fails: true }] },
    });
    const seen = await missing.replay(FILES_2026_8, {}, REWORDED_IS_HARMLESS);
    expect(of(seen, "changed")).toEqual(["changed call 2 read_text_file /content/0/text"]);
    const [before, after] = ["Error: ENOENT: no such file", "ENOENT: no such file"];
    const text = seen.all.find((drift) => drift.class === "changed");
    expect(text?.recorded).toContain(before);
    expect(text?.present).toMatch(new RegExp(`^${after}`));
    // It fails as it should; the state stands in a text that changed, and Claude's last words are no evidence any more.
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: "inconclusive passed passed" });
    expect(seen.evaluation.replay?.ungroundedFrom).toEqual({ step: 1, turn: 3 });
  });
});

describe("server-everything, whose tools were renamed", () => {
  const add = { tool: "add", input: { a: 15, b: 27 } };
  const echo = { tool: "echo", input: { message: "hello" } };

  it("add is get-sum now: it is not called, and the turns before it are", async () => {
    const sums = driftCase({
      steps: [{ user: "Say hello, then add 15 and 27", expectedState: "42" }],
      turns: turnsOf(echo, add),
      server: EVERYTHING_2025,
      check: false,
    });
    const seen = await sums.replay(EVERYTHING_2026);
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3 });
    expect(seen.metrics).toBe("inconclusive not-applicable inconclusive");
    expect(of(seen, "breaking")).toEqual(["breaking tool add"]);
    expect(of(seen, "additive")).toContain("additive tool get-sum");
    // Nobody calls them, so nobody misses them.
    expect(of(seen, "docs")).toEqual(expect.arrayContaining(["docs tool printEnv", "docs tool getTinyImage"]));
    expect(of(seen, "reworded")).toEqual(["reworded instructions", "reworded tool echo /description"]);
    expect(of(seen, "docs")).toContain("docs tool echo /inputSchema");
    expect(seen.evaluation.replay?.ungroundedFrom).toEqual({ step: 1, turn: 2 });
    expect(seen.evaluation.run?.calls).toBe(1);
  });

  it("echo has kept its name and its answer; its words and the instructions are others", async () => {
    const saying = driftCase({
      steps: [{ user: "Say hello", expectedState: "hello" }],
      turns: turnsOf(echo),
      server: EVERYTHING_2025,
      check: false,
    });
    const seen = await saying.replay(EVERYTHING_2026);
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: "passed not-applicable passed" });
    expect(seen.classes).toEqual(["additive", "docs", "reworded"]);
  });
});

describe("server-memory", () => {
  const create = {
    tool: "create_entities",
    input: {
      entities: [
        { name: "Ada", entityType: "person", observations: ["likes plums"] },
        { name: "orchard", entityType: "place", observations: [] },
      ],
    },
  };
  const relate = {
    tool: "create_relations",
    input: { relations: [{ from: "Ada", to: "orchard", relationType: "works at" }] },
  };
  const memory = (
    calls: unknown[],
    more: Partial<Parameters<typeof driftCase>[0]> = {},
  ): ReturnType<typeof driftCase> =>
    driftCase({
      steps: [{ user: "Remember and look up" }],
      turns: turnsOf(...calls),
      server: MEMORY_2025,
      check: false,
      env: { MEMORY_FILE_PATH: `${RUN}/memory.jsonl` },
      ...more,
    });

  it("a protocol error became a result that says isError: changed, whatever was expected", async () => {
    const nobody = { observations: [{ entityName: "Nobody", contents: ["is here"] }] };
    const failing = memory(
      [
        { tool: "add_observations", input: nobody },
        { tool: "read_graph", input: {} },
      ],
      {
        expect: { expectTools: [{ tool: "add_observations", fails: true }] },
      },
    );
    const seen = await failing.replay(MEMORY_2026, {}, REWORDED_IS_HARMLESS);
    expect(seen).toMatchObject({ verdict: "inconclusive", exitCode: 3, metrics: "not-applicable passed inconclusive" });
    expect(of(seen, "changed")).toEqual(["changed call 1 add_observations"]);
    const drift = seen.all.find((one) => one.class === "changed");
    expect(drift).toMatchObject({
      recorded: { error: { code: -32603, message: "Entity with name Nobody not found" } },
      present: { isError: true },
      note: "a protocol error then, a result now",
    });
    expect(seen.evaluation.run?.calls).toBe(1);
  });

  it("search_nodes finds relations to others now, and the inner field `type` is no longer given out", async () => {
    const search = memory([
      create,
      relate,
      { tool: "search_nodes", input: { query: "Ada" } },
      { tool: "read_graph", input: {} },
    ]);
    const seen = await search.replay(MEMORY_2026, {}, REWORDED_IS_HARMLESS);
    expect(seen).toMatchObject({
      verdict: "inconclusive",
      exitCode: 3,
      metrics: "not-applicable not-applicable inconclusive",
    });
    expect(of(seen, "breaking")).toEqual(["breaking call 3 search_nodes /content/0/json/entities/0/type"]);
    expect(of(seen, "changed")).toEqual(["changed call 3 search_nodes /content/0/json/relations"]);
    expect(seen.evaluation.run?.calls).toBe(3);
  });

  it("creating and deleting answer as ever: structuredContent, titles and annotations came, and say nothing else", async () => {
    const forget = memory([create, { tool: "delete_entities", input: { entityNames: ["Ada"] } }]);
    const seen = await forget.replay(MEMORY_2026);
    expect(seen).toMatchObject({
      verdict: "passed",
      exitCode: 0,
      metrics: "not-applicable not-applicable passed",
      classes: ["additive", "docs"],
    });
    expect(seen.drift).toEqual(expect.arrayContaining(["additive call 1 create_entities /structuredContent"]));
    // Its schemas say which dialect they are in; parameters and their descriptions are the same.
    expect(seen.drift).toContain("docs tool create_entities /inputSchema");
  });
});
