import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { EVERYTHING, importProject, turnsIn, type ImportProject } from "../../helpers/import-project.js";
import { runProxy } from "../../helpers/proxy-run.js";
import { asClaudeCode, asMessages, asStreamJson, LONG_RUN } from "../../helpers/transcripts.js";

let project: ImportProject;
afterEach(() => project.end());

describe("a run of 59 calls, 18 of them in one turn, on server-everything", () => {
  const expected = [...LONG_RUN.turns, { text: LONG_RUN.answer, calls: [] }].map(({ text, calls }) => ({
    texts: text === "" ? [] : [text],
    calls: calls.map(({ tool, input, result }) => ({ tool, input, result })),
  }));

  test.each([
    ["claude-code", asClaudeCode],
    ["stream-json", asStreamJson],
    ["messages", asMessages],
  ] as const)("has the same turns, texts, calls and arguments from %s", async (format, write) => {
    project = await importProject(EVERYTHING, { "run.jsonl": write(LONG_RUN) });
    const { code, stdout } = await project.mcpvals(
      "import",
      "run.jsonl",
      ...(format === "stream-json" ? ["--prompt", "Do all of it."] : []),
    );
    expect([code, stdout.match(/ {2}same$/gm)?.length, stdout]).toEqual([
      0,
      59,
      expect.stringContaining("It replays:"),
    ]);
    expect(await turnsIn(project, "do-all-of-it")).toEqual(expected);
  });

  test("has the same turns, calls and arguments from what `mcpvals proxy` recorded", async () => {
    project = await importProject(EVERYTHING);
    const client = runProxy(["-o", "session.yaml", "--", process.execPath, ...EVERYTHING], { cwd: project.cwd });
    await client.initialize();
    await client.ask("list", "tools/list");
    for (const [turn, { calls }] of LONG_RUN.turns.entries()) {
      // In one write, so that they are under way at the same time however slow the machine is.
      client.child.stdin?.cork();
      const asked = calls.map(({ tool, input }, at) =>
        client.ask(`${turn}.${at}`, "tools/call", { name: tool, arguments: input }),
      );
      client.child.stdin?.uncork();
      await Promise.all(asked);
    }
    client.end();
    await client.exited;
    expect(await readFile(join(project.cwd, "session.yaml"), "utf8")).toContain("kind: session");
    const { code, stdout } = await project.mcpvals("import", "session.yaml", "--prompt", "Do all of it.");
    expect([code, stdout.match(/ {2}same$/gm)?.length, stdout]).toEqual([
      0,
      59,
      expect.stringContaining("It replays:"),
    ]);
    const called = (await turnsIn(project, "do-all-of-it")).flatMap(({ calls }) => (calls.length === 0 ? [] : [calls]));
    expect(called).toEqual(expected.flatMap(({ calls }) => (calls.length === 0 ? [] : [calls])));
  });
});
