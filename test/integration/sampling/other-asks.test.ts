// A server that answers as it was recorded and asks its client for something else meanwhile: no replay may call that the same.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, replay, type Config, type Report } from "../../../src/index.js";
import type { JsonObject } from "../../../src/json/value.js";
import type { ReplayOptions } from "../../../src/suite/options.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const sample = (words: string): JsonObject => ({
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: words } }], maxTokens: 50 },
});
const elicit = (message: string, properties: JsonObject = { table: { type: "number" } }, required: string[] = []) => ({
  method: "elicitation/create",
  params: { message, requestedSchema: { type: "object", properties, required } },
});
const SAMPLE = sample("Say one");
const TABLE = elicit("Which table?");
const ROOTS = { method: "roots/list" };
const ALL = [SAMPLE, TABLE, ROOTS];

const config: Config = {
  server: { ...fixtureServer("asks.mjs"), env: { ASKS: "${ASKS:-[]}", SAYS: "done" } },
  elicitation: [{ message: "table", content: { table: 4 } }],
  roots: ["."],
  workflows: [{ name: "w", steps: [{ user: "Use ask", expectedState: "done" }], expectTools: ["ask"] }],
};
const script = {
  workflows: [
    { user: "Use ask", turns: [{ calls: [{ tool: "ask", input: {} }] }, { text: "It is done." }] },
    { match: "^Say", turns: [{ text: "ONE" }] },
  ],
};

describe("a replay of a server that asks", () => {
  let suite: SuiteFolder;
  let model: StandIn;
  let recorded: Report;
  const env = (asks: readonly object[], more: Record<string, string> = {}) =>
    cleanEnvironment({ ...more, ASKS: JSON.stringify(asks) });
  const recordWith = (asks: readonly object[]) =>
    record(suite.file, {
      env: env(asks, { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url }),
      cwd: suite.folder,
      mode: "all",
    });
  const play = async (asks: readonly object[], options: ReplayOptions = {}) => {
    const { evaluations, exitCode } = await replay(suite.file, { env: env(asks), cwd: suite.folder, ...options });
    const [{ verdict, replay: facts, results } = expect.fail("no evaluation")] = evaluations;
    const drift = (facts?.drift ?? []).map((one) => `${one.class} ${one.where.path}`);
    return { verdict, exitCode, drift, results, all: facts?.drift ?? [] };
  };

  beforeAll(async () => {
    suite = await makeSuiteFolder(config);
    model = await startStandIn(script);
    recorded = await recordWith(ALL);
  }, 60_000);
  afterAll(async () => {
    await model.close();
    await suite.remove();
  });

  it("is of one that was recorded with a check", () => {
    expect(recorded.evaluations).toMatchObject([{ verdict: "passed", recorded: { check: { replays: true } } }]);
  });

  it.each([
    ["strictly", { strict: true }],
    ["strictly offline", { offline: true, strict: true }],
  ])("%s finds nothing where it asks the same", async (_how, options) => {
    expect(await play(ALL, options)).toMatchObject({ verdict: "passed", exitCode: 0, drift: [] });
  });

  it.each([
    ["no sampling any more", [TABLE, ROOTS], ["docs /requests/0"]],
    ["no elicitation any more", [SAMPLE, ROOTS], ["changed /requests/1"]],
    ["the same in another order", [ROOTS, SAMPLE, TABLE], ["docs /requests"]],
    ["another question", [SAMPLE, elicit("Which table do we delete?"), ROOTS], ["changed /requests/1/params/message"]],
    ["for another text", [sample("Say none"), TABLE, ROOTS], ["changed /requests/0/params/messages/0/content/text"]],
  ])("says so where it asks %s, and strictly it never passes", async (_what, asks, drift) => {
    expect(await play(asks, { strict: true })).toMatchObject({ verdict: "inconclusive", exitCode: 3, drift });
  });

  it("gives no answer that the form of today does not take", async () => {
    const seat = elicit("Which table?", { seat: { type: "string" } }, ["seat"]);
    const { verdict, all, results } = await play([SAMPLE, seat, ROOTS]);
    expect(verdict).toBe("inconclusive");
    expect(all).toContainEqual(expect.objectContaining({ class: "changed", acceptable: false }));
    // What the call came to is our doing.
    expect(results.find(({ id }) => id === "tool-call-health")?.verdict).toBe("inconclusive");
  });
});

it("a scripted answer that does not fit the form is a finding of the live run, and replays as it was", async () => {
  const suite = await makeSuiteFolder({ ...config, elicitation: [{ content: { table: "four" } }] });
  const model = await startStandIn(script);
  try {
    const asks = { ASKS: JSON.stringify([TABLE]) };
    const keys = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
    const { evaluations } = await record(suite.file, {
      env: cleanEnvironment({ ...asks, ...keys }),
      cwd: suite.folder,
    });
    expect(evaluations).toMatchObject([{ verdict: "passed", recorded: { check: { replays: true } } }]);
    expect(evaluations[0]?.run?.findings.join("\n")).toMatch(
      /ask \(call 1\): the answer to "Which table\?" does not fit .*\/table/,
    );
    const again = await replay(suite.file, { env: cleanEnvironment(asks), cwd: suite.folder, strict: true });
    expect(again.evaluations).toMatchObject([{ verdict: "passed" }]);
  } finally {
    await model.close();
    await suite.remove();
  }
}, 60_000);
