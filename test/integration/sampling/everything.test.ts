// The official everything server: it lists more tools to a client that offers more, and asks it for all there is.
import { expect, it } from "vitest";
import { startStandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, replay, type Config } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { makeSuiteFolder } from "../../helpers/suite-folder.js";

const PROMPT = "Ask for everything";
const calls = (tool: string, input = {}) => ({ calls: [{ tool, input }] });
const script = {
  workflows: [
    {
      user: PROMPT,
      turns: [
        calls("trigger-sampling-request", { prompt: "Say blue", maxTokens: 20 }),
        calls("trigger-elicitation-request"),
        calls("get-roots-list"),
        { text: "All asked." },
      ],
    },
    { match: "context: Say blue", turns: [{ text: "Blue, says the stand-in." }] },
  ],
};
const config: Config = {
  server: {
    transport: "stdio",
    command: process.execPath,
    args: [
      new URL("../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url).pathname,
    ],
  },
  elicitation: [{ content: { name: "Ann", check: true } }],
  roots: ["."],
  workflows: [{ name: "everything", steps: [{ user: PROMPT }], toolOrder: "exact" }],
};

it("is recorded and replayed with all that it asks for", async () => {
  const suite = await makeSuiteFolder(config);
  const model = await startStandIn(script);
  try {
    const env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
    const { evaluations } = await record(suite.file, { env, cwd: suite.folder });
    console.log(evaluations[0]?.recorded?.check?.message);
    expect(evaluations).toMatchObject([{ verdict: "passed", recorded: { check: { replays: true } } }]);
    const text = await suite.readCassette("everything");
    expect(text).toContain("Blue, says the stand-in.");
    expect(text).toContain("name: Ann");
    expect(text).toContain("file://[config]");
    expect(text).not.toContain(suite.folder);
    const again = await replay(suite.file, { env: cleanEnvironment(), cwd: suite.folder });
    expect(again.evaluations).toMatchObject([{ verdict: "passed" }]);
    expect(model.requests).toHaveLength(5);
  } finally {
    await model.close();
    await suite.remove();
  }
}, 60_000);
