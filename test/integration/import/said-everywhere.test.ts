import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importProject, said, REPEAT, type ImportProject } from "../../helpers/import-project.js";
import { ENVIRONMENT } from "../../helpers/review-repository.js";
import { asClaudeCode } from "../../helpers/transcripts.js";

let project: ImportProject;
beforeAll(async () => {
  const turn = (result: string) => ({ text: "", calls: [said("say", { a: 1 }, { result })] });
  project = await importProject(REPEAT, {
    "run.jsonl": asClaudeCode({ prompt: "Say it.", turns: [turn('{"a":2}')], answer: "Done." }),
  });
  const git = (...args: string[]): unknown => execFileSync("git", args, { cwd: project.cwd, env: ENVIRONMENT });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-q", "-m", "start");
});
afterAll(() => project.end());

const DIFFERS = "the server answered call 1 otherwise than the transcript says";

test("an import with accepted differences says that they are what replays", async () => {
  const { code, stdout } = await project.mcpvals("import", "run.jsonl", "--accept-differences");
  expect([code, stdout]).toEqual([0, expect.stringContaining("It replays what the server answers now, not what the")]);
});

describe("review of an imported cassette", () => {
  test.each(["markdown", "html", "json"])(
    "as %s says that it is imported, and what was accepted in it",
    async (format) => {
      const { stdout } = await project.mcpvals("review", "--base", "HEAD", "--format", format);
      const text = stdout.replaceAll(/\s+/g, " ");
      expect(text).toContain(
        format === "json" ? '"imported": { "format": "claude-code"' : "mported from a transcript (claude-code, sha256",
      );
      expect(text).toContain(`although ${DIFFERS}`);
    },
  );
});

describe("diff of an imported cassette", () => {
  test.each(["console", "markdown", "html", "json"])("as %s says that it is imported", async (reporter) => {
    const other = ["--to", `${process.execPath} ${REPEAT.join(" ")} changed`];
    const { stdout } = await project.mcpvals("diff", "-r", reporter, "--full", ...other);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      reporter === "json" ? '"imported": { "before": { "format": "claude-code"' : DIFFERS,
    );
  });
});
