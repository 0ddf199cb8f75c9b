// Planted secrets go through a whole record and replay: none may stand in any byte that is written, told or printed, and
// the server must be given the real ones all the same.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { diff, record, replay, type Config, type Report } from "../../../src/index.js";
import { loadDiffReporter } from "../../../src/render/formats/diff/index.js";
import type { Progress } from "../../../src/suite/options.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";
import { filesIn, journalsIn, printed } from "../../helpers/written-texts.js";

const TOKEN = 'canary-T0ken/with"quotes\\and%é';
const PIN = "84512367";
const PASSWORD = "canary-p4ssword";
const KEY = "canary-api-key-0123456789";
const planted = { TOKEN, PIN, PASSWORD, KEY };

const config: Config = {
  server: {
    ...fixtureServer("leaky.mjs"),
    env: { LEAKY_TOKEN: "${LEAKY_TOKEN}", LEAKY_PIN: "${LEAKY_PIN}", DATABASE_URL: "${DATABASE_URL}" },
  },
  redact: { keys: ["code"] },
  toolHealthSuites: [
    {
      name: "direct",
      tests: [
        { name: "forms", expectedResult: { pin: 1 } },
        { name: "fail", expectedError: "another" },
        { name: "check", args: { token: "${LEAKY_TOKEN}" }, expectedResult: "all are right" },
      ],
    },
  ],
  workflows: [
    {
      name: "leaks",
      steps: [
        { user: "Tell me all, and check ${LEAKY_TOKEN}", expectedState: "all are right" },
        { user: "Log in and check", expectedState: { regex: "all are RIGHT" } },
      ],
      expectTools: ["env", "forms", { tool: "fail", fails: true }, "check", "login", "check"],
    },
  ],
};

const script = {
  workflows: [
    {
      match: "Tell me all",
      turns: [
        {
          thinking: { text: `The token is ${TOKEN}.`, signature: "c2lnbmF0dXJlLXN0YXlz" },
          text: `I know ${TOKEN} and ${Buffer.from(PASSWORD).toString("base64")}.`,
          calls: [
            { tool: "env", input: {} },
            { tool: "forms", input: {} },
            { tool: "fail", input: {} },
          ],
        },
        { calls: [{ tool: "check", input: { token: TOKEN, pin: Number(PIN), note: JSON.stringify({ a: TOKEN }) } }] },
        { text: `Done with ${TOKEN}.` },
        { calls: [{ tool: "login", input: {} }] },
        {
          text: ["The session is ", { $result: -1, pointer: "/session" }],
          calls: [
            {
              tool: "check",
              input: { session: { $result: -1, pointer: "/session" }, code: { $result: -1, pointer: "/code" } },
            },
          ],
        },
        { text: "Logged in." },
      ],
    },
  ],
};

let suite: SuiteFolder;
let model: StandIn;
let env: Record<string, string | undefined>;
let progress: Progress[];
beforeAll(async () => {
  suite = await makeSuiteFolder(config);
  model = await startStandIn(script);
  env = cleanEnvironment({
    ANTHROPIC_API_KEY: KEY,
    ANTHROPIC_BASE_URL: model.url,
    LEAKY_TOKEN: TOKEN,
    LEAKY_PIN: PIN,
    DATABASE_URL: `postgres://app:${PASSWORD}@db.example.com/x`,
  });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

/** Where a secret stands in a text, in any way of writing that a reader would undo. */
function leaksIn(text: string): string[] {
  const readings = [
    text,
    text.replaceAll("\\\\", "\\").replaceAll('\\"', '"'),
    // oxlint-disable-next-line no-control-regex
    text.replace(/(?:\\u001b|\u001b)\[\d*m/g, ""),
  ];
  return Object.entries(planted).flatMap(([name, secret]) => {
    const written = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1),
      encodeURIComponent(secret),
      ...[0, 1, 2].map((before) =>
        Buffer.concat([Buffer.alloc(before), Buffer.from(secret)])
          .toString("base64")
          .slice(before === 0 ? 0 : before + 1, -4),
      ),
    ];
    return written
      .filter((form) => readings.some((reading) => reading.includes(form)))
      .map((form) => `${name}: ${form}`);
  });
}

const run = async (use: typeof record | typeof replay, options = {}): Promise<Report> => {
  progress = [];
  return use(suite.file, {
    env,
    cwd: suite.folder,
    onProgress: (each) => progress.push(each),
    transcripts: true,
    ...options,
  });
};

describe("planted secrets", () => {
  it("are found by this test where they stand", () => {
    expect(leaksIn(`x${Buffer.from(`ab${TOKEN}c`).toString("base64")}`)).not.toEqual([]);
    expect(leaksIn("canary-p4\u001b[31mssword")).toContain("PASSWORD: canary-p4ssword");
  });

  it("stand in nothing that a recording writes or tells, and the run scores as it would with them", async () => {
    const report = await run(record);
    expect(report.evaluations[0]).toMatchObject({ verdict: "passed", recorded: { check: { replays: true } } });
    for (const { file, text } of await filesIn(suite.folder))
      expect({ file, leaks: leaksIn(text) }).toEqual({ file, leaks: [] });
    expect(leaksIn(await printed(report, progress))).toEqual([]);
    const cassette = await suite.readCassette("leaks");
    expect(cassette).toContain("user: Tell me all, and check [redacted:LEAKY_TOKEN]");
    expect(cassette).toMatch(/session: "\[redacted:github-token-[0-9a-f]{6}\]"/);
    expect(cassette).toContain('code: "[redacted:code:number]"');
    expect(cassette).toContain("signature: c2lnbmF0dXJlLXN0YXlz");
    expect(cassette).toContain("password");
  }, 60_000);

  it("reach the live server in a replay, the ones of the environment and the ones it has just made", async () => {
    const report = await run(replay);
    const [evaluation] = report.evaluations;
    expect(evaluation?.replay?.drift.filter(({ class: kind }) => kind === "changed" || kind === "breaking")).toEqual(
      [],
    );
    expect(evaluation).toMatchObject({ verdict: "passed", overallScore: 1 });
    expect(report.toolHealth[0]?.tests.map(({ verdict }) => verdict)).toEqual(["failed", "failed", "passed"]);
    for (const { file, text } of await filesIn(suite.folder))
      expect({ file, leaks: leaksIn(text) }).toEqual({ file, leaks: [] });
    expect(leaksIn(await printed(report, progress))).toEqual([]);
  }, 60_000);

  it.each([
    { sides: "the cassettes and a live server", from: undefined, other: "leaky.mjs" },
    { sides: "the cassettes and a server without their tools", from: undefined, other: "calculator.mjs" },
    { sides: "two live servers, one named with the secret", from: ["--say", TOKEN], other: "calculator.mjs" },
  ])("stand in nothing that a diff of $sides writes or tells", async ({ from, other }) => {
    const { command, args } = fixtureServer("leaky.mjs");
    const told: Progress[] = [];
    const report = await diff(suite.file, {
      env,
      cwd: suite.folder,
      onProgress: (each) => told.push(each),
      to: { command, args: fixtureServer(other).args },
      ...(from === undefined ? {} : { from: { command, args: [...args, ...from] } }),
    });
    expect(report.workflows.map(({ workflow }) => workflow)).toContain("leaks");
    const parts = [JSON.stringify(report), JSON.stringify(told)];
    for (const name of ["console", "json", "markdown", "html", "github"] as const) {
      parts.push((await loadDiffReporter(name))(report, { color: false, full: true }));
    }
    expect(parts.join("\n")).toContain("[redacted:LEAKY_TOKEN]");
    expect(leaksIn(parts.join("\n"))).toEqual([]);
    for (const { file, text } of await filesIn(suite.folder))
      expect({ file, leaks: leaksIn(text) }).toEqual({ file, leaks: [] });
  });

  it("are not needed offline: what is recorded is scored with placeholders", async () => {
    const report = await run(replay, { offline: true });
    expect(report.evaluations[0]).toMatchObject({ verdict: "passed", overallScore: 1 });
    expect(leaksIn(await printed(report, progress))).toEqual([]);
  }, 60_000);

  it("are never sent as placeholders: without a value the run ends, and says which variable it needs", async () => {
    await suite.configure({
      ...config,
      toolHealthSuites: [],
      server: { ...fixtureServer("leaky.mjs"), env: { LEAKY_PIN: PIN, DATABASE_URL: "${DATABASE_URL}" } },
      workflows: config.workflows?.map((each) => ({
        ...each,
        steps: [{ ...each.steps[0], user: "Tell me all, and check [redacted:LEAKY_TOKEN]" }, ...each.steps.slice(1)],
      })) as Config["workflows"],
    });
    const report = await run(replay, { env: { ...env, LEAKY_TOKEN: undefined } });
    await suite.configure(config);
    expect(report.evaluations[0]?.verdict).toBe("inconclusive");
    expect(JSON.stringify(report)).toContain("LEAKY_TOKEN");
    expect(leaksIn(await printed(report, progress))).toEqual([]);
  }, 60_000);

  it("are cut out of images and files, in the journal, the cassette and the blobs", async () => {
    await suite.configure({ ...config, workflows: [{ name: "picture", steps: [{ user: "Show me" }] }] });
    const pictures = await startStandIn({
      workflows: [{ user: "Show me", turns: [{ calls: [{ tool: "image", input: {} }] }, { text: "There." }] }],
    });
    const journals: string[] = [];
    const report = await run(record, {
      env: { ...env, ANTHROPIC_BASE_URL: pictures.url },
      onProgress: (each: Progress) => {
        progress.push(each);
        journals.push(...journalsIn(suite.folder));
      },
    });
    await pictures.close();
    await suite.configure(config);
    expect(report.evaluations[0]).toMatchObject({ verdict: "passed", recorded: { check: { replays: true } } });
    expect(journals.some((journal) => journal.includes("application/pdf"))).toBe(true);
    expect(leaksIn(journals.join("\n"))).toEqual([]);
    const files = await filesIn(suite.folder);
    for (const { file, text } of files) expect({ file, leaks: leaksIn(text) }).toEqual({ file, leaks: [] });
    expect(files.filter(({ file, text }) => file.includes("blobs") && text.includes("[redacted:"))).toHaveLength(2);
    expect(leaksIn(await printed(report, progress))).toEqual([]);
  }, 60_000);

  it("that cannot be cut out keep the cassette from being written: exit 4, the message says where, and no journal is left", async () => {
    await suite.configure({ ...config, workflows: [{ name: "signed", steps: [{ user: "Show me" }] }] });
    const signed = await startStandIn({
      workflows: [{ user: "Show me", turns: [{ thinking: { text: "Hm.", signature: TOKEN }, text: "There." }] }],
    });
    const failing = run(record, { env: { ...env, ANTHROPIC_BASE_URL: signed.url } });
    await expect(failing).rejects.toMatchObject({
      code: "SECRET_FOUND",
      exitCode: 4,
      message: expect.stringMatching(
        /\S*cassettes\S* was not written: the secret LEAKY_TOKEN is in it at \/script\/1\/\S*signature$/,
      ) as string,
      evidence: expect.stringMatching(/^That is signed.*the journal of this run is removed\.$/) as string,
    });
    await signed.close();
    await suite.configure(config);
    for (const { file, text } of await filesIn(suite.folder))
      expect({ file, leaks: leaksIn(text) }).toEqual({ file, leaks: [] });
    expect((await filesIn(suite.folder)).map(({ file }) => file).filter((file) => file.includes("signed"))).toEqual([]);
  }, 60_000);
});
