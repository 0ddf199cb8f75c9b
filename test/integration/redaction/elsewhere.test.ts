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
const lastReplay = (): Promise<string> => readFile(join(suite.folder, ".mcpvals/last/demo/replay/say-it.json"), "utf8");

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

  it("that is unknown here pairs with what is in its place, which is a secret then", async () => {
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
    const loaded = await loadSuite(suite.file, { env, cwd: suite.folder, mayRun: false });
    const { workflows: listed } = await listSuite(loaded, { workflows: [], env });
    expect(listed[0]?.cassette.state).toBe("recorded");
    const changed = { ...env, GREETED_TOKEN: "plain" };
    const { workflows: now } = await listSuite(await loadSuite(suite.file, { env: changed, mayRun: false }), {
      workflows: [],
      env: changed,
    });
    expect(now[0]?.cassette.state).toBe("stale");
  });
});

describe("what a server itself writes like a placeholder", () => {
  it("is compared as any text, live and offline, and goes back to it as it was", async () => {
    const saying = (said: string): Config => ({
      ...config,
      server: fixtureServer("leaky.mjs", "--say", said),
      workflows: own,
    });
    const own = [
      {
        name: "own",
        steps: [{ user: "Say it", expectedState: "[redacted:x]" }],
        expectTools: [{ tool: "fail", fails: true }, "check"],
      },
    ];
    const mine = await makeSuiteFolder(saying("[redacted:x]"));
    const turns = [
      { calls: [{ tool: "fail", input: {} }] },
      { calls: [{ tool: "check", input: { token: "[redacted:x]" } }] },
      { text: "It said [redacted:x]." },
    ];
    const stranger = await startStandIn({ workflows: [{ match: "Say it", turns }] });
    const here = { env: { ...env, ANTHROPIC_BASE_URL: stranger.url, LEAKY_TOKEN: undefined }, cwd: mine.folder };
    const recorded = await record(mine.file, here);
    await stranger.close();
    expect(recorded.evaluations[0]).toMatchObject({ verdict: "passed" });
    expect(await mine.readCassette("own")).toContain("cannot use [literal:redacted:x]");
    for (const offline of [false, true]) {
      const { evaluations } = await replay(mine.file, { ...here, offline });
      expect({ offline, ...evaluations[0] }).toMatchObject({ offline, verdict: "passed", reasons: [] });
    }
    await mine.configure(saying("another-bird"));
    const { evaluations } = await replay(mine.file, here);
    expect(evaluations[0]?.verdict).not.toBe("passed");
    expect(evaluations[0]?.replay?.drift).toContainEqual(
      expect.objectContaining({ class: "changed", recorded: "cannot use [literal:redacted:x]" }),
    );
    await mine.remove();
  });
});

it("what a cassette says in the clear is not drift where it happens to be a secret", async () => {
  const here = { ...env, SOME_PASSWORD: "cannot use" };
  const report = await replay(suite.file, { env: here, cwd: suite.folder });
  expect(report.evaluations[0]?.replay?.drift.filter(({ class: kind }) => kind === "changed")).toEqual([]);
  expect(report.evaluations[0]).toMatchObject({ verdict: "passed" });
});

describe("a secret", () => {
  it.each(["redis://:pa4ssw1rd@cache:6379", "https://example.com/?token=qwrtzpsdfghj"])(
    "that the config writes itself has the same name in a replay: %s",
    async (text) => {
      const own = await makeSuiteFolder({
        server: fixtureServer("leaky.mjs", "--say", "nothing"),
        workflows: [{ name: "own", steps: [{ user: `Use ${text} now` }] }],
      });
      const stranger = await startStandIn({
        workflows: [{ match: "Use", turns: [{ calls: [{ tool: "check", input: { url: text } }] }, { text: "Done." }] }],
      });
      const here = { env: { ...env, ANTHROPIC_BASE_URL: stranger.url }, cwd: own.folder };
      await record(own.file, here);
      const report = await replay(own.file, here);
      await stranger.close();
      await own.remove();
      // The prompt is the same; but that the argument of the recording was the config's nobody can tell.
      expect(report.evaluations[0]?.reasons.filter((reason) => reason.startsWith("Stale"))).toEqual([]);
      expect(report.evaluations[0]).toMatchObject({ verdict: "inconclusive" });
    },
  );
});

const places: Config = {
  server: { ...fixtureServer("where.mjs"), env: { TENANT: "${TENANT}" } },
  workflows: [
    { name: "add", steps: [{ user: "For ${TENANT}: ${CHANGE} it, as ${CHANGE}d before" }], expectTools: ["look"] },
  ],
};

/** The cassette that an engineer records, without what is different in each. */
async function recordedBy(variables: Record<string, string>): Promise<string> {
  const mine = await makeSuiteFolder(places);
  const { TENANT = "", CHANGE = "" } = variables;
  const stranger = await startStandIn({
    workflows: [
      {
        match: "For ",
        turns: [
          {
            calls: [
              {
                tool: "look",
                input: { path: `${TENANT}/a-${CHANGE}.txt`, note: JSON.stringify({ a: `\n${TENANT}` }) },
              },
            ],
          },
          { text: `Done for "${TENANT}", with ${CHANGE}s.` },
        ],
      },
    ],
  });
  const here = { env: { ...env, ...variables, ANTHROPIC_BASE_URL: stranger.url }, cwd: mine.folder };
  await record(mine.file, here);
  const cassette = await mine.readCassette("add");
  await stranger.close();
  await mine.remove();
  return cassette.slice(0, cassette.indexOf("facts:"));
}

describe("a variable with a plain name", () => {
  it("is a place as a whole word, and nothing is cut out of longer words", async () => {
    const cassette = await recordedBy({ TENANT: "acme-corp", CHANGE: "increase" });
    expect(cassette).toContain("For [env:TENANT]: [env:CHANGE] it, as increased before");
    expect(cassette).toContain("[env:TENANT]/a-[env:CHANGE].txt");
    expect(cassette).toContain('Done for "[env:TENANT]", with increases.');
    expect(cassette).not.toContain("acme-corp");
    expect(cassette).not.toContain("[redacted:");
  });

  it("has one cassette for two engineers", async () => {
    const one = await recordedBy({ TENANT: "acme-corp", CHANGE: "increase" });
    const other = await recordedBy({ TENANT: "umbrella", CHANGE: "multiply" });
    expect(other.replaceAll("multiplyd", "increased").replaceAll("multiplys", "increases")).toBe(one);
  });
});
