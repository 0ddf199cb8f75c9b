// Two branches that both recorded: however git, a line merge or a hand joins them, what is replayed is a run that happened.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serializeAccepted } from "../../src/cassette/accepted-file.js";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { readAccepted } from "../../src/cassette/accepted-store.js";
import { readCassette } from "../../src/cassette/read-cassette.js";
import { storePlaceOf, type StorePlace } from "../../src/cassette/store-place.js";
import { writeCassette } from "../../src/cassette/store.js";
import { splitSeal } from "../../src/cassette/seal.js";
import { McpvalsError, replay } from "../../src/index.js";
import { lint } from "../../src/lint/lint.js";
import type { Trace } from "../../src/trace/trace.js";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { example, extras } from "../unit/cassette/example.js";

let folder: string;
let place: StorePlace;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-merge-"));
  place = storePlaceOf({ name: "mcpvals", folder, config: {} });
  const user = example.steps[0]?.user ?? "";
  const config = {
    server: { transport: "stdio", command: "node" },
    workflows: [{ name: "book a table", steps: [{ user }] }],
  };
  writeFileSync(join(folder, "mcpvals.config.json"), JSON.stringify(config));
  git("init", "-q", "-b", "main");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const identity = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "core.autocrlf=false"];
const git = (...args: string[]): string =>
  execFileSync("git", [...identity, ...args], { cwd: folder, encoding: "utf8", stdio: "pipe" });
const tryGit = (...args: string[]): number | null => spawnSync("git", [...identity, ...args], { cwd: folder }).status;
const file = (): string => join(place.cassettes, "book-a-table.yaml");
const text = (): string => readFileSync(file(), "utf8");
const write = (run: Trace) => writeCassette(place, { cassette: buildCassette(run, extras), contract: run.contract });

const noAttributes = (): void => {
  mkdirSync(place.attributes, { recursive: true });
  writeFileSync(join(place.attributes, ".gitattributes"), "# none\n");
};

/** The example where the first result, or the last answer, says something else: hunks that lie far apart. */
function saying(what: { sky?: string; last?: string }): Trace {
  const run = structuredClone(example);
  const turns = run.steps[0]?.turns ?? [];
  const outcome = turns[0]?.calls[0]?.outcome;
  if (what.sky !== undefined && outcome?.kind === "result") {
    outcome.result = { content: [{ type: "text", text: JSON.stringify({ temperature: 72, sky: what.sky }) }] };
  }
  if (what.last !== undefined) for (const turn of turns.slice(-1)) turn.content = [{ type: "text", text: what.last }];
  return run;
}
/** A base, and two branches that each changed another end of it. Stands on main. */
async function branch(): Promise<{ base: string; ours: string; theirs: string }> {
  await write(example);
  const base = text();
  git("add", "-A");
  git("commit", "-qm", "base");
  git("checkout", "-qb", "other");
  await write(saying({ last: "It is booked after all." }));
  const theirs = text();
  git("commit", "-qam", "theirs");
  git("checkout", "-q", "main");
  await write(saying({ sky: "rainy" }));
  const ours = text();
  git("commit", "-qam", "ours");
  return { base, ours, theirs };
}
async function refusal(): Promise<McpvalsError> {
  try {
    await readCassette(file());
  } catch (error) {
    if (error instanceof McpvalsError) return error;
    throw error;
  }
  throw new Error("it was read");
}

describe("merged by git", () => {
  test("with our attributes: a conflict, and our side stands there whole", async () => {
    const { ours } = await branch();
    expect(tryGit("merge", "-q", "other")).toBe(1);
    expect(git("status", "--porcelain")).toContain("UU cassettes/mcpvals/book-a-table.yaml");
    expect(text()).toBe(ours);
    await readCassette(file());
  });

  test.each([["merge"], ["rebase"], ["cherry-pick"]])(
    "without attributes (%s): conflict markers, refused with the way out",
    async (how) => {
      noAttributes();
      const { ours, theirs } = await branch();
      expect(tryGit(how, "other")).toBe(1);
      const error = await refusal();
      expect(error).toMatchObject({ code: "CASSETTE_CONFLICT", exitCode: 3 });
      expect(error.message).toMatch(/book-a-table\.yaml:\d+: has conflict markers/);
      expect(error.fix).toContain("git checkout --ours");
      git("checkout", "--theirs", "--", file());
      // To rebase, the branch that one stands on is theirs.
      expect(text()).toBe(how === "rebase" ? ours : theirs);
      await readCassette(file());
    },
  );

  test.each(["ours", "theirs"])(
    "without attributes, with -X %s, which joins in silence: the seal is broken",
    async (side) => {
      noAttributes();
      await branch();
      expect(tryGit("merge", "-q", "-X", side, "-m", "x", "other")).toBe(0);
      expect(text()).toContain("rainy");
      expect(text()).toContain("It is booked after all.");
      expect(await refusal()).toMatchObject({ code: "CASSETTE_SEAL", exitCode: 3 });
    },
  );

  test("a run that never happened is not a green replay, before and after lint --fix, and the report says what to do", async () => {
    noAttributes();
    await branch();
    tryGit("merge", "-q", "-X", "ours", "-m", "x", "other");
    const run = () =>
      replay(join(folder, "mcpvals.config.json"), { offline: true, env: cleanEnvironment(), cwd: folder });
    for (const round of [1, 2]) {
      const report = await run();
      expect(report, `round ${round}`).toMatchObject({ passed: false, exitCode: 3 });
      expect(report.evaluations[0]?.reasons[0]).toMatch(
        /does not fit its seal: .*\(CASSETTE_SEAL\)[^]*record it again/,
      );
      const { findings } = await lint({ cwd: folder, env: {}, fix: true, ignore: ["git-attributes"] });
      expect(findings.map(({ rule }) => rule)).toEqual(["seal"]);
    }
  });

  test("recordings of different workflows are joined without a conflict", async () => {
    await write(example);
    git("add", "-A");
    git("commit", "-qm", "base");
    git("checkout", "-qb", "other");
    await write({ ...example, workflow: "two", contract: { ...example.contract, instructions: "new" } });
    git("add", "-A");
    git("commit", "-qm", "theirs");
    git("checkout", "-q", "main");
    await write({ ...example, workflow: "three" });
    git("add", "-A");
    git("commit", "-qm", "ours");
    expect(tryGit("merge", "-q", "-m", "x", "other")).toBe(0);
    for (const name of ["book-a-table", "two", "three"]) await readCassette(join(place.cassettes, `${name}.yaml`));
  });
});

describe("merged by lines", () => {
  const mergeFile = (how: string[], ours: string, base: string, theirs: string): string => {
    for (const [name, one] of Object.entries({ ours, base, theirs })) writeFileSync(join(folder, name), one);
    return spawnSync("git", ["merge-file", "-p", ...how, "ours", "base", "theirs"], { cwd: folder, encoding: "utf8" })
      .stdout;
  };

  test("in whatever way: one of the sides as it was, or refused", async () => {
    const { base, ours, theirs } = await branch();
    const whole = new Set([base, ours, theirs]);
    for (const how of [[], ["--ours"], ["--theirs"], ["--union"], ["--diff3"]]) {
      const merged = mergeFile(how, ours, base, theirs);
      expect(whole.has(merged), `${how.join(" ")}`).toBe(false);
      writeFileSync(file(), merged);
      expect((await refusal()).code, `${how.join(" ")}`).toMatch(/^CASSETTE_(?:CONFLICT|SEAL)$/);
    }
  });

  test("by hand: lines of one side with the seal of the other, or with one of before", async () => {
    const { base, ours, theirs } = await branch();
    const seal = (one: string): string => one.slice(splitSeal(one).body.length);
    for (const other of [base, theirs]) {
      writeFileSync(file(), splitSeal(ours).body + seal(other));
      expect(await refusal()).toMatchObject({ code: "CASSETTE_SEAL" });
    }
    const oursLines = ours.split("\n");
    for (const [at, line] of theirs.split("\n").entries()) {
      if (at >= oursLines.length || line === oursLines[at] || line.startsWith("seal: ")) continue;
      writeFileSync(file(), oursLines.with(at, line).join("\n"));
      expect(await refusal()).toMatchObject({ code: "CASSETTE_SEAL" });
    }
  });
});

describe("accepted drift", () => {
  const drift = (id: string, call: number) => ({
    id,
    workflow: "book a table",
    class: "changed" as const,
    where: { part: "result" as const, call, path: "/content/0/text" },
    recorded: "a",
    present: "b",
    why: "it is harmless",
  });
  test("of two branches is not joined in silence", async () => {
    const accepted = join(place.cassettes, "accepted.yaml");
    const entries = [drift("d-00000002", 2)];
    await write(example);
    noAttributes();
    writeFileSync(accepted, serializeAccepted(entries));
    git("add", "-A");
    git("commit", "-qm", "base");
    git("checkout", "-qb", "other");
    writeFileSync(accepted, serializeAccepted([drift("d-00000001", 1), ...entries]));
    git("commit", "-qam", "theirs");
    git("checkout", "-q", "main");
    writeFileSync(accepted, serializeAccepted([...entries, drift("d-00000003", 3)]));
    git("commit", "-qam", "ours");
    expect(tryGit("merge", "-q", "other")).toBe(1);
    await expect(readAccepted(place)).rejects.toMatchObject({ code: "CASSETTE_CONFLICT" });
    git("merge", "--abort");
    expect(tryGit("merge", "-q", "-X", "ours", "-m", "x", "other")).toBe(0);
    await expect(readAccepted(place)).rejects.toMatchObject({ code: "CASSETTE_SEAL" });
  });
});

describe("core.autocrlf", () => {
  test("without our attributes: replay names the one command that mends contract, cassette and text blob alike", async () => {
    const blob = saying({ sky: "sunny" });
    const outcome = blob.steps[0]?.turns[0]?.calls[0]?.outcome;
    if (outcome?.kind === "result") outcome.result = { content: [{ type: "text", text: "line\n".repeat(10_000) }] };
    await write(blob);
    const before = text();
    git("rm", "-rq", "--cached", "--ignore-unmatch", ".");
    await rm(join(place.attributes, ".gitattributes"));
    git("add", "-A");
    git("commit", "-qm", "base");
    await rm(place.cassettes, { recursive: true });
    execFileSync("git", ["-c", "core.autocrlf=true", "checkout", "--", "."], { cwd: folder });
    expect(text()).toContain("\r\n");
    const report = await replay(join(folder, "mcpvals.config.json"), {
      offline: true,
      env: cleanEnvironment(),
      cwd: folder,
    });
    expect(report.exitCode).toBe(3);
    expect(report.evaluations[0]?.reasons[0]).toMatch(/:1: its lines end in CRLF[^]*Run: mcpvals lint --fix/);
    const { findings, fixed } = await lint({ cwd: folder, env: {}, fix: true });
    expect(findings).toEqual([]);
    expect(new Set(fixed.map(({ rule }) => rule))).toEqual(new Set(["line-ends", "git-attributes"]));
    expect(fixed).toHaveLength(4);
    expect(text()).toBe(before);
    await readCassette(file());
  });
});
