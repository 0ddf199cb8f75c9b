// How long an offline replay of a cassette with 20 turns takes in a warm process.
// Alone: node bench/offline-replay.mjs [--tiny]
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { record, replay } from "../dist/index.js";
import { startStandIn } from "../fixtures/model/stand-in.mjs";
import { goal, ms, printTable, root, sized, timeFunction } from "./measure.mjs";

const TURNS = 20;
const ROUNDS = sized(100, 1);
const WARM_UP = sized(200, 1);

async function benchOfflineReplay() {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-bench-"));
  const user = "Add a number nineteen times";
  const calls = Array.from({ length: TURNS - 1 }, (_, at) => ({ calls: [{ tool: "add", input: { a: at, b: 1 } }] }));
  const standIn = await startStandIn({ workflows: [{ user, turns: [...calls, { text: "Done: 19" }] }] });
  try {
    const file = join(folder, "bench.config.json");
    const server = {
      transport: "stdio",
      command: process.execPath,
      args: [join(root, "fixtures/servers/calculator.mjs")],
    };
    const workflows = [{ name: "twenty-turns", steps: [{ user, expectedState: "19" }] }];
    await writeFile(file, JSON.stringify({ server, workflows, maxTurns: TURNS }));
    const env = { ...process.env, CI: "", ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: standIn.url };
    await record(file, { env });
    const offline = async () => {
      const report = await replay(file, { offline: true, env: {} });
      if (!report.passed || report.evaluations[0].run.turns !== TURNS) throw new Error(JSON.stringify(report));
    };
    const time = await timeFunction(offline, { rounds: ROUNDS, warmUp: WARM_UP });
    printTable(`Offline replay of ${TURNS} turns, warm process (median of ${ROUNDS}, after ${WARM_UP})`, [
      [
        "replay --offline",
        ms(time),
        goal(`offline replay of ${TURNS} turns in a warm process`, time, "ms", { most: 10 }),
      ],
    ]);
  } finally {
    await standIn.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await benchOfflineReplay();
