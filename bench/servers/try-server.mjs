// Tries one published server: records its workflows with their checks, and replays them three times on the same server.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { runCli } from "./cli.mjs";
import { installServer } from "./install.mjs";
import { endLeftProcesses } from "./leftovers.mjs";
import { configOf, scriptOf } from "./suite.mjs";

const REPLAYS = 3;

/**
 * The outcome of a table: `skipped` with the reason, or a row for each workflow with what `record` said and the verdicts
 * of the replays; `left`: processes that outlived it, which are ended. `stops` undo what it starts, also where it is
 * broken off.
 */
export async function tryServer(entry, { keep, say, stops }) {
  const { name, version } = entry;
  const folder = await mkdtemp(join(tmpdir(), `mcpvals-servers-${name}-`));
  if (keep) say(`  kept: ${folder}`);
  else stops.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const left = [];
  stops.push(async () => left.push(...(await endLeftProcesses(folder))));
  const workflows = typeof entry.workflows === "function" ? entry.workflows({ folder }) : entry.workflows;
  const table = { ...entry, workflows };
  try {
    const main = join(await installServer(table), table.main);
    const parts = (await table.prepare?.({ folder, stops })) ?? {};
    const env = await writeSuite(table, { main, parts, folder, stops });
    const rows = await recordAndReplay(table, { folder, env, say });
    return { name, version, rows, left };
  } catch (error) {
    return { name, version, skipped: error.message.trim(), rows: [], left };
  } finally {
    for (const stop of stops.splice(0).toReversed()) await stop();
  }
}

/** Writes the suite into the folder and starts its model; gives the environment of the CLI. */
async function writeSuite(table, { main, parts, folder, stops }) {
  for (const [file, text] of Object.entries(parts.files ?? {})) await writeFile(join(folder, file), text);
  await mkdir(join(folder, "tmp"));
  await writeFile(join(folder, "suite.config.json"), JSON.stringify(configOf(table, main, parts), null, 2));
  const standIn = await startStandIn(scriptOf(table));
  stops.push(standIn.close);
  const own = { HOME: folder, TMPDIR: join(folder, "tmp"), CI: "" };
  return { ...process.env, ...own, ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: standIn.url };
}

async function recordAndReplay(table, { folder, env, say }) {
  const run = async (command, as) => {
    const start = performance.now();
    const { code, report, text } = await runCli(folder, [command, "suite.config.json"], env);
    const seconds = (performance.now() - start) / 1000;
    await writeFile(join(folder, `${as}.txt`), text);
    await writeFile(join(folder, `${as}.json`), JSON.stringify(report ?? null, null, 2));
    say(`  ${as}: exit ${code}, ${seconds.toFixed(1)} s`);
    return { code, report, seconds };
  };
  const recorded = await run("record", "record");
  const replays = [];
  for (let number = 1; number <= REPLAYS; number += 1) replays.push(await run("replay", `replay-${number}`));
  return table.workflows.map(({ name }) => ({
    workflow: name,
    recorded: tellRecorded(recorded, name),
    verdicts: replays.map(({ report }) => evaluationOf(report, name)?.verdict ?? "none"),
    reasons: replays.map(({ report }) => evaluationOf(report, name)?.reasons?.[0] ?? ""),
    // Of both workflows of the server.
    seconds: [recorded, ...replays].map((one) => Number(one.seconds.toFixed(1))),
  }));
}

function evaluationOf(report, name) {
  return report?.evaluations?.find(({ workflowName }) => workflowName === name);
}

/** What `record` said of a workflow: that it replays, which lines it asks for, or why there is no cassette. */
function tellRecorded({ report, code }, name) {
  const evaluation = evaluationOf(report, name);
  if (evaluation === undefined) return `nothing (exit ${code})`;
  const { check, paste } = evaluation.recorded ?? {};
  if (check === undefined) return `${evaluation.verdict}: ${evaluation.reasons[0] ?? "no reason"}`;
  if (check.replays) return evaluation.verdict === "passed" ? "replays" : `replays, ${evaluation.verdict}`;
  return paste === undefined ? check.message.replaceAll("\n", " ") : `asks for ${JSON.stringify(paste)}`;
}
