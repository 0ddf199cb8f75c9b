// A key that is refused in the middle of a large suite: the built command makes hardly a further request. The model is a
// stand-in.
import { expect, it, onTestFinished } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { runCli } from "../helpers/run-cli.js";
import { fixtureServer, makeSuiteFolder } from "../helpers/suite-folder.js";

const CONCURRENCY = 3;
const names = Array.from({ length: 600 }, (_, at) => `w${at + 1}`);
const answered = [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: "It is 42." }];
const refused = [{ status: 401, error: { type: "authentication_error", message: "invalid x-api-key" } }];

it.each(["eval", "record"])(
  "%s makes at most as many more requests as runs at a time after a 401 behind the third of 600 workflows",
  async (command) => {
    const model = await startStandIn({
      workflows: names.map((user, at) => ({ user, turns: at < 3 ? answered : refused })),
    });
    onTestFinished(() => model.close());
    const suite = await makeSuiteFolder({
      server: fixtureServer("calculator.mjs"),
      workflows: names.map((name) => ({ name, steps: [{ user: name, expectedState: "42" }] })),
    });
    onTestFinished(() => suite.remove());
    const env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
    const { code, stdout, stderr } = await runCli([command, "-j", String(CONCURRENCY)], { cwd: suite.folder, env });

    expect([code, stderr + stdout]).toEqual([4, expect.stringContaining("invalid x-api-key")]);
    // Trials that end at the same time are all kept.
    expect(stderr).not.toContain("cannot be kept");
    const asked = model.requests.map(({ workflow }) => workflow);
    expect(asked).toEqual(expect.arrayContaining(["w1", "w2", "w3"]));
    const first = model.requests.findIndex(({ status }) => status === 401);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(model.requests.length - (first + 1)).toBeLessThanOrEqual(CONCURRENCY);
  },
);
