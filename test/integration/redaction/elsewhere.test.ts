// A cassette is replayed where its secrets are unknown, or where what it holds in the clear is a secret.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { loadSuite } from "../../../src/config/load.js";
import { record, replay, type Config } from "../../../src/index.js";
import { listSuite } from "../../../src/run/list.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const SECRET = "kestrel-in-the-wind";
const workflows: Config["workflows"] = [
  {
    name: "say-it",
    steps: [{ user: "Say it to ${GREETED_TOKEN}", expectedState: "failed" }],
    expectTools: [{ tool: "fail", fails: true }, "check"],
  },
];
// The variable goes to the server under a name that says nothing, and is known only because the environment has it.
const config: Config = { server: { ...fixtureServer("leaky.mjs"), inheritEnv: ["LEAKY_TOKEN"] }, workflows };
const script = {
  workflows: [
    {
      match: "Say it to",
      turns: [
        { calls: [{ tool: "fail", input: {} }] },
        { calls: [{ tool: "check", input: { token: SECRET } }] },
        { text: "It failed." },
      ],
    },
  ],
};

let suite: SuiteFolder;
let model: StandIn;
let env: Record<string, string | undefined>;
/** What the last replay keeps for `accept` and `show --diff`. */
const lastReplay = (): Promise<string> => readFile(join(suite.folder, ".mcpvals/last/demo/say-it.json"), "utf8");

beforeAll(async () => {
  suite = await makeSuiteFolder(config);
  model = await startStandIn(script);
  env = cleanEnvironment({
    ANTHROPIC_API_KEY: "canary-api-key-0123456789",
    ANTHROPIC_BASE_URL: model.url,
    LEAKY_TOKEN: SECRET,
    GREETED_TOKEN: "hello-greeted-token",
  });
  await record(suite.file, { env, cwd: suite.folder });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

describe("a recorded secret", () => {
  it("is not sent to a server that was not given it, unless the server says it itself", async () => {
    expect(await suite.readCassette("say-it")).toContain('token: "[redacted:LEAKY_TOKEN]"');
    const replayed = await replay(suite.file, { env, cwd: suite.folder });
    expect(replayed.evaluations[0]).toMatchObject({ verdict: "passed" });
    expect(await lastReplay()).toContain("[redacted:LEAKY_TOKEN]");
    expect(await lastReplay()).not.toContain(SECRET);
  });

  it("that is unknown here pairs with what stands in its place, which is a secret then", async () => {
    await suite.configure({
      ...config,
      server: fixtureServer("leaky.mjs", "--say", "another-bird"),
    });
    const other = { ...env, LEAKY_TOKEN: undefined };
    const report = await replay(suite.file, { env: other, cwd: suite.folder });
    expect(report.evaluations[0]).toMatchObject({ verdict: "passed" });
    expect(JSON.stringify(report.evaluations)).not.toContain("another-bird");
    expect(await lastReplay()).not.toContain("another-bird");
    await suite.configure(config);
  });

  it("in a prompt does not make the cassette stale in a list", async () => {
    const loaded = await loadSuite(suite.file, { env, cwd: suite.folder });
    const { workflows: listed } = await listSuite(loaded, { workflows: [], env });
    expect(listed[0]?.cassette.state).toBe("recorded");
    const changed = { ...env, GREETED_TOKEN: "plain" };
    const { workflows: now } = await listSuite(await loadSuite(suite.file, { env: changed }), {
      workflows: [],
      env: changed,
    });
    expect(now[0]?.cassette.state).toBe("stale");
  });
});

it("what a cassette says in the clear is no drift where it happens to be a secret", async () => {
  const here = { ...env, SOME_PASSWORD: "cannot use" };
  const report = await replay(suite.file, { env: here, cwd: suite.folder });
  expect(report.evaluations[0]?.replay?.drift.filter(({ class: kind }) => kind === "changed")).toEqual([]);
  expect(report.evaluations[0]).toMatchObject({ verdict: "passed" });
});
