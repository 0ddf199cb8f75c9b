// What a cassette shows of itself: whole, damaged, as one file, and beside another recording.
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readCassette } from "../../../src/cassette/read-cassette.js";
import { McpvalsError, show } from "../../../src/index.js";
import { readStandalone } from "../../../src/show/show.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { driftCase } from "../../helpers/drift-case.js";

const COMMITTED = fileURLToPath(new URL("../../../cassettes/everything", import.meta.url));
let folder: string;
const cassette = (name: string): string => join(folder, "everything", `${name}.yaml`);
const codeOf = (doing: Promise<unknown>): Promise<string | undefined> =>
  doing.then(
    () => undefined,
    (error: unknown) => (error instanceof McpvalsError ? error.code : String(error)),
  );

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-show-"));
  await cp(COMMITTED, join(folder, "everything"), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("a cassette's file", () => {
  it("is shown without any config", async () => {
    const { run } = await show(cassette("see-an-image"));
    expect(run).toMatchObject({
      workflow: "see-an-image",
      kind: "workflow",
      problems: [],
      model: { answered: "stand-in" },
    });
    expect(run).not.toHaveProperty("contract");
    const { run: whole } = await show(cassette("see-an-image"), { contract: true });
    expect(whole.contract?.tools.map(({ name }) => name)).toContain("get-tiny-image");
  });

  it("is shown with what is wrong with it: edited, its contract or a blob gone", async () => {
    const edited = join(folder, "edited.yaml");
    const text = await readFile(cassette("see-an-image"), "utf8");
    await writeFile(edited, text.replace("very small", "very large"));
    const { run } = await show(edited);
    expect(run.steps[0]?.turns[1]?.content).toMatchObject([{ text: "It is the MCP logo, very large." }]);
    expect(run.problems).toEqual([
      expect.stringContaining("does not fit its seal"),
      expect.stringMatching(/^blob [0-9a-f]{64}\.png is missing/),
      expect.stringMatching(/^contract [0-9a-f]{12} is missing/),
    ]);
    await writeFile(edited, text.replaceAll("\n", "\r\n"));
    expect((await show(edited)).run.problems[0]).toContain("CRLF");
    await writeFile(edited, text.slice(0, text.lastIndexOf("seal:")));
    expect((await show(edited)).run.problems[0]).toContain("no seal");
  });

  it("that is none is an error", async () => {
    const [contract = ""] = await readdir(join(folder, "everything/contracts"));
    expect(await codeOf(show(join(folder, "everything/contracts", contract)))).toBe("CASSETTE_INVALID");
    expect(await codeOf(show("there-is-no-such-thing"))).toBe("WORKFLOW_NOT_FOUND");
  });

  it("is whole: one file that reads back to the same run", async () => {
    for (const name of ["see-an-image", "parallel-calls"]) {
      const alone = join(folder, `${name}-alone.yaml`);
      await writeFile(alone, await readStandalone(cassette(name)));
      const before = await readCassette(cassette(name));
      const after = await readCassette(alone);
      expect(after.contract).toEqual(before.contract);
      expect({ ...after.cassette, server: null }).toEqual({ ...before.cassette, server: null });
      expect((await show(alone)).run.problems).toEqual([]);
    }
  });
});

describe("beside another recording", () => {
  const git = (...args: string[]): string =>
    execFileSync("git", ["-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
      encoding: "utf8",
      env: cleanEnvironment({ GIT_CONFIG_GLOBAL: "/dev/null" }) as NodeJS.ProcessEnv,
    });

  it("a git ref or a file: what the server changed, and where Claude went another way", async () => {
    const turns = (plan: string) => [
      { calls: [{ tool: "get_user", input: { id: 7 } }] },
      { calls: [{ tool: "get_user", input: { id: plan === "basic" ? 8 : 9 } }] },
      { text: `Ann is ${plan}.` },
    ];
    const steps = [{ user: "What is Ann's plan?" }];
    const [old, now] = [
      driftCase({ steps, turns: turns("basic"), check: false }),
      driftCase({ steps, turns: turns("gold"), v1: ["plan-changed"], check: false }),
    ];
    await old.record();
    await now.record();
    await cp(join(old.folder, "cassettes/suite"), join(folder, "suite"), { recursive: true });
    git("init", "-q", "-b", "main");
    git("add", "suite");
    git("commit", "-q", "-m", "one");
    await cp(join(now.folder, "cassettes/suite"), join(folder, "suite"), { recursive: true });
    const file = join(folder, "suite/case.yaml");

    const shown = await show(file, { diff: "main" });
    expect(shown.run.file).toContain("case.yaml at main");
    expect(shown.run.steps[0]?.turns).toHaveLength(3);
    expect(shown.diff).toMatchObject({ kind: "recording", ungroundedFrom: 2, partsAt: 2, changes: [] });
    expect(shown.diff?.drift).toMatchObject([{ class: "changed", recorded: "basic", present: "gold" }]);

    const again = await show(file, { diff: join(old.folder, "cassettes/suite/case.yaml") });
    expect(again.diff?.drift).toEqual(shown.diff?.drift);
    expect((await show(file, { diff: file })).diff).toMatchObject({ drift: [], partsAt: undefined });
    expect(await codeOf(show(file, { diff: "no-such-branch" }))).toBe("REF_NOT_FOUND");
    expect(await codeOf(show(file, { diff: "--output=x" }))).toBe("REF_NOT_FOUND");
    expect(await codeOf(show(join(folder, "everything/see-an-image.yaml"), { diff: "main" }))).toBe("CASSETTE_MISSING");
  });

  it("outside of a repository git says so", async () => {
    const outside = await mkdtemp(join(tmpdir(), "mcpvals-nogit-"));
    await cp(COMMITTED, outside, { recursive: true });
    const env = cleanEnvironment({ GIT_CEILING_DIRECTORIES: tmpdir() });
    expect(await codeOf(show(join(outside, "see-an-image.yaml"), { diff: "main", env }))).toBe("GIT_FAILED");
    await rm(outside, { recursive: true });
  });
});
