// Servers that ask the client while they work on a call: recorded with answers of the model and the config, and replayed.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { parseCassette, serializeCassette } from "../../../src/cassette/cassette-text.js";
import { openCassette } from "../../../src/cassette/open-text.js";
import { record, replay, type Config, type Report } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const PROMPT = "Sample a colour, order soup, and say where you are";
const script = {
  workflows: [
    {
      user: PROMPT,
      turns: [
        { calls: [{ tool: "sample", input: { topic: "the sky" } }] },
        {
          calls: [
            { tool: "order", input: { dish: "soup" } },
            { tool: "where", input: {} },
          ],
        },
        { text: "The sky is blue, and soup is ordered." },
      ],
    },
    { match: "^Name a colour", turns: [{ text: "Blue." }] },
  ],
};
const config = (mode: string, question = "Name a colour."): Config => ({
  server: { ...fixtureServer("eras.mjs", mode), env: { QUESTION: question } },
  elicitation: [
    { message: "Order rice", action: "decline" },
    { message: { regex: "^order soup" }, content: { table: 4 } },
  ],
  roots: [".", "${MCPVALS_TMP}/work"],
  workflows: [
    { name: "asks", steps: [{ user: PROMPT, expectedState: "soup is ordered" }], expectTools: ["sample", "order"] },
  ],
});
const only = (report: Report) => report.evaluations[0] ?? expect.fail("no evaluation");

describe.each([
  ["the new protocol", "modern", "2026-07-28"],
  ["the old protocol", "dual", "2025-11-25"],
])("a server that asks, in %s", (_name, mode, protocol) => {
  let suite: SuiteFolder;
  let model: StandIn;
  let recorded: Report;
  const env = (more: Record<string, string> = {}) => cleanEnvironment(more);
  const again = (more: object = {}) => replay(suite.file, { env: env(), cwd: suite.folder, ...more });

  beforeAll(async () => {
    suite = await makeSuiteFolder(config(mode));
    model = await startStandIn(script);
    const keys = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
    recorded = await record(suite.file, { env: env(keys), cwd: suite.folder });
  }, 60_000);
  afterAll(async () => {
    await model.close();
    await suite.remove();
  });

  it("is recorded with the answers of the model and of the config", async () => {
    expect(only(recorded)).toMatchObject({ verdict: "passed", recorded: { check: { replays: true, varies: [] } } });
    const text = await suite.readCassette("asks");
    expect(text).toContain(`protocol: ${protocol}`);
    expect(text).toContain("client: [ sampling, elicitation, roots ]");
    expect(text).toMatch(/roots: \[ "?file:\/\/\[config\]"?, "?file:\/\/\[run\]\/work"? \]/);
    expect(text).toContain("method: sampling/createMessage");
    expect(text).toContain("text: Blue.");
    expect(text).toContain("model: stand-in");
    expect(text).toContain("text: Ordered soup for table 4.");
    expect(text).toMatch(/sampling: \[ \[ \d+, 1, \d+, \d+ \]/);
    expect(text.includes("round: 1")).toBe(mode === "modern");
    // Written in the canonical form: what is read back is written the same.
    const opened = openCassette(text, "asks.yaml");
    expect(serializeCassette(parseCassette(opened, new Map())).text).toBe(text);
    // Three turns and one sample; the check asks nobody.
    expect(model.requests).toHaveLength(4);
  });

  it("replays without a model, live and offline", async () => {
    expect(only(await again())).toMatchObject({ verdict: "passed", run: { server: { protocol } } });
    expect(only(await again({ offline: true })).verdict).toBe("passed");
    expect(model.requests).toHaveLength(4);
  });

  it("is not grounded any more after another question", async () => {
    // Written in the config: another value of a variable is another machine, and no other question.
    await suite.configure(config(mode, "Name a shape."));
    const { verdict, replay: facts } = only(await again());
    await suite.configure(config(mode));
    expect(verdict).toBe("inconclusive");
    const drift = facts?.drift.find(({ where }) => where.path.startsWith("/requests"));
    expect(drift).toMatchObject({ class: "changed", where: { call: 1, tool: "sample" } });
    expect(drift?.where.path).toBe("/requests/0/params/messages/0/content/text");
  });

  it("is asked in the recorded protocol, also where it knows both", async () => {
    const { command, args } = fixtureServer("eras.mjs", "dual");
    expect(only(await again({ server: { command, args } }))).toMatchObject({
      verdict: "passed",
      run: { server: { protocol, name: "era-dual" } },
    });
  });

  it("is stale after a change of what the config says to it", async () => {
    const now = config(mode);
    await suite.configure({ ...now, elicitation: [] });
    expect(only(await again()).reasons.join("\n")).toContain('the answer to "Order soup?" (call 2, order) was');
    await suite.configure({ ...now, roots: ["elsewhere"] });
    expect(only(await again()).reasons.join("\n")).toMatch(/Stale: the roots were .*\[run\]\/work.* are .*elsewhere/);
    const server = fixtureServer("eras.mjs", mode);
    const other = protocol === "2026-07-28" ? "2025-11-25" : "2026-07-28";
    await suite.configure({ ...now, server: { ...server, protocol: other } });
    expect(only(await again()).reasons.join("\n")).toContain(`the protocol was "${protocol}", is "${other}"`);
  });
});
