// mcpvals lint on folders of cassettes: what it finds, what --fix does about it, and what it never does.
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serializeAccepted } from "../../src/cassette/accepted-file.js";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { serializeContract } from "../../src/cassette/contract-file.js";
import { acquireLock } from "../../src/cassette/lock.js";
import { addSeal, splitSeal } from "../../src/cassette/seal.js";
import { cassetteFileOf, storePlaceOf, type StorePlace } from "../../src/cassette/store-place.js";
import { writeCassette } from "../../src/cassette/store.js";
import { lint, type LintOptions } from "../../src/lint/lint.js";
import type { Trace } from "../../src/trace/trace.js";
import { example, extras } from "../unit/cassette/example.js";

let folder: string;
let place: StorePlace;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-lint-"));
  place = storePlaceOf({ name: "mcpvals", folder, config: {} });
  configure(["book a table"]);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const prompt = example.steps[0]?.user ?? "";
function configure(names: string[], more: object = {}, user = prompt): void {
  const workflows = names.map((name) => ({ name, steps: [{ user }] }));
  const server = { transport: "stdio", command: "node" };
  writeFileSync(join(folder, "mcpvals.config.json"), JSON.stringify({ server, workflows, ...more }));
}
const write = (run: Trace = example): Promise<string> =>
  writeCassette(place, { cassette: buildCassette(run, extras), contract: run.contract });
/** The example with other words in its first result. */
const saying = (text: string, more: Partial<Trace> = {}): Trace => {
  const run = structuredClone(example);
  const outcome = run.steps[0]?.turns[0]?.calls[0]?.outcome;
  if (outcome?.kind === "result") outcome.result = { content: [{ type: "text", text }] };
  return { ...run, ...more };
};
const run = (options: LintOptions = {}) => lint({ cwd: folder, env: {}, ...options });
const rulesOf = async (options: LintOptions = {}): Promise<string[]> =>
  (await run(options)).findings.map(({ rule }) => rule);
const edit = (file: string, change: (text: string) => string): void => {
  const text = readFileSync(file, "utf8");
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
};
const contractFile = (): string => join(place.cassettes, "contracts", `${serializeContract(example.contract).id}.yaml`);

describe("cassettes as they were recorded", () => {
  test("have nothing to find, and the count says what was looked at", async () => {
    await write();
    await write(saying("x".repeat(40_000), { workflow: "long" }));
    configure(["book a table", "long"]);
    expect(await run()).toEqual({
      findings: [],
      fixed: [],
      count: { cassettes: 2, contracts: 1, blobs: 1, configs: 1, data: 0 },
      unconfigured: [],
      notRun: [],
      faults: [],
    });
  });

  test("are found below the folder, without a config, which is said", async () => {
    await write();
    rmSync(join(folder, "mcpvals.config.json"));
    const { findings, unconfigured, count } = await run();
    expect(findings).toEqual([]);
    expect(count.cassettes).toBe(1);
    expect(unconfigured).toEqual([place.cassettes]);
  });

  test("another YAML file somewhere is none of ours", async () => {
    await write();
    mkdirSync(join(folder, "other"));
    writeFileSync(join(folder, "other", "ci.yaml"), "on: push\n");
    expect(await rulesOf()).toEqual([]);
  });

  test("none, where a config is there to say that there should be some, is a wrong request", async () => {
    await expect(run()).rejects.toMatchObject({ code: "BAD_USAGE" });
    mkdirSync(place.cassettes, { recursive: true });
    await expect(run()).rejects.toMatchObject({ code: "BAD_USAGE" });
    await write();
    expect((await run()).count.cassettes).toBe(1);
  });

  test("nothing at all, a path that is not there, and a file of another kind are wrong requests", async () => {
    await write();
    rmSync(join(folder, "mcpvals.config.json"));
    rmSync(join(folder, "cassettes"), { recursive: true });
    await expect(run()).rejects.toMatchObject({ code: "BAD_USAGE" });
    await expect(run({ paths: ["nope"] })).rejects.toMatchObject({ code: "BAD_USAGE" });
    await expect(run({ paths: ["*.nope"] })).rejects.toMatchObject({ code: "BAD_USAGE" });
    writeFileSync(join(folder, "notes.md"), "");
    await expect(run({ paths: ["notes.md"] })).rejects.toMatchObject({ code: "BAD_USAGE" });
  });

  test("a config that does not load is a fault beside the findings", async () => {
    await write();
    writeFileSync(join(folder, "broken.config.json"), "{");
    const { faults, unconfigured } = await run({ configs: ["broken.config.json"] });
    expect(faults).toMatchObject([{ code: "CONFIG_INVALID" }]);
    expect(unconfigured).toEqual([place.cassettes]);
  });
});

test("a cassette of version 1 is named, and is no other fault", async () => {
  const file = await write();
  const former = readFileSync(join(import.meta.dirname, "../unit/cassette/version-1.txt"), "utf8");
  writeFileSync(file, former);
  const { findings } = await run();
  expect(findings).toMatchObject([
    { rule: "old-version", line: 1, fix: expect.stringContaining("record --check"), file },
  ]);
  expect(await run({ ignore: ["old-version"] })).toMatchObject({ findings: [] });
  await run({ fix: true });
  expect(readFileSync(file, "utf8")).toBe(former);
});

describe("blobs and contracts", () => {
  const blobs = (): string[] => readdirSync(join(place.cassettes, "blobs"));
  const withBlob = (): Promise<string> => write(saying("x".repeat(40_000)));

  test("that are missing are found where the cassette names them", async () => {
    const file = await withBlob();
    const [blob = ""] = blobs();
    rmSync(join(place.cassettes, "blobs", blob));
    rmSync(contractFile());
    const { findings } = await run();
    expect(findings).toMatchObject([
      { rule: "missing-contract", line: 4, file },
      { rule: "missing-blob", message: `blobs/${blob} is missing`, file },
    ]);
    const line = readFileSync(file, "utf8").split("\n")[(findings[1]?.line ?? 0) - 1];
    expect(line).toContain(blob);
  });

  test("with another content are found; a contract that a formatter went over is mended", async () => {
    await withBlob();
    writeFileSync(join(place.cassettes, "blobs", blobs()[0] ?? ""), "y".repeat(40_000));
    edit(contractFile(), (text) => text.replace("travel", "travels"));
    expect(await rulesOf()).toEqual(["wrong-hash", "wrong-hash"]);
    await withBlob();
    edit(contractFile(), (text) => `# formatted\n${text}`);
    expect(await rulesOf()).toEqual(["canonical-form"]);
    expect(await rulesOf({ fix: true })).toEqual([]);
    expect(readFileSync(contractFile(), "utf8")).toBe(serializeContract(example.contract).text);
  });

  test("that nobody needs are removed by --fix; what is not ours stays", async () => {
    await write();
    const contract = join(place.cassettes, "contracts", "0123456789ab.yaml");
    const text = "tools: []\nserver: {}\ncapabilities: {}\n";
    writeFileSync(contract, text);
    mkdirSync(join(place.cassettes, "blobs"), { recursive: true });
    const blob = join(place.cassettes, "blobs", `${"a".repeat(64)}.png`);
    writeFileSync(blob, "x");
    writeFileSync(join(place.cassettes, "blobs", "README.md"), "mine");
    expect((await rulesOf()).toSorted()).toEqual(["unused-blob", "unused-contract", "wrong-hash", "wrong-hash"]);
    expect(await rulesOf({ fix: true })).toEqual([]);
    expect([existsSync(contract), existsSync(blob)]).toEqual([false, false]);
    expect(blobs()).toEqual(["README.md"]);
  });

  test("are removed by nobody while a record writes, nor in a folder of no config", async () => {
    const text = readFileSync(await withBlob(), "utf8");
    rmSync(cassetteFileOf(place, "book a table"));
    const release = await acquireLock(join(place.state, "locks", "mcpvals.lock"), "x");
    const linting = run({ fix: true });
    await new Promise((resolve) => setTimeout(resolve, 100));
    writeFileSync(cassetteFileOf(place, "book a table"), text);
    release();
    expect(await linting).toMatchObject({ findings: [], fixed: [] });
    rmSync(cassetteFileOf(place, "book a table"));
    rmSync(join(folder, "mcpvals.config.json"));
    expect((await rulesOf({ fix: true })).toSorted()).toEqual(["unused-blob", "unused-contract"]);
    expect(blobs()).toHaveLength(1);
  });

  test("are not called unused while a cassette cannot be read, and a text with markers counts as a reader", async () => {
    const file = await withBlob();
    edit(file, (text) => `<<<<<<< HEAD\n${text}`);
    expect(await rulesOf({ fix: true })).toEqual(["conflict-markers"]);
    expect(blobs()).toHaveLength(1);
    rmSync(file);
    mkdirSync(file);
    symlinkSync("/etc/hostname", join(place.cassettes, "link.yaml"));
    expect(await rulesOf({ fix: true })).toEqual(["invalid"]);
    expect(blobs()).toHaveLength(1);
  });

  test("half-written files of a killed process are removed by --fix", async () => {
    await write();
    const left = join(place.cassettes, ".x.yaml.0123456789ab.tmp");
    writeFileSync(left, "half");
    expect(await rulesOf()).toEqual(["leftover"]);
    expect(await rulesOf({ fix: true })).toEqual([]);
    expect(existsSync(left)).toBe(false);
  });
});

describe("cassettes and their config", () => {
  test("one without its workflow is an orphan, and stays", async () => {
    const file = await write();
    configure(["another one"], {}, "Other words");
    expect(await rulesOf({ fix: true })).toEqual(["orphan-cassette"]);
    expect(existsSync(file)).toBe(true);
  });

  test("one whose workflow was renamed is moved by --fix, sealed and found again", async () => {
    const file = await write();
    configure(["reserve a table"]);
    const before = await run();
    expect(before.findings).toMatchObject([{ rule: "renamed", file }]);
    const { findings, fixed } = await run({ fix: true });
    expect(findings).toEqual([]);
    expect(fixed).toMatchObject([{ rule: "renamed" }]);
    expect(existsSync(file)).toBe(false);
    const text = readFileSync(cassetteFileOf(place, "reserve a table"), "utf8");
    expect(text).toContain("\nworkflow: reserve a table\n");
    expect(splitSeal(text).sealed).toBe("fits");
  });

  test("a new name with the same file name is written in place", async () => {
    const file = await write();
    configure(["Book a table!"]);
    expect(await rulesOf()).toEqual(["renamed"]);
    expect(await rulesOf({ fix: true })).toEqual([]);
    expect(readFileSync(file, "utf8")).toContain("\nworkflow: Book a table!\n");
  });

  test("is not moved while its seal is broken, nor over another cassette, nor where two could be meant", async () => {
    const file = await write();
    configure(["reserve a table"]);
    edit(file, (text) => text.replace("sunny", "rainy"));
    expect((await rulesOf({ fix: true })).toSorted()).toEqual(["renamed", "seal"]);
    await write();
    configure(["reserve a table", "get a table"]);
    expect(await rulesOf({ fix: true })).toEqual(["orphan-cassette"]);
    await write({ ...example, workflow: "reserve a table" });
    configure(["reserve a table"]);
    expect(await rulesOf({ fix: true })).toEqual(["orphan-cassette"]);
    expect(existsSync(file)).toBe(true);
  });

  test("a file under another name is moved to its own; a copy is left to a person", async () => {
    const file = await write();
    renameSync(file, join(place.cassettes, "other.yaml"));
    expect(await rulesOf()).toEqual(["file-name"]);
    expect(await rulesOf({ fix: true })).toEqual([]);
    expect(existsSync(file)).toBe(true);
    writeFileSync(join(place.cassettes, "copy.yaml"), readFileSync(file));
    expect(await rulesOf({ fix: true })).toEqual(["file-name"]);
  });

  test("stale ones say what changed; an unset variable says nothing", async () => {
    await write();
    configure(["book a table"], { maxTokens: 99 });
    const { findings } = await run();
    expect(findings).toMatchObject([{ rule: "stale", message: expect.stringContaining("maxTokens was 8192, is 99") }]);
    configure(["book a table"], { maxTokens: 99, server: { transport: "stdio", command: "${UNSET_HERE}" } });
    expect(await rulesOf()).toEqual([]);
  });

  test("--config holds against another one, --ignore leaves a rule out", async () => {
    await write();
    configure(["book a table"], { maxTokens: 99 });
    renameSync(join(folder, "mcpvals.config.json"), join(folder, "old.json"));
    expect(await rulesOf()).toEqual([]);
    writeFileSync(join(folder, "mcpvals.json"), readFileSync(join(folder, "old.json")));
    expect(await rulesOf({ configs: ["mcpvals.json"] })).toEqual(["stale"]);
    expect(await rulesOf({ configs: ["mcpvals.json"], ignore: ["stale"] })).toEqual([]);
    expect(await rulesOf({ paths: ["mcpvals.json"] })).toEqual(["stale"]);
  });
});

describe("a broken seal", () => {
  test("stays broken under --fix for all, and is made again for a file that is named", async () => {
    const file = await write();
    edit(file, (text) => text.replace("sunny", "rainy"));
    const edited = readFileSync(file, "utf8");
    expect(await rulesOf({ fix: true })).toEqual(["seal"]);
    expect(await rulesOf({ fix: true, paths: ["cassettes"] })).toEqual(["seal"]);
    expect(await rulesOf({ fix: true, paths: ["cassettes/**/*.yaml"] })).toEqual(["seal"]);
    expect(readFileSync(file, "utf8")).toBe(edited);
    const { findings, fixed } = await run({ fix: true, paths: ["cassettes/mcpvals/book-a-table.yaml"] });
    expect(findings).toEqual([]);
    expect(fixed).toMatchObject([{ rule: "seal" }]);
    expect(readFileSync(file, "utf8")).toBe(addSeal(splitSeal(edited).body));
  });

  test("of a file that is not named is no business of a run on another one", async () => {
    const file = await write();
    await write({ ...example, workflow: "two" });
    edit(file, (text) => text.replace("sunny", "rainy"));
    configure(["book a table", "two"]);
    expect(await rulesOf({ paths: ["cassettes/mcpvals/two.yaml"] })).toEqual([]);
  });
});

describe("what must not be committed", () => {
  test("paths of a machine in results and text blobs, each once with its lines, and not what the server says of itself", async () => {
    const file = await write({
      ...saying(`x\n/home/alice/x and /home/alice/y ${"y".repeat(40_000)}`),
      contract: { ...example.contract, instructions: "Look into C:\\Users\\alice\\x." },
      system: "Work in /Users/alice.",
    });
    const { findings } = await run();
    // Nor does the config have the system prompt.
    expect(findings.map(({ rule }) => rule)).toEqual(["machine-path", "stale"]);
    const [own] = findings;
    expect(own).toMatchObject({ line: 2, message: "/home/alice is a path of one machine" });
    expect(own?.file).toMatch(/\.txt$/);

    await write(saying("/home/alice/x"));
    const [short] = (await run()).findings.filter((one) => one.rule === "machine-path" && one.file === file);
    expect(readFileSync(file, "utf8").split("\n")[(short?.line ?? 0) - 1]).toContain("/home/alice");
    expect(short?.fix).toContain('"env": { "DATA_DIR": "${DATA_DIR}" }');
  });

  test("secrets, by their shape and by the environment, without saying them", async () => {
    const token = `ghp_${"Ab3dE9".repeat(6)}`;
    const file = await write(saying(`The token is ${token}, the password hunter22-of-mine.`));
    const { findings } = await run({ env: { MY_PASSWORD: "hunter22-of-mine" } });
    expect(findings).toMatchObject([{ rule: "secret", file, message: expect.stringContaining("MY_PASSWORD") }]);
    expect(JSON.stringify(findings)).not.toContain(token);
    expect(JSON.stringify(findings)).not.toContain("hunter22");
    expect(readFileSync(file, "utf8").split("\n")[(findings[0]?.line ?? 0) - 1]).toContain(token);
    expect(await rulesOf()).toEqual(["secret"]);
  });

  test("files over their budget", async () => {
    await write();
    expect(await rulesOf({ maxSize: 100 })).toEqual(["size", "size"]);
  });
});

describe("git's attributes", () => {
  const attributes = (): string => join(folder, "cassettes", ".gitattributes");

  test("that are missing are written by --fix", async () => {
    await write();
    const text = readFileSync(attributes(), "utf8");
    rmSync(attributes());
    expect(await rulesOf()).toEqual(["git-attributes"]);
    expect(await rulesOf({ fix: true })).toEqual([]);
    expect(readFileSync(attributes(), "utf8")).toBe(text);
  });

  test("of the whole repository count; such as say nothing of cassettes are left to a person", async () => {
    await write();
    rmSync(attributes());
    mkdirSync(join(folder, ".git"));
    writeFileSync(join(folder, ".gitattributes"), "* text eol=lf\n*.yaml -merge\n");
    expect(await rulesOf()).toEqual([]);
    writeFileSync(join(folder, ".gitattributes"), "*.png binary\n");
    writeFileSync(attributes(), "# mine\n");
    expect(await rulesOf({ fix: true })).toEqual(["git-attributes"]);
  });
});

describe("accepted.yaml", () => {
  const drift = {
    id: "d-01234567",
    workflow: "book a table",
    class: "changed" as const,
    where: { part: "result" as const, call: 1, path: "/content/0/json/sky" },
    recorded: "sunny",
    present: "cloudy",
    why: "the weather",
  };
  const accept = (...entries: (typeof drift)[]): string => {
    const file = join(place.cassettes, "accepted.yaml");
    writeFileSync(file, serializeAccepted(entries));
    return file;
  };

  test("whose entries fit has nothing to find", async () => {
    await write();
    accept(drift);
    expect(await rulesOf()).toEqual([]);
  });

  test("names workflows and calls that are there", async () => {
    await write();
    const file = accept(
      drift,
      { ...drift, id: "d-11111111", workflow: "gone" },
      { ...drift, id: "d-22222222", where: { ...drift.where, call: 9 } },
    );
    const { findings } = await run();
    expect(findings.map(({ rule }) => rule)).toEqual(["accepted-drift", "accepted-drift"]);
    const lines = readFileSync(file, "utf8").split("\n");
    expect(findings.map(({ line }) => lines[line - 1])).toEqual([
      expect.stringContaining("d-22222222"),
      expect.stringContaining("d-11111111"),
    ]);
  });

  test("has a seal, a form and a schema like a cassette", async () => {
    await write();
    const file = accept(drift);
    edit(file, (text) => text.replace("cloudy", "sunny"));
    expect(await rulesOf({ fix: true })).toEqual(["seal"]);
    accept(drift);
    edit(file, (text) => text.replace("\ndrift:", "\n\ndrift:"));
    expect(await rulesOf({ fix: true })).toEqual([]);
    accept({ ...drift, id: "x" });
    expect(await rulesOf()).toEqual(["invalid"]);
  });
});

describe("places of the config", () => {
  const places = (path: string) => ({ ignore: [{ tool: "get_weather", path }] });

  test("that no cassette has are told at their line, once every workflow has a cassette", async () => {
    await write();
    configure(["book a table"], places("/content/0/json/temperatur"));
    const config = join(folder, "mcpvals.config.json");
    writeFileSync(config, JSON.stringify(JSON.parse(readFileSync(config, "utf8")), null, 2));
    const [finding, ...more] = (await run()).findings.filter(({ rule }) => rule !== "git-attributes");
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      rule: "unmatched-place",
      file: config,
      message: "ignore[0]: no recorded result of get_weather has the place /content/0/json/temperatur",
      fix: "The nearest place is /content/0/json/temperature",
    });
    expect(readFileSync(config, "utf8").split("\n")[finding?.line ?? 0]).toContain('"tool": "get_weather"');
    configure(["book a table", "another"], places("/content/0/json/temperatur"));
    expect(await rulesOf()).not.toContain("unmatched-place");
    configure(["book a table"], places("/content/0/json/temperature"));
    expect(await rulesOf()).not.toContain("unmatched-place");
  });
});

describe("a config and its data", () => {
  const server = (args: string[], more: object = {}): object => ({
    transport: "stdio",
    command: "node",
    args,
    ...more,
  });

  test("with secrets: each has its line and its key, and none is shown", async () => {
    await write();
    const workflows = [{ name: "book a table", steps: [{ user: prompt }] }];
    const secrets = {
      workflows,
      server: server(["-p", "topsecret1", "--auth", "ada:lovelace", "--port", "8080", "--token", "${TOKEN}"], {
        env: { PIN: "1234", LANG: "C", DB: "postgres://ada:kestrel7@db/x" },
      }),
    };
    writeFileSync(join(folder, "mcpvals.config.json"), JSON.stringify(secrets, null, 2));
    const { findings, count } = await run();
    const lines = JSON.stringify(secrets, null, 2).split("\n");
    const said = findings.map(({ rule, line, message }) => [rule, message.split(" ")[0], lines[line - 1]?.trim()]);
    expect(said).toEqual([
      ["secret", "server.args[1]", '"topsecret1",'],
      ["secret", "server.args[3]", '"ada:lovelace",'],
      ["secret", "server.env.PIN", '"PIN": "1234",'],
      ["secret", "server.env.DB", '"DB": "postgres://ada:kestrel7@db/x"'],
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/topsecret1|lovelace|1234|kestrel7/);
    expect(count.configs).toBe(1);
    expect(await rulesOf({ ignore: ["secret"] })).toEqual([]);
  });

  test("with secrets in one of several servers, in a base of it, and not in a client's file that it names", async () => {
    await write();
    const workflows = [{ name: "book a table", steps: [{ user: prompt }] }];
    const token = "q7Zr81kPw2Lx";
    const config = {
      extends: "./base.json",
      workflows,
      servers: {
        shop: server(["-p", "topsecret1"], { env: { PIN: "1234" } }),
        travel: {
          transport: "shttp",
          url: "https://ada:kestrel7@travel.example/mcp",
          headers: { Authorization: `Bearer ${token}` },
        },
        mail: { from: ".mcp.json" },
      },
    };
    const base = { servers: { shop: { env: { API_TOKEN: "base-secret-91" } } } };
    writeFileSync(join(folder, "mcpvals.config.json"), JSON.stringify(config, null, 2));
    writeFileSync(join(folder, "base.json"), JSON.stringify(base, null, 2));
    const mail = { command: "node", env: { API_TOKEN: "client-secret-5" } };
    writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: { mail } }));
    const { findings, count, faults } = await run();
    expect(faults).toEqual([]);
    const said = findings.flatMap(({ rule, file, message }) =>
      rule === "secret" ? [`${file.slice(folder.length + 1)} ${message.split(" ")[0] ?? ""}`] : [],
    );
    expect(said.toSorted()).toEqual([
      "base.json servers.shop.env.API_TOKEN",
      "mcpvals.config.json servers.shop.args[1]",
      "mcpvals.config.json servers.shop.env.PIN",
      "mcpvals.config.json servers.travel.headers.Authorization",
      "mcpvals.config.json servers.travel.url",
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/topsecret1|kestrel7|q7Zr81kPw2Lx|base-secret|client-secret/);
    expect(count.configs).toBe(2);
  });

  test("with secrets in `state`, in a text and in a database", async () => {
    await write();
    configure(["book a table"], { state: "./data" });
    const token = `ghp_${"a1B2c3D4e5".repeat(3)}f6G7h8`;
    mkdirSync(join(folder, "data", "deep"), { recursive: true });
    writeFileSync(join(folder, "data", "notes.txt"), `apples\n\nkey: ${token}\n`);
    writeFileSync(
      join(folder, "data", "deep", "a.db"),
      Buffer.concat([Buffer.alloc(9), Buffer.from(`x${"\0"}${token}\0`)]),
    );
    writeFileSync(join(folder, "data", ".env"), "NOTHING=1\n");
    const { findings, count } = await run();
    expect(findings.map(({ rule, file, line }) => [rule, file.slice(folder.length + 1), line])).toEqual([
      ["secret", join("data", ".env"), 1],
      ["secret", join("data", "deep", "a.db"), 1],
      ["secret", join("data", "notes.txt"), 3],
    ]);
    expect(count.data).toBe(3);
  });

  test("with the reset that init writes to be filled in", async () => {
    await write();
    for (const reset of [": put the data of notes back as it was", "true", "  # later", ":; exit 0"]) {
      configure(["book a table"], { reset });
      expect(await rulesOf()).toEqual(["empty-reset"]);
    }
    for (const reset of ["npm run db:reset", ": > data.json", "true && rm -f data.json", ": $(rm data.json)"]) {
      configure(["book a table"], { reset });
      expect(await rulesOf()).toEqual([]);
    }
  });
});
