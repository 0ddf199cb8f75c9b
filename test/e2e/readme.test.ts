import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { runCli } from "../helpers/run-cli.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8");

function blockWith(start: string): string {
  const at = readme.indexOf(`\n${start}`);
  return readme.slice(at + 1, readme.indexOf("\n```", at) + 1);
}

describe("the README", () => {
  it("shows what replay really prints", async () => {
    const { stdout, code } = await runCli(
      ["replay", "fixtures/suites/everything.config.json", "-t", "add-two-numbers"],
      {
        cwd: root,
      },
    );
    expect(code).toBe(0);
    expect(stdout).toBe(blockWith("MCP Server Evaluation Results"));
  });

  it("shows the script of the committed cassette", () => {
    const cassette = readFileSync(`${root}cassettes/everything/add-two-numbers.yaml`, "utf8");
    const script = cassette.slice(cassette.indexOf("script:"), cassette.indexOf("judge:"));
    expect(blockWith("script:")).toBe(script);
  });

  it("links to files that exist", () => {
    const files = [...readme.matchAll(/\]\((?!http)([^)#]+)/g)].map(([, file = ""]) => file);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
  });
});
