// A suite with one server writes its cassette as it did before a suite could have several: byte for byte, apart from times,
// the version, and the seal over both.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startStandIn } from "../../../fixtures/model/stand-in.mjs";
import { record } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder } from "../../helpers/suite-folder.js";

const USER = "Order a pump and pay for it";
const SCRIPT = {
  workflows: [
    {
      user: USER,
      turns: [
        { text: "I order it.", calls: [{ tool: "order", input: { value: "pump" } }] },
        {
          calls: [
            { tool: "pay", input: { value: "pump" } },
            { tool: "status", input: {} },
          ],
        },
        { text: "Ordered and paid." },
      ],
    },
  ],
};
const SHOP = {
  name: "shop-mcp",
  instructions: "Order one thing at a time.",
  tools: {
    order: { description: "Orders a thing.", says: "Ordered a $1." },
    pay: { says: "Paid for the $1." },
    status: { says: "The shop is open." },
  },
};
const GOLDEN = join(import.meta.dirname, "one-server.txt");

test("the cassette of one server is the one that it was", async () => {
  const suite = await makeSuiteFolder({});
  const model = await startStandIn(SCRIPT);
  try {
    const shelf = join(suite.folder, "shop.json");
    await writeFile(shelf, JSON.stringify(SHOP));
    await suite.configure({
      server: fixtureServer("shelf.mjs", shelf),
      workflows: [{ name: "buy", steps: [{ user: USER, expectedState: "paid", expectTools: ["order", "pay"] }] }],
    });
    const env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
    await record(suite.file, { env, cwd: suite.folder });
    const written = withoutTimes(await suite.readCassette("buy"));
    if (process.env["UPDATE_GOLDEN"] !== undefined) await writeFile(GOLDEN, written);
    expect(written).toBe(await readFile(GOLDEN, "utf8"));
  } finally {
    await model.close();
    await suite.remove();
  }
}, 60_000);

function withoutTimes(text: string): string {
  const [before = "", facts = ""] = text.split("\nfacts:\n");
  const said = facts
    .replace(/at: \S+, by: mcpvals \S+, ms: \d+/, "at: TIME, by: mcpvals VERSION, ms: N")
    .replace(/turns: .*/, (turns) => turns.replaceAll(/\[ \d+,/g, "[ N,"))
    .replace(/calls: .*/, (calls) => calls.replaceAll(/[\d.]+/g, "N"))
    .replace(/seal: [0-9a-f]{64}/, "seal: OVER TIMES");
  return `${before}\nfacts:\n${said}`;
}
