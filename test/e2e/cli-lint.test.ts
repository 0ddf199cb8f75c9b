import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { storePlaceOf } from "../../src/cassette/store-place.js";
import { writeCassette } from "../../src/cassette/store.js";
import { runHere } from "../helpers/run-here.js";
import { example, extras } from "../unit/cassette/example.js";

const REPOSITORY = fileURLToPath(new URL("../..", import.meta.url));

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-cli-lint-"));
  mkdirSync(join(folder, ".git"));
  mkdirSync(join(folder, "sub"));
  const place = storePlaceOf({ name: "mcpvals", folder: join(folder, "sub"), config: {} });
  file = await writeCassette(place, { cassette: buildCassette(example, extras), contract: example.contract });
  const workflows = [{ name: "book a table", steps: [{ user: example.steps[0]?.user }] }];
  writeFileSync(join(folder, "sub", "mcpvals.config.json"), JSON.stringify({ workflows }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
const cli = (...args: string[]) => runHere(["lint", ...args], { cwd: folder });

describe("mcpvals lint", () => {
  it("ends with 0 where nothing is found, and says what it looked at", async () => {
    expect(await cli()).toMatchObject({
      code: 0,
      stdout: "Nothing found in 1 cassette, 1 contract, 0 blobs, 1 config.\n",
      stderr: "",
    });
  });

  it("ends with 1 on findings, in the console, as JSON and as annotations with paths from the repository's root", async () => {
    writeFileSync(file, readFileSync(file, "utf8").replace("sunny", "rainy"));
    const [text, json, github] = await Promise.all([
      cli(),
      cli("-r", "json"),
      runHere(["lint", "-r", "github"], { cwd: join(folder, "sub") }),
    ]);
    expect([text?.code, json?.code, github?.code]).toEqual([1, 1, 1]);
    expect(text?.stdout).toMatch(
      /^sub\/cassettes\/mcpvals\/book-a-table\.yaml\n +\d+ {2}does not fit its seal: .* {2}seal\n/,
    );
    expect(JSON.parse(json?.stdout ?? "")).toMatchObject({ version: 1, findings: [{ rule: "seal", fixable: false }] });
    expect(github?.stdout).toMatch(
      /^::error file=sub\/cassettes\/mcpvals\/book-a-table\.yaml,line=\d+,title=mcpvals lint%3A seal::/,
    );
  });

  it("--fix seals a file that is named, and says what that means", async () => {
    expect((await cli("--fix")).code).toBe(1);
    const { code, stdout } = await cli("--fix", file);
    expect(code).toBe(0);
    expect(stdout).toContain("is sealed as it is now. Only you know whether that run really happened");
    expect((await cli()).code).toBe(0);
  });

  it("ends with 2 for a wrong request", async () => {
    for (const args of [
      ["nope"],
      ["--ignore", "sael"],
      ["-r", "xml"],
      ["--max-size", "big"],
      ["--config", "nope.json"],
    ]) {
      const { code, stderr, stdout } = await cli(...args);
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: "" });
      expect(stderr).not.toBe("");
    }
    expect((await cli("--ignore", "sael")).stderr).toContain("Did you mean seal?");
  });

  it("ends with 2 where there is no file to check, and says where it looked", async () => {
    const empty = join(folder, "empty");
    mkdirSync(join(empty, "kept", "mcpvals"), { recursive: true });
    const config = { workflows: [{ name: "book a table", steps: [{ user: "Book." }] }], cassettes: "kept" };
    writeFileSync(join(empty, "mcpvals.config.json"), JSON.stringify(config));
    const inFolder = (...args: string[]) => runHere(["lint", ...args], { cwd: empty });
    const before = "There is nothing to check: no cassette, contract or blob";
    for (const reporter of ["console", "json", "github"]) {
      const { code, stdout, stderr } = await inFolder("-r", reporter);
      expect({ reporter, code, stdout }).toEqual({ reporter, code: 2, stdout: "" });
      expect(stderr).toContain(`${before} in and below ${empty} (BAD_USAGE)\n  kept/mcpvals holds none\n`);
    }
    writeFileSync(join(empty, "mcpvals.config.json"), JSON.stringify({ ...config, cassettes: "gone" }));
    const named = await inFolder("mcpvals.config.json");
    expect(named.code).toBe(2);
    expect(named.stderr).toContain(`${before} in mcpvals.config.json (BAD_USAGE)\n  gone/mcpvals does not exist\n`);
    expect((await inFolder("kept")).stderr).toContain(`${before} in kept`);
    rmSync(join(empty, "mcpvals.config.json"));
    expect((await inFolder()).stderr).toContain("No config names another folder");
  });

  it("finds nothing in this repository's own cassettes", async () => {
    const { code, stdout } = await runHere(["lint", "cassettes", "--config", "fixtures/suites/*.config.json"], {
      cwd: REPOSITORY,
    });
    expect(stdout).toMatch(/^Nothing found in \d+ cassettes/);
    expect(stdout).not.toContain("No config uses");
    expect(code).toBe(0);
  });
});
