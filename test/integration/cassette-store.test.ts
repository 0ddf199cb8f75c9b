import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { NOTHING_LEARNED } from "../../src/variables/learned.js";
import { learnedOf as learnedOfCassette } from "../../src/cassette/learned-of.js";
import { readCassette } from "../../src/cassette/read-cassette.js";
import { readTrace } from "../../src/cassette/read-trace.js";
import { replaceScores } from "../../src/cassette/replace-block.js";
import { cassetteFileOf, storePlaceOf, type StorePlace } from "../../src/cassette/store-place.js";
import { listFolder } from "../../src/cassette/list-folder.js";
import { removeUnused } from "../../src/cassette/remove-unused.js";
import { createRenamedFinder } from "../../src/cassette/renamed.js";
import { rewriteCassette, rewriteLearned, writeCassette } from "../../src/cassette/store.js";
import { McpvalsError } from "../../src/errors.js";
import { lint } from "../../src/lint/lint.js";
import type { Trace } from "../../src/trace/trace.js";
import type { Learned } from "../../src/variables/learned.js";
import { trace } from "../helpers/arbitrary-trace.js";
import { example, extras, learnedExtras } from "../unit/cassette/example.js";

let folder: string;
let place: StorePlace;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mcpvals-store-"));
  place = storePlaceOf({ name: "travel", folder, config: {} });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const listCassettes = async () => (await listFolder(place.cassettes)).cassettes;
/** As `record` does it. */
const write = async (run: Trace) => {
  const file = await writeCassette(place, { cassette: buildCassette(run, extras), contract: run.contract });
  await removeUnused(place);
  return file;
};
const code = (expected: string) => expect.objectContaining({ code: expected });

const png = Buffer.alloc(3000, 1).toString("base64");
const withImage = (workflow: string, data = png): Trace => ({
  ...example,
  workflow,
  steps: [
    {
      user: "draw",
      turns: example.steps.flatMap((step) =>
        step.turns.slice(0, 1).map((turn) => ({
          ...turn,
          calls: turn.calls.slice(0, 1).map((call) => ({
            ...call,
            outcome: { kind: "result" as const, result: { content: [{ type: "image", data, mimeType: "image/png" }] } },
          })),
        })),
      ),
    },
  ],
});
const filesOf = (name: string) =>
  existsSync(join(place.cassettes, name)) ? readdirSync(join(place.cassettes, name)).toSorted() : [];

describe("a written cassette", () => {
  test("stands at its place, with contract, blob and git attributes, and is read back", async () => {
    const file = await write(withImage("Book a table!"));
    expect(file).toBe(join(folder, "cassettes", "travel", "book-a-table.yaml"));
    expect(filesOf("contracts")).toEqual([expect.stringMatching(/^[0-9a-f]{12}\.yaml$/)]);
    expect(filesOf("blobs")).toEqual([expect.stringMatching(/^[0-9a-f]{64}\.png$/)]);
    expect(readFileSync(join(folder, "cassettes", ".gitattributes"), "utf8")).toContain(
      "*.yaml text eol=lf -merge diff=mcpvals\n",
    );
    const { cassette, contract } = await readCassette(file);
    const image = readTrace(cassette, contract).steps[0]?.turns[0]?.calls[0]?.outcome;
    expect(image).toEqual({
      kind: "result",
      result: { content: [{ type: "image", data: png, mimeType: "image/png" }] },
    });
    expect(await listCassettes()).toEqual([file]);
  });

  test("is the same file when the same run is written again, and attributes that somebody changed stay", async () => {
    const file = await write(example);
    const before = readFileSync(file, "utf8");
    writeFileSync(join(folder, "cassettes", ".gitattributes"), "# mine\n");
    await write(example);
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(readFileSync(join(folder, "cassettes", ".gitattributes"), "utf8")).toBe("# mine\n");
  });

  test("any run comes back from the disk", async () => {
    await fc.assert(
      fc.asyncProperty(trace, async (run) => {
        const { cassette, contract } = await readCassette(await write({ ...run, workflow: "any" }));
        expect(buildCassette(readTrace(cassette, contract), extras)).toEqual(cassette);
      }),
      { numRuns: 8, endOnFailure: true },
    );
  });

  test("attributes never land in the config's own folder", async () => {
    place = storePlaceOf({ name: "travel", folder, config: { cassettes: "." } });
    await write(example);
    expect(existsSync(join(folder, ".gitattributes"))).toBe(false);
    expect(existsSync(join(folder, "travel", ".gitattributes"))).toBe(true);
  });

  test("the name of a suite never leads out of its folder", () => {
    for (const name of ["../x", "..", ".", "a/b", "a\\b", ""]) {
      const { cassettes } = storePlaceOf({ name, folder, config: {} });
      expect(cassettes).toMatch(/[\\/]cassettes[\\/][^\\/]+$/);
      expect(cassettes.startsWith(join(folder, "cassettes"))).toBe(true);
      expect(cassettes).not.toMatch(/[\\/]\.{1,2}$/);
    }
  });
});

describe("a contract that differs from one that is there only in variables", () => {
  const say = (workflow: string, port: string, more = ""): Trace => {
    const contract = { ...example.contract, instructions: `Listens on ${port}.${more}` };
    return { ...example, workflow, contract, steps: [{ user: "hello", turns: [] }] };
  };
  const learnedOf = (...seen: string[]): Learned => {
    const places = [{ call: 0, at: "/instructions", token: 3 }];
    return { ...NOTHING_LEARNED, variables: [{ name: "port", kind: "value", seen, places, sent: [] }] };
  };
  const record = (run: Trace, learned: Learned) =>
    writeCassette(place, { cassette: buildCassette(run, { ...extras, learned }), contract: run.contract });
  const idOf = async (file: string) => (await readCassette(file)).cassette.server?.contract;

  test("is not written: the cassette takes that one, and keeps its own values", async () => {
    const first = await record(say("one", "4011"), learnedOf("4011", "4093"));
    const second = await record(say("two", "4120"), learnedOf("4120", "4150"));
    expect(await idOf(second)).toBe(await idOf(first));
    expect(filesOf("contracts")).toHaveLength(1);
    const { contract, cassette } = await readCassette(second);
    expect(contract.instructions).toBe("Listens on 4011.");
    expect(learnedOfCassette(cassette, readTrace(cassette, contract))).toEqual(learnedOf("4120", "4150"));
    await record(say("one", "4200"), learnedOf("4200", "4201"));
    expect(filesOf("contracts")).toHaveLength(1);
  });

  test("is written where nobody learned that it varies, or more differs", async () => {
    await record(say("one", "4011"), learnedOf("4011", "4093"));
    await record(say("two", "4120"), NOTHING_LEARNED);
    await record(say("three", "4130", " Fast."), learnedOf("4130", "4131"));
    expect(filesOf("contracts")).toHaveLength(3);
  });

  test("a broken file beside it is left alone", async () => {
    await record(say("one", "4011"), learnedOf("4011", "4093"));
    const file = join(place.cassettes, "contracts", filesOf("contracts")[0] ?? "");
    writeFileSync(file, "rubbish");
    await record(say("two", "4120"), learnedOf("4120", "4150"));
    expect(filesOf("contracts")).toHaveLength(2);
    expect(readFileSync(file, "utf8")).toBe("rubbish");
  });
});

describe("what checks learned", () => {
  test("is written into the file of either version, once, and not where it holds a secret", async () => {
    const file = await write(example);
    writeFileSync(file, readFileSync(join(import.meta.dirname, "../unit/cassette/version-1.txt")));
    expect((await readCassette(file)).version).toBe(1);
    const { learned, checks, dispatch } = learnedExtras;
    const refuse = () => {
      throw new McpvalsError("SECRET_FOUND", "it is there");
    };
    await expect(rewriteLearned(place, file, { learned }, refuse)).rejects.toThrow(code("SECRET_FOUND"));
    expect((await readCassette(file)).version).toBe(1);
    expect(await rewriteLearned(place, file, { learned, checks, dispatch })).toBe(true);
    const { version, cassette, contract } = await readCassette(file);
    expect(version).toBe(2);
    expect(learnedOfCassette(cassette, readTrace(cassette, contract))).toEqual(learned);
    expect(await rewriteLearned(place, file, { learned, checks })).toBe(false);
  });
});

describe("what no cassette needs any more", () => {
  test("goes when a cassette is written; what another one needs, and what is not ours, stays", async () => {
    await write(withImage("one"));
    await write(withImage("two"));
    await write(withImage("three", Buffer.alloc(3000, 2).toString("base64")));
    writeFileSync(join(place.cassettes, "blobs", "README.md"), "mine");
    expect(filesOf("blobs")).toHaveLength(3);
    await write({ ...withImage("three"), contract: { ...example.contract, instructions: "new" } });
    expect(filesOf("blobs")).toHaveLength(2);
    expect(filesOf("contracts")).toHaveLength(2);
    await write({ ...example, workflow: "one" });
    await write({ ...example, workflow: "two" });
    await write({ ...example, workflow: "three" });
    expect(filesOf("blobs")).toEqual(["README.md"]);
    expect(filesOf("contracts")).toHaveLength(1);
  });

  test("is no matter of a cassette with conflict markers: what it may need stays", async () => {
    const file = await write(withImage("one"));
    writeFileSync(file, `<<<<<<< HEAD\n${readFileSync(file, "utf8")}`);
    await write({ ...example, workflow: "two" });
    expect(filesOf("blobs")).toHaveLength(1);
    await expect(readCassette(file)).rejects.toThrow(code("CASSETTE_CONFLICT"));
  });
});

describe("when a write fails", () => {
  test("the old cassette is as it was, nothing half-written is left, and the reason is said", async () => {
    const file = await write(example);
    const before = readFileSync(file, "utf8");
    const blobs = join(place.cassettes, "blobs");
    writeFileSync(blobs, "a file where a folder should be");
    await expect(write(withImage("book a table"))).rejects.toThrow(code("WRITE_FAILED"));
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(readdirSync(place.cassettes).filter((name) => name.endsWith(".tmp"))).toEqual([]);
    rmSync(blobs);
    await write(withImage("book a table"));
  });

  test("a folder in the place of the cassette is left alone", async () => {
    mkdirSync(join(cassetteFileOf(place, "x"), "y"), { recursive: true });
    await expect(write({ ...example, workflow: "x" })).rejects.toThrow(code("WRITE_FAILED"));
    expect(readdirSync(place.cassettes).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });

  test("a temporary file that a killed process left is cleaned up by the next write", async () => {
    await write(example);
    const left = join(place.cassettes, ".x.yaml.0123456789ab.tmp");
    writeFileSync(left, "half");
    expect(await listCassettes()).toHaveLength(1);
    await write(example);
    expect(existsSync(left)).toBe(false);
  });
});

describe("writers at the same time", () => {
  test("each find their blobs", async () => {
    const runs = Array.from({ length: 12 }, (_, index) =>
      withImage(`w${index}`, Buffer.alloc(3000, index).toString("base64")),
    );
    for (let round = 0; round < 2; round++) await Promise.all(runs.map(write));
    for (const file of await listCassettes()) await readCassette(file);
    expect(filesOf("blobs")).toHaveLength(12);
    expect(readdirSync(join(place.state, "locks"))).toEqual([]);
  });
});

describe("a file that is not a cassette, or not whole", () => {
  const cases: [string, (file: string) => void, string][] = [
    ["is missing", (file) => rmSync(file), "CASSETTE_MISSING"],
    ["is cut off", (file) => truncateSync(file, 500), "CASSETTE_SEAL"],
    ["is empty", (file) => truncateSync(file, 0), "CASSETTE_SEAL"],
    ["is huge", (file) => truncateSync(file, 17 * 1024 * 1024), "CASSETTE_TOO_LARGE"],
    ["is not UTF-8", (file) => writeFileSync(file, Buffer.from([0x61, 0xff])), "CASSETTE_INVALID"],
    ["has a byte order mark", (file) => writeFileSync(file, `\ufeff${readFileSync(file, "utf8")}`), "CASSETTE_INVALID"],
    ["is a link", (file) => (rmSync(file), symlinkSync("/etc/hostname", file)), "CASSETTE_INVALID"],
    ["is a folder", (file) => (rmSync(file), mkdirSync(file)), "CASSETTE_INVALID"],
  ];
  test.each(cases)("%s: says so", async (_, damage, expected) => {
    const file = await write(example);
    damage(file);
    await expect(readCassette(file)).rejects.toThrow(code(expected));
  });

  test.each([
    ["blobs", "removed", "CASSETTE_FILE_MISSING"],
    ["blobs", "changed", "CASSETTE_INVALID"],
    ["contracts", "removed", "CASSETTE_FILE_MISSING"],
    ["contracts", "changed", "CASSETTE_INVALID"],
  ])("%s that were %s are named", async (kind, how, expected) => {
    const file = await write(withImage("x"));
    const [name = ""] = filesOf(kind);
    const path = join(place.cassettes, kind, name);
    if (how === "removed") rmSync(path);
    else writeFileSync(path, "tools: []\n");
    await expect(readCassette(file)).rejects.toThrow(
      expect.objectContaining({ code: expected, message: expect.stringContaining(name) }),
    );
  });
});

describe("a renamed workflow", () => {
  test("is found by its prompts, while its old name is gone from the suite", async () => {
    const file = await write({ ...example, workflow: "old name" });
    writeFileSync(join(place.cassettes, "broken.yaml"), "x");
    const prompts = example.steps.map((step) => step.user);
    expect(await createRenamedFinder(place, ["new name"])(prompts)).toEqual({ file, workflow: "old name" });
    expect(await createRenamedFinder(place, ["old name"])(prompts)).toBeUndefined();
    expect(await createRenamedFinder(place, [])([...prompts, "more"])).toBeUndefined();
  });
});

describe("a block that is written again", () => {
  test("changes the file only where it differs", async () => {
    const file = await write(example);
    expect(await rewriteCassette(place, file, (text, shown) => replaceScores(text, shown, extras.scores))).toBe(false);
    expect(await rewriteCassette(place, file, (text, shown) => replaceScores(text, shown, {}))).toBe(true);
    expect((await readCassette(file)).cassette.scores).toEqual({});
  });
});

describe("git", () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...args], {
      cwd: folder,
      encoding: "utf8",
    });

  test("keeps the bytes with our attributes, and the line of the error mends a checkout without them", async () => {
    const file = await write(example);
    const before = readFileSync(file, "utf8");
    git("init", "-q");
    git("config", "core.autocrlf", "true");
    git("add", "-A");
    git("commit", "-qm", "x");
    rmSync(file);
    git("checkout", "--", ".");
    expect(readFileSync(file, "utf8")).toBe(before);

    git("rm", "-q", "cassettes/.gitattributes");
    git("commit", "-qm", "y");
    rmSync(file);
    git("checkout", "--", ".");
    expect(readFileSync(file, "utf8")).not.toBe(before);
    const error: unknown = await readCassette(file).catch((thrown: unknown) => thrown);
    expect(error).toEqual(expect.objectContaining({ message: expect.stringContaining("CRLF") }));
    expect((error as { fix: string }).fix).toContain("Run: mcpvals lint --fix");
    await lint({ cwd: folder, fix: true });
    expect(readFileSync(file, "utf8")).toBe(before);
  });

  test("cannot join two recordings in silence", async () => {
    const file = await write(example);
    git("init", "-q", "-b", "main");
    git("add", "-A");
    git("commit", "-qm", "x");
    git("checkout", "-qb", "other");
    await rewriteCassette(place, file, (text, shown) => replaceScores(text, shown, {}));
    git("commit", "-qam", "other");
    git("checkout", "-q", "main");
    await write({ ...example, system: "Be brief." });
    git("commit", "-qam", "mine");
    expect(() => git("merge", "other")).toThrow(/CONFLICT|conflict|Command failed/);
    // -merge keeps our side whole; with markers forced on it, both meet on the seal
    writeFileSync(join(folder, "cassettes", ".gitattributes"), "*.yaml merge\n");
    git("merge", "--abort");
    git("commit", "-qam", "markers");
    expect(() => git("merge", "other")).toThrow(/CONFLICT|conflict|Command failed/);
    await expect(readCassette(file)).rejects.toThrow(code("CASSETTE_CONFLICT"));
  });
});
