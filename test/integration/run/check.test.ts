// The check behind a recording: what a server makes anew each time is found, written down, and lets nothing else through.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, replay, type Config, type Report } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const PROMPT = "Create Ann, read her back, call her Anna, read her again, and delete her";
const id = { $result: 1, pointer: "/id" };
const script = {
  workflows: [
    {
      user: PROMPT,
      turns: [
        { calls: [{ tool: "create_user", input: { name: "Ann", email: "ann@example.com" } }] },
        { calls: [{ tool: "get_user", input: { id } }] },
        { calls: [{ tool: "rename_user", input: { id, name: "Anna" } }] },
        { calls: [{ tool: "get_user", input: { id } }] },
        { calls: [{ tool: "delete_user", input: { id } }] },
        { text: "Done: she was Anna at the end." },
      ],
    },
  ],
};
const config: Config = {
  server: fixtureServer("records.mjs"),
  workflows: [
    {
      name: "life-of-a-user",
      steps: [{ user: PROMPT, expectedState: "Anna" }],
      expectTools: ["create_user", "get_user", "rename_user", "get_user", "delete_user"],
    },
  ],
};

let suite: SuiteFolder;
let model: StandIn;
let env: Record<string, string | undefined>;
let first: Report;
beforeAll(async () => {
  suite = await makeSuiteFolder(config);
  model = await startStandIn(script);
  env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
  first = await record(suite.file, { env, cwd: suite.folder });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

const variablesOf = (text: string): string => /^variables:[\s\S]*?(?=^\w)/m.exec(text)?.[0] ?? "";
const withFault = (fault: string) => {
  const { command, args } = fixtureServer("records.mjs", fault);
  return replay(suite.file, { env: cleanEnvironment(), cwd: suite.folder, server: { command, args } });
};

describe("record on a server with random ids and times", () => {
  it("finds what differs on its own and writes it into the cassette", async () => {
    const check = first.evaluations[0]?.recorded?.check;
    expect(check?.replays).toBe(true);
    const places = check?.varies.map(({ call, at }) => `${call} ${at}`) ?? [];
    expect(places).toContain("1 /content/0/json/id");
    expect(places).toContain("1 /content/0/json/number");
    const text = await suite.readCassette("life-of-a-user");
    expect(variablesOf(text)).toContain("{ call: 5, at: /id, by: value }");
    expect(variablesOf(text)).toContain("/content/0/json/number");
    expect(variablesOf(text)).not.toMatch(/json\/(?:name|email)/);
  });

  it("replays: the ids of today stand in the calls of today", async () => {
    const report = await replay(suite.file, { env: cleanEnvironment(), cwd: suite.folder });
    expect(report).toMatchObject({ passed: true, exitCode: 0 });
    expect(report.evaluations[0]?.replay?.substitutions).not.toEqual([]);
  });

  it("--check finds nothing new, needs no key, and changes no byte", async () => {
    const before = await suite.readCassette("life-of-a-user");
    const report = await record(suite.file, { env: cleanEnvironment(), cwd: suite.folder, checkOnly: true });
    expect(report.evaluations[0]?.recorded?.check?.replays).toBe(true);
    expect(await suite.readCassette("life-of-a-user")).toBe(before);
  });

  it("a new recording that nobody checks knows nothing of what differs, and its check learns the same again", async () => {
    // With other values: what was seen of another recording proves nothing of this one.
    const shape = (text: string): string =>
      variablesOf(text).replaceAll(/seen: \[[^\]]*\]|seen:\n(?: +- .*\n)+/g, "seen");
    const before = await suite.readCassette("life-of-a-user");
    await record(suite.file, { env, cwd: suite.folder, mode: "all", check: false });
    // The times of the run are all that can be told without.
    expect(variablesOf(await suite.readCassette("life-of-a-user"))).not.toContain("kind: value");
    await record(suite.file, { env: cleanEnvironment(), cwd: suite.folder, checkOnly: true });
    expect(shape(await suite.readCassette("life-of-a-user"))).toBe(shape(before));
  });

  it("says how often it was checked also where nothing differs", async () => {
    const user = "What is 15 + 27?";
    const sums = await makeSuiteFolder({
      server: fixtureServer("calculator.mjs"),
      workflows: [{ name: "sum", steps: [{ user, expectedState: "42" }] }],
    });
    const turns = [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: "It is 42." }];
    const other = await startStandIn({ workflows: [{ user, turns }] });
    try {
      await record(sums.file, { env: { ...env, ANTHROPIC_BASE_URL: other.url }, cwd: sums.folder });
      expect(await sums.readCassette("sum")).toMatch(/recorded: \{.*checks: 2, clock: "\+25h, \+190d 5h"/);
    } finally {
      await other.close();
      await sums.remove();
    }
  });

  it("without a check there is nothing listed; --check alone writes that list and nothing else", async () => {
    const other = await makeSuiteFolder(config);
    try {
      await record(other.file, { env, cwd: other.folder, check: false });
      const before = await other.readCassette("life-of-a-user");
      expect(variablesOf(before)).not.toContain("kind: value");
      const asked = model.requests.length;
      await record(other.file, { env: cleanEnvironment(), cwd: other.folder, checkOnly: true });
      expect(model.requests).toHaveLength(asked);
      const after = await other.readCassette("life-of-a-user");
      expect(variablesOf(after)).toContain("/content/0/json/number");
      // Beside what was learned, the cassette says of itself how often it was checked.
      const rest = (text: string) =>
        text
          .replace(variablesOf(text), "")
          .replace(/^seal: .*$/m, "")
          .replace(/^  recorded: .*$/m, "");
      expect(rest(after)).toBe(rest(before));
    } finally {
      await other.remove();
    }
  });
});

it("names the file that keeps what the recording left, where the server writes it into a shared folder", async () => {
  const user = "Rename a.txt";
  const filesystem = fileURLToPath(import.meta.resolve("@modelcontextprotocol/server-filesystem/dist/index.js"));
  const files = await makeSuiteFolder({
    server: { transport: "stdio", command: process.execPath, args: [filesystem, "."] },
    workflows: [{ name: "rename", steps: [{ user }] }],
  });
  const input = { source: "a.txt", destination: "b.txt" };
  const other = await startStandIn({
    workflows: [{ user, turns: [{ calls: [{ tool: "move_file", input }] }, { text: "It has a new name." }] }],
  });
  try {
    await writeFile(join(files.folder, "a.txt"), "apples");
    const report = await record(files.file, { env: { ...env, ANTHROPIC_BASE_URL: other.url }, cwd: files.folder });
    const lines = report.evaluations[0]?.recorded?.check?.message.split("\n") ?? [];
    expect(lines.find((line) => line.startsWith("The recording left state"))).toMatch(
      /^The recording left state that the check met, first at .*move_file.*: the server writes a\.txt, b\.txt in the folder .*put it back with "reset"\.$/,
    );
  } finally {
    await other.close();
    await files.remove();
  }
});

describe("replay on a changed build of such a server", () => {
  it.each(["wrong-record", "empty-time", "warns", "empty", "no-email", "other-id", "forgets"])(
    "is no pass where the server is wrong (%s)",
    async (fault) => {
      const report = await withFault(fault);
      expect(report.passed).toBe(false);
      expect([1, 3]).toContain(report.exitCode);
      const drift = report.evaluations[0]?.replay?.drift ?? [];
      expect(drift.some((entry) => entry.class === "changed" || entry.class === "breaking")).toBe(true);
      expect(report.evaluations[0]?.settle.join("\n")).toContain("mcpvals record");
    },
  );

  it("stops at the first turn that is not evidence: calls that were not grounded are not made", async () => {
    const report = await withFault("wrong-record");
    expect(report.evaluations[0]?.run?.calls).toBe(2);
    expect(report.evaluations[0]?.replay?.ungroundedFrom).toEqual({ step: 1, turn: 3 });
  });
});
