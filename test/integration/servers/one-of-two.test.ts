// What only one of two servers does: it lists other tools, it asks the model, it returns something else that is accepted.
// And what both do: they are started once for a suite where the config says so, and every reporter names them.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { accept, record, replay, type Config, type Report } from "../../../src/index.js";
import { loadReporter, parseReporter, REPORTER_NAMES } from "../../../src/render/formats/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const FIND = "Find a pump and ask what colour it has";
const PAY = "Pay for it";
const SCRIPT = {
  workflows: [
    {
      user: FIND,
      turns: [
        { calls: [{ tool: "shop__open", input: {} }] },
        { calls: [{ tool: "shop__find", input: { value: "pump" } }] },
        { calls: [{ tool: "bank__advise", input: {} }] },
        { text: "The pump is found, and blue." },
      ],
    },
    { user: PAY, turns: [{ calls: [{ tool: "bank__pay", input: { value: "pump" } }] }, { text: "It is paid." }] },
    { match: "^Which colour", turns: [{ text: "blue" }] },
  ],
};
const SHOP = {
  name: "shop-mcp",
  tools: { open: { says: "Open.", reveals: "find" }, find: { says: "Found a $1.", hidden: true } },
};
const BANK = {
  name: "bank-mcp",
  tools: { advise: { says: "Advice: $asked.", asks: "Which colour?" }, pay: { says: "Paid for the $1." } },
};
const KEY = { ANTHROPIC_API_KEY: "stand-in-key-0123456789" };

let suite: SuiteFolder;
let model: StandIn;
let recorded: Report;
const put = (name: string, what: object): Promise<void> =>
  writeFile(join(suite.folder, `${name}.json`), JSON.stringify({ ...what, log: join(suite.folder, "starts") }));
const again = (): Promise<Report> => replay(suite.file, { env: cleanEnvironment({}), cwd: suite.folder });
const evaluationOf = (report: Report, name: string): Report["evaluations"][number] =>
  report.evaluations.find((one) => one.workflowName === name) ?? expect.fail(`${name} was not run`);
const openDrift = (report: Report, name: string) =>
  (evaluationOf(report, name).replay?.drift ?? []).filter(
    ({ class: kind, accepted }) => !["volatile", "correlated"].includes(kind) && accepted === undefined,
  );

function config(more: Partial<Config> = {}): Config {
  const server = (name: string) => fixtureServer("shelf.mjs", join(suite.folder, `${name}.json`));
  return {
    servers: { shop: server("shop"), bank: server("bank") },
    workflows: [
      { name: "find", steps: [{ user: FIND, expectTools: ["shop/open", "find", "bank/advise"] }] },
      { name: "pay", steps: [{ user: PAY, expectedState: "paid" }] },
    ],
    ...more,
  };
}

beforeAll(async () => {
  suite = await makeSuiteFolder({});
  model = await startStandIn(SCRIPT);
  await Promise.all([put("shop", SHOP), put("bank", BANK)]);
  await suite.configure(config());
  recorded = await record(suite.file, {
    env: cleanEnvironment({ ...KEY, ANTHROPIC_BASE_URL: model.url }),
    cwd: suite.folder,
  });
}, 120_000);

afterAll(async () => {
  await model.close();
  await suite.remove();
});

describe("one of two servers", () => {
  test("lists other tools after a call, and the model is given them", async () => {
    const find = evaluationOf(recorded, "find");
    expect([find.verdict, find.recorded?.check?.replays]).toEqual(["passed", true]);
    expect(find.run?.called).toEqual(["shop/open", "shop/find", "bank/advise"]);
    const report = await again();
    expect([evaluationOf(report, "find").verdict, openDrift(report, "find")]).toEqual(["passed", []]);
  });

  test("lists them no longer: the difference is at that server", async () => {
    await put("shop", { ...SHOP, tools: { ...SHOP.tools, open: { says: "Open." } } });
    const report = await again();
    await put("shop", SHOP);
    expect(evaluationOf(report, "find").verdict).not.toBe("passed");
    expect(openDrift(report, "find").map(({ where }) => where.tool)).toContain("shop/find");
  });

  test("asks the model, and is answered from the recording", async () => {
    const before = model.requests.length;
    expect(await suite.readCassette("find")).toContain("Advice: blue.");
    expect(evaluationOf(await again(), "find").verdict).toBe("passed");
    expect(model.requests).toHaveLength(before);
  });

  test("asks something else: the difference is at the call to that server", async () => {
    const advise = { ...BANK.tools.advise, asks: "Which colour, and why?" };
    await put("bank", { ...BANK, tools: { ...BANK.tools, advise } });
    const report = await again();
    await put("bank", BANK);
    expect(evaluationOf(report, "find").verdict).not.toBe("passed");
    expect([...new Set(openDrift(report, "find").map(({ where: { call, tool } }) => `${call} ${tool}`))]).toEqual([
      "3 bank/advise",
    ]);
  });

  test("returns something else, which is accepted for it alone", async () => {
    const other = { ...BANK.tools, pay: { says: "Paid for the $1, thank you." } };
    await put("bank", { ...BANK, tools: other });
    const [drift] = openDrift(await again(), "pay");
    expect(drift?.where).toMatchObject({ call: 1, tool: "bank/pay" });
    await accept(suite.file, { ids: [drift?.id ?? ""], why: "it is polite", env: cleanEnvironment({}) });
    const accepted = join(suite.folder, "cassettes", "demo", "accepted.yaml");
    expect(await readFile(accepted, "utf8")).toContain("tool: bank/pay");
    expect(evaluationOf(await again(), "pay").verdict).toBe("passed");
    await rm(accepted);
    await put("bank", BANK);
  });
});

describe("both servers", () => {
  const starts = async (more: Partial<Config>): Promise<string[]> => {
    await suite.configure(config(more));
    await rm(join(suite.folder, "starts"), { force: true });
    const report = await again();
    await suite.configure(config());
    expect(report.evaluations.map(({ verdict }) => verdict)).toEqual(["passed", "passed"]);
    return (await readFile(join(suite.folder, "starts"), "utf8")).trim().split("\n").toSorted();
  };

  test("are started for each workflow, and with isolation: suite once for all", async () => {
    expect(await starts({})).toEqual(["bank-mcp", "bank-mcp", "shop-mcp", "shop-mcp"]);
    expect(await starts({ isolation: "suite" })).toEqual(["bank-mcp", "shop-mcp"]);
  });

  test.each(REPORTER_NAMES)("are named where they differ by the reporter %s", async (name) => {
    await put("bank", { ...BANK, tools: { ...BANK.tools, pay: { says: "Declined." } } });
    const report = await again();
    await put("bank", BANK);
    const render = await loadReporter(parseReporter(name).name);
    expect(render([report], { color: false, debug: false })).toContain("bank/pay");
  });
});
