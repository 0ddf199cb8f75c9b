import { afterEach, describe, expect, test } from "vitest";
import { importProject, REPEAT, said, type ImportProject } from "../../helpers/import-project.js";
import { asClaudeCode, asMessages, asSession, asStreamJson, type Told } from "../../helpers/transcripts.js";

let project: ImportProject;
afterEach(() => project.end());

/** What each format lacks, and import asks for. */
const prompted = (format: string): string[] =>
  format === "stream-json" || format === "session" ? ["--prompt", "Greet and add."] : [];

describe("a transcript becomes a workflow that replays", () => {
  const conversation: Told = {
    prompt: "Greet and add.",
    turns: [
      { text: "I greet.", calls: [said("say", { word: "one" }), said("fail", { word: "two" })] },
      { text: "", calls: [{ server: null, tool: "Read", input: { file_path: "/etc/motd" }, result: "PRIVATE WORDS" }] },
      { text: "", calls: [said("look", { a: 2, b: 3 })] },
    ],
    answer: "It is 5.",
  };
  const formats = {
    "claude-code": asClaudeCode(conversation),
    "stream-json": asStreamJson(conversation),
    messages: asMessages(conversation),
    session: asSession(conversation),
  };

  test.each(Object.entries(formats))("from %s, and everything downstream knows it", async (format, text) => {
    project = await importProject(REPEAT, { "run.jsonl": text });
    const { mcpvals, read } = project;
    const args = ["import", "run.jsonl", ...prompted(format)];
    const imported = await mcpvals(...args);
    expect([imported.code, imported.stderr, imported.stdout]).toEqual([0, "", expect.stringContaining("look  same")]);
    const again = await mcpvals(...args);
    expect([again.code, again.stderr]).toEqual([2, expect.stringContaining("as the workflow greet-and-add")]);
    const shown = await mcpvals("show", "greet-and-add", "--full");
    expect(shown.stdout).toContain("Imported");
    expect(shown.stdout.includes("PRIVATE WORDS")).toBe(format !== "session");
    const model = format === "session" ? "unknown" : "claude-sonnet-5-5";
    expect(shown.stdout).toContain(`${model}, settings unknown`);
    const replayed = await mcpvals("replay", "-r", "json", "--fail-on", "regression");
    expect(replayed.code).toBe(0);
    const [evaluation] = JSON.parse(replayed.stdout).evaluations;
    expect(evaluation.imported.format).toBe(format);
    expect(evaluation.run).toMatchObject({ calls: 3, model: { maxTokens: null } });
    expect((await mcpvals("lint")).code).toBe(0);
    const config = JSON.parse(await read("mcp-eval.config.json"));
    expect(config.workflows[0].expectTools).toEqual(format === "session" ? ["say", "fail", "look"] : undefined);
  });
});
