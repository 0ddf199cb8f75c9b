// Writes folders with many recorded suites: one workflow is recorded with a stand-in for Claude, the others are copies of
// that run under other names, each with a recorded time of its own.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { readCassette } from "../../src/cassette/read-cassette.js";
import { readTrace } from "../../src/cassette/read-trace.js";
import { cassetteFileOf, storePlaceOf } from "../../src/cassette/store-place.js";
import { writeCassette } from "../../src/cassette/store.js";
import { record, type Config } from "../../src/index.js";
import { fixtureServer } from "./suite-folder.js";

export interface RecordedSuite {
  /** The config's file, relative to the folder: `a/sky.mcp-eval.config.json`. */
  file: string;
  /** Workflow names, with the recorded milliseconds; null for one without a cassette. */
  workflows: Readonly<Record<string, number | null>>;
  /** Beside server and workflows. */
  more?: Omit<Config, "workflows">;
  /** Beside name and steps of a workflow. */
  each?: Readonly<Record<string, object>>;
}

const USER = "What is 1 + 2?";
export const STEPS = [{ user: USER, expectedState: "3", expectTools: ["add"] }];
const TURNS = [{ calls: [{ tool: "add", input: { a: 1, b: 2 } }] }, { text: "It is 3." }];

type Recorded = Awaited<ReturnType<typeof readCassette>>;
let first: Promise<Recorded> | undefined;

/** The one recording; made in `folder` by the first caller of the process. */
async function recordOnce(folder: string): Promise<Recorded> {
  const model = await startStandIn({ workflows: [{ user: USER, turns: TURNS }] });
  try {
    const file = join(folder, "origin.config.json");
    await writeFile(
      file,
      JSON.stringify({ server: fixtureServer("calculator.mjs"), workflows: [{ name: "origin", steps: STEPS }] }),
    );
    const env = { ...process.env, ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
    await record(file, { env, check: false, allowCi: true });
    return await readCassette(cassetteFileOf(storePlaceOf({ name: "origin", folder, config: {} }), "origin"));
  } finally {
    await model.close();
  }
}

/** Writes the configs and cassettes. `scratch`: an empty folder for the one recording. */
export async function writeRecordedSuites(
  folder: string,
  scratch: string,
  suites: readonly RecordedSuite[],
): Promise<void> {
  const { cassette, contract } = await (first ??= recordOnce(scratch));
  const run = readTrace(cassette, contract);
  for (const { file, workflows, more = {}, each = {} } of suites) {
    const path = join(folder, file);
    const { cassettes } = more;
    const config = cassettes === undefined ? {} : { cassettes };
    const place = storePlaceOf({ name: nameOf(file), folder: join(path, ".."), config });
    await mkdir(join(path, ".."), { recursive: true });
    const list = Object.keys(workflows).map((name) => ({ name, steps: STEPS, ...each[name] }));
    await writeFile(
      path,
      JSON.stringify({ server: fixtureServer("calculator.mjs"), ...more, workflows: list }, null, 2),
    );
    for (const [workflow, ms] of Object.entries(workflows)) {
      if (ms === null) continue;
      const scores = { "end-to-end-success": 1, "tool-invocation-order": 1, "tool-call-health": 1 };
      const copy = buildCassette({ ...run, workflow, ms }, { by: "mcpvals 0.1.0", scores });
      await writeCassette(place, { cassette: copy, contract: run.contract });
    }
  }
}

function nameOf(file: string): string {
  return file.replace(/^.*\//, "").replace(/(?:\.mcp-eval)?\.config\.json$/, "");
}
