import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startStandIn } from "../../../fixtures/model/stand-in.mjs";
import { loadSuite } from "../../../src/config/load.js";
import { diff, record, replay, type Config, type Report } from "../../../src/index.js";
import { createPlaces } from "../../../src/places/places.js";
import { listSuite } from "../../../src/run/list.js";
import { readServerSide } from "../../../src/session/serve/server-side.js";

/** Two servers over stdio and HTTP, with a tool of the same name; a value of the one is sent to the other. */
const SHELF = fileURLToPath(new URL("../../../fixtures/servers/shelf.mjs", import.meta.url));
const USER = "Order a pump and pay for it";
const SCRIPT = {
  workflows: [
    {
      user: USER,
      turns: [
        { calls: [{ tool: "shop__order", input: { value: "pump" } }] },
        {
          calls: [
            { tool: "bank__pay", input: { value: { $result: 1, match: "order (\\d+)" } } },
            { tool: "shop__status", input: {} },
          ],
        },
        { text: "Paid and shipped." },
      ],
    },
  ],
};
const SHOP = {
  name: "shop-mcp",
  instructions: "Order one thing at a time.",
  tools: { order: { says: "Created order $id for $1." }, status: { says: "The shop is open." } },
};
const BANK = {
  name: "bank-mcp",
  instructions: "Amounts are in euros.",
  tools: { pay: { says: "Paid for $1." }, status: { says: "The bank is closed." } },
};

let folder: string;
let recorded: Report;
let model: Awaited<ReturnType<typeof startStandIn>>;
let env: Record<string, string | undefined>;
const file = (): string => join(folder, "demo.config.json");
const shelf = (name: string): string => join(folder, `${name}.json`);
const put = (name: string, what: object): Promise<void> => writeFile(shelf(name), JSON.stringify(what));

function config(more: Partial<Config> = {}, names = ["shop", "bank"]): Config {
  const [shop = "", bank = ""] = names;
  const port = "${MCPVALS_PORT}";
  return {
    servers: {
      [shop]: { transport: "stdio", command: process.execPath, args: [SHELF, shelf("shop")] },
      [bank]: {
        transport: "shttp",
        url: `http://127.0.0.1:${port}/mcp`,
        command: process.execPath,
        args: [SHELF, shelf("bank"), "--http", port],
      },
    },
    parallelToolCalls: true,
    workflows: [
      {
        name: "buy",
        steps: [{ user: USER, expectedState: "shop is open", expectTools: ["order", "bank/pay", "shop/status"] }],
      },
    ],
    ...more,
  };
}

const write = (of: Config): Promise<void> => writeFile(file(), JSON.stringify(of, null, 2));
const run = async (): Promise<Report["evaluations"][number]> => {
  const [report] = [await replay(file(), { env, cwd: folder })];
  const evaluation = report.evaluations[0];
  if (evaluation === undefined) throw new Error("nothing was replayed");
  return evaluation;
};
const drifts = (evaluation: Report["evaluations"][number]) =>
  (evaluation.replay?.drift ?? []).filter(({ class: kind }) => !["volatile", "correlated"].includes(kind));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-two-servers-"));
  model = await startStandIn(SCRIPT);
  env = { ...process.env, CI: undefined, ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  await Promise.all([put("shop", SHOP), put("bank", BANK)]);
  await write(config());
  recorded = await record(file(), { env, cwd: folder });
}, 120_000);

afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

describe("a suite with two servers", () => {
  test("is recorded, and replays on its own servers", () => {
    expect(recorded.evaluations[0]).toMatchObject({
      verdict: "passed",
      reasons: [],
      recorded: { check: { replays: true } },
    });
  });

  test("writes both into the cassette, and each call says whose it is", async () => {
    const text = await readFile(join(folder, "cassettes", "demo", "buy.yaml"), "utf8");
    expect(text).toMatch(/^servers:\n {2}bank:\n {4}name: bank-mcp\n[^]*?\n {2}shop:\n {4}name: shop-mcp\n/m);
    expect(text).not.toMatch(/^server:/m);
    expect(text).toMatch(/call: order\n {8}server: shop\n|call: order, server: shop/);
    expect(text).toMatch(/toolNames: "\{server\}__\{tool\}"/);
  });

  test("replays, with the value of the one put into the call of the other", async () => {
    const evaluation = await run();
    expect([evaluation.verdict, drifts(evaluation)]).toEqual(["passed", []]);
    expect(evaluation.run?.called).toEqual(["shop/order", "bank/pay", "shop/status"]);
    expect(evaluation.replay?.variables?.flatMap(({ sent }) => sent)).toContainEqual({ call: 2, at: "/value" });
    expect(Object.keys(evaluation.run?.servers ?? {})).toEqual(["bank", "shop"]);
  });

  test("replays offline", async () => {
    const report = await replay(file(), { env, cwd: folder, offline: true });
    expect(report.evaluations[0]?.verdict).toBe("passed");
  });

  test("does not mind the order of its servers", async () => {
    const own = config();
    await write({ ...own, servers: Object.fromEntries(Object.entries(own.servers ?? {}).toReversed()) });
    const evaluation = await run();
    await write(own);
    expect([evaluation.verdict, drifts(evaluation)]).toEqual(["passed", []]);
  });

  test("blames only the server that changed", async () => {
    await put("shop", { ...SHOP, tools: { ...SHOP.tools, status: { says: "The shop is closed." } } });
    const evaluation = await run();
    await put("shop", SHOP);
    expect(evaluation.verdict).not.toBe("passed");
    expect(drifts(evaluation).map(({ class: kind, where: { call, tool, path } }) => [kind, call, tool, path])).toEqual([
      ["changed", 3, "shop/status", "/content/0/text"],
    ]);
  });

  test("names the server whose instructions changed", async () => {
    await put("bank", { ...BANK, instructions: "Amounts are in dollars." });
    const evaluation = await run();
    await put("bank", BANK);
    expect(drifts(evaluation)).toMatchObject([{ class: "reworded", where: { part: "instructions", server: "bank" } }]);
    expect(evaluation.verdict).not.toBe("passed");
  });

  test.each([
    [
      "a tool moved from the one to the other",
      { status: SHOP.tools.status },
      { ...BANK.tools, order: SHOP.tools.order },
    ],
    [
      "tools of one name swapped between them",
      { ...SHOP.tools, status: BANK.tools.status },
      { ...BANK.tools, status: SHOP.tools.status },
    ],
  ])("is not green after %s", async (_, shop, bank) => {
    await put("shop", { ...SHOP, tools: shop });
    await put("bank", { ...BANK, tools: bank });
    const evaluation = await run();
    await Promise.all([put("shop", SHOP), put("bank", BANK)]);
    expect(evaluation.verdict).not.toBe("passed");
    expect(drifts(evaluation).some(({ where }) => where.tool?.startsWith("shop/"))).toBe(true);
  });

  test("is stale where the config calls a server something else, or has one more", async () => {
    await write(config({}, ["store", "bank"]));
    const renamed = await run();
    const own = config();
    await write({ ...own, servers: { ...own.servers, more: own.servers?.["shop"] as never } });
    const more = await run();
    await write(own);
    expect(renamed).toMatchObject({ verdict: "inconclusive" });
    expect(renamed.reasons[0]).toContain("the servers were bank, shop, are bank, store");
    expect(more.reasons[0]).toContain("are bank, more, shop");
  });

  test("fails where one of them does not start, and says which", async () => {
    await put("bank", { ...BANK, fails: true });
    const evaluation = await run();
    await put("bank", BANK);
    expect(evaluation.verdict).toBe("failed");
    expect(drifts(evaluation)).toMatchObject([{ class: "breaking", where: { part: "server", server: "bank" } }]);
  });

  test("fails where one of them dies in the middle, at the call to it", async () => {
    await put("shop", { ...SHOP, tools: { ...SHOP.tools, status: { says: "exit" } } });
    const evaluation = await run();
    await put("shop", SHOP);
    expect(evaluation.verdict).toBe("failed");
    expect(drifts(evaluation)).toMatchObject([{ class: "breaking", where: { call: 3, tool: "shop/status" } }]);
  });

  test("refuses a name that both servers have, before anything is played", async () => {
    const [workflow] = config().workflows ?? [];
    await write(config({ workflows: [{ name: "buy", steps: workflow?.steps ?? [], forbidTools: ["status"] }] }));
    await expect(replay(file(), { env, cwd: folder })).rejects.toMatchObject({
      code: "CONFIG_INVALID",
      evidence: "It may be bank/status, shop/status",
    });
    await write(config({ ignore: [{ tool: "status", path: "/content/0/text" }] }));
    await expect(replay(file(), { env, cwd: folder })).rejects.toMatchObject({ code: "CONFIG_INVALID" });
    await write(config());
  });

  test("runs tool tests of both", async () => {
    const tests = [
      { name: "bank/status", expectedResult: "closed" },
      { name: "order", args: { value: "nut" }, expectedResult: "nut" },
    ];
    await write(config({ toolHealthSuites: [{ name: "direct", tests }] }));
    const report = await replay(file(), { env, cwd: folder });
    await write(config());
    expect(report.toolHealth[0]?.tests.map(({ tool, verdict }) => [tool, verdict])).toEqual([
      ["bank/status", "passed"],
      ["shop/order", "passed"],
    ]);
  });

  test("diffs another build of one of them", async () => {
    await writeFile(shelf("bank-2"), JSON.stringify({ ...BANK, tools: { pay: { says: "Declined $1." } } }));
    const to = { name: "bank", command: process.execPath, args: [SHELF, shelf("bank-2"), "--http", "${MCPVALS_PORT}"] };
    const report = await diff(file(), { env, cwd: folder, to });
    expect(report.verdict).not.toBe("same");
    const changes = report.contracts.flatMap((one) => one.changes);
    expect(changes).toMatchObject([{ subject: { kind: "tool", name: "bank/status", server: "bank" } }]);
    const told = report.workflows.flatMap((one) => one.drift).filter(({ class: kind }) => kind === "changed");
    expect(told.map(({ where }) => where.tool)).toEqual(["bank/pay"]);
  });

  test("is not served as if it were one", async () => {
    const places = createPlaces({ root: [], home: [], tmp: [], env: {} });
    await expect(readServerSide(join(folder, "cassettes", "demo", "buy.yaml"), places)).rejects.toMatchObject({
      code: "BAD_USAGE",
      evidence: "It has bank, shop",
    });
  });

  test("is listed with both", async () => {
    const listing = await listSuite(await loadSuite(file(), { cwd: folder, env, mayRun: false }), {
      workflows: [],
      env,
    });
    expect(Object.keys(listing.servers ?? {})).toEqual(["bank", "shop"]);
    expect(listing.workflows[0]?.cassette.state).toBe("recorded");
  });
});
