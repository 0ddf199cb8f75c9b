// A number that a double cannot hold goes from Claude to the server and back with every digit, is kept so, and is compared so.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, replay, type Config } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const LONG = "9007199254740993";
const user = "Get the newest order";
const turns = [
  { calls: [{ tool: "find_order", input: {} }] },
  { calls: [{ tool: "get_order", json: `{"id": ${LONG}}` }] },
  { text: "It is paid." },
];
const CARRIERS = ["stdio", "shttp", "stdio --modern", "shttp --modern"] as const;
type Carrier = (typeof CARRIERS)[number];

let model: StandIn;
let logs: string;
let suite: SuiteFolder;
beforeAll(async () => {
  model = await startStandIn({ workflows: [{ user, turns }] });
  logs = await mkdtemp(join(tmpdir(), "mcpvals-digits-"));
});
afterAll(async () => {
  await model.close();
  await rm(logs, { recursive: true, force: true });
});
beforeEach(async () => {
  suite = await makeSuiteFolder(configOf("stdio"));
});
afterEach(() => suite.remove());

const logFile = (): string => join(logs, "calls.log");
const env = () => cleanEnvironment({ ANTHROPIC_API_KEY: "any-key-0123456789", ANTHROPIC_BASE_URL: model.url });

function serverOf(carrier: Carrier, changes: string[]): NonNullable<Config["server"]> {
  const [wire = "", ...era] = carrier.split(" ");
  const more = [...era, ...(changes.length === 0 ? [] : ["--v2", changes.join(",")])];
  const CALL_LOG = logFile();
  if (wire === "stdio") return { ...fixtureServer("digits.mjs", ...more), env: { CALL_LOG } };
  const { command, args } = fixtureServer("digits.mjs", "--http", "${MCPVALS_PORT}", ...more);
  return { transport: "shttp", command, args, url: "http://127.0.0.1:${MCPVALS_PORT}/mcp", env: { CALL_LOG } };
}

function configOf(carrier: Carrier, changes: string[] = []): Config {
  return { server: serverOf(carrier, changes), workflows: [{ name: "order", steps: [{ user }] }] };
}

async function recordOn(carrier: Carrier): Promise<string> {
  await suite.configure(configOf(carrier));
  await writeFile(logFile(), "");
  await record(suite.file, { env: env() });
  return suite.readCassette("order");
}

async function replayOn(carrier: Carrier, changes: string[] = []) {
  await suite.configure(configOf(carrier, changes));
  await writeFile(logFile(), "");
  const report = await replay(suite.file, { env: cleanEnvironment() });
  const { verdict, replay: facts, results } = report.evaluations[0] ?? {};
  return { verdict, drift: facts?.drift ?? [], results };
}

const sentIds = async (): Promise<(string | undefined)[]> => {
  const lines = (await readFile(logFile(), "utf8")).split("\n").filter((line) => line.includes('"get_order"'));
  return lines.map((line) => /"arguments":\{"id":([^,}]*)\}/.exec(line)?.[1]);
};

describe.each(CARRIERS)("over %s", (carrier) => {
  it("what Claude says reaches the server, the cassette and Claude again, and replay sends it again", async () => {
    const asked = model.requests.length;
    const cassette = await recordOn(carrier);
    const sent = await sentIds();
    expect(sent.length).toBeGreaterThan(0);
    expect(new Set(sent)).toEqual(new Set([LONG]));
    expect(cassette).toContain(`input: { id: { $number: "${LONG}" } }`);
    expect(cassette).toContain(`{ id: { $number: "${LONG}" }, asked: { $number: "${LONG}" } }`);

    const [, , last] = model.requests.slice(asked);
    expect(last?.text).toContain(`"input":{"id":${LONG}}`);
    expect(last?.text).toContain(`"maximum":${LONG}`);
    expect(last?.text).toContain(JSON.stringify(`{"id":${LONG},"asked":${LONG}}`));

    const workflow = await replayOn(carrier);
    expect(workflow).toMatchObject({ verdict: "passed", drift: [] });
    expect(new Set(await sentIds())).toEqual(new Set([LONG]));
  });

  it("a result whose last digit changes is not green: in structured content, and in JSON in text", async () => {
    await recordOn(carrier);
    const kept = await replayOn(carrier, ["kept"]);
    expect(kept.drift).toMatchObject([
      {
        class: "changed",
        where: { path: "/structuredContent/id" },
        recorded: { $number: LONG },
        present: 9007199254740992,
      },
    ]);
    const found = await replayOn(carrier, ["found"]);
    expect(found).toMatchObject({ verdict: "inconclusive" });
  });

  it("a limit whose last digit changes is seen, and the arguments are checked against it", async () => {
    await recordOn(carrier);
    const workflow = await replayOn(carrier, ["limit"]);
    expect(workflow).toMatchObject({ verdict: "inconclusive" });
    expect(workflow.drift).toContainEqual(
      expect.objectContaining({ class: "breaking", where: expect.objectContaining({ tool: "get_order" }) as unknown }),
    );
  });
});

describe("a config in JSON", () => {
  const configure = async (id: string, expected: string): Promise<void> => {
    const { server } = configOf("stdio");
    const steps = `[{"user":${JSON.stringify(user)},"expectTools":[{"tool":"get_order","args":{"id":${id}}}]}]`;
    const test = `{"name":"get_order","args":{"id":${id}},"expectedResult":{"asked":${expected}}}`;
    const rest = `"workflows":[{"name":"order","steps":${steps}}],"toolHealthSuites":[{"name":"t","tests":[${test}]}]`;
    await writeFile(suite.file, `{"server":${JSON.stringify(server)},${rest}}`);
    await writeFile(logFile(), "");
  };

  it("says with all digits which arguments it expects, and those of a tool test are sent so", async () => {
    await recordOn("stdio");
    await configure(LONG, LONG);
    const good = await replay(suite.file, { env: cleanEnvironment() });
    expect(good).toMatchObject({ verdict: "passed", toolHealth: [{ verdict: "passed" }] });
    expect(await sentIds()).toEqual([LONG, LONG]);

    await configure("9007199254740992", LONG);
    const other = await replay(suite.file, { env: cleanEnvironment() });
    expect(other.evaluations[0]).toMatchObject({ verdict: "failed" });
    expect(other.toolHealth[0]).toMatchObject({ verdict: "failed" });
    expect(new Set(await sentIds())).toEqual(new Set(["9007199254740992", LONG]));
    expect(other.toolHealth[0]?.tests[0]?.details).toContain(`/asked: expected ${LONG}, got 9007199254740992`);
  });
});
