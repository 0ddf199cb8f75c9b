// npm run servers: two workflows on each of eleven published servers, recorded with their checks, then replayed three times
// on the same server. It exits with 1 where the verdicts of the replays differ or one is "failed". Needs a build.
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { desktopCommander } from "./servers/desktop-commander.mjs";
import { echarts } from "./servers/echarts.mjs";
import { everything } from "./servers/everything.mjs";
import { filesystem } from "./servers/filesystem.mjs";
import { git } from "./servers/git.mjs";
import { memory } from "./servers/memory.mjs";
import { pdf } from "./servers/pdf.mjs";
import { playwright } from "./servers/playwright.mjs";
import { postgres } from "./servers/postgres.mjs";
import { sequentialThinking } from "./servers/sequential-thinking.mjs";
import { timeMcp } from "./servers/time-mcp.mjs";
import { tryServer } from "./servers/try-server.mjs";

const TABLES = [
  everything,
  filesystem,
  memory,
  sequentialThinking,
  pdf,
  playwright,
  postgres,
  desktopCommander,
  git,
  timeMcp,
  echarts,
];

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    keep: { type: "boolean", default: false },
    json: { type: "string" },
  },
});
const unknown = values.only?.filter((name) => !TABLES.some((table) => table.name === name)) ?? [];
if (unknown.length > 0)
  throw new Error(`no server ${unknown.join(", ")} here; there are ${TABLES.map(({ name }) => name).join(", ")}`);

const stops = [];
for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
]) {
  process.once(signal, async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
    process.exit(code);
  });
}

const outcomes = [];
const rows = [["server", "version", "workflow", "record", "replay 1", "2", "3", "seconds"]];
const said = [];
for (const table of TABLES) {
  const { name, version } = table;
  if (values.only !== undefined && !values.only.includes(name)) continue;
  console.error(`${name} ${version}`);
  const outcome = await tryServer(table, { keep: values.keep, say: (line) => console.error(line), stops });
  outcomes.push(outcome);
  for (const { workflow, recorded, verdicts, reasons, seconds } of outcome.rows) {
    const [recording, ...replays] = seconds;
    const isShort = recorded.length < 30;
    rows.push([
      name,
      version,
      workflow,
      isShort ? recorded : "see below",
      ...verdicts,
      `${recording}; ${replays.join(", ")}`,
    ]);
    if (!isShort) said.push(`${name}, ${workflow}, record: ${recorded}`);
    if (verdicts.some((verdict) => verdict !== "passed"))
      said.push(`${name}, ${workflow}, replay: ${reasons.join(" | ")}`);
  }
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(outcomes, null, 2)}\n`);

const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
for (const row of rows)
  console.log(
    row
      .map((cell, column) => cell.padEnd(widths[column]))
      .join("  ")
      .trimEnd(),
  );
console.log("Seconds: record with its checks; each replay. Both workflows of a server together.");
for (const line of said) console.log(line);
const tried = outcomes.flatMap((outcome) => outcome.rows);
const differing = tried.filter(({ verdicts }) => new Set(verdicts).size > 1);
const failed = tried.filter(({ verdicts }) => verdicts.some((verdict) => verdict === "failed" || verdict === "error"));
const passed = tried.filter(({ verdicts }) => verdicts.every((verdict) => verdict === "passed"));
const skipped = outcomes.filter((outcome) => outcome.skipped !== undefined);
const left = outcomes.flatMap((outcome) => outcome.left.map((line) => `${outcome.name}: ${line}`));
console.log(
  `${outcomes.length - skipped.length} servers, ${tried.length} workflows: ${passed.length} passed three times, ` +
    `${differing.length} differ between the replays, ${failed.length} failed.`,
);
for (const { name, skipped: why } of skipped) console.log(`Skipped ${name}: ${why}`);
for (const line of left) console.log(`Outlived its run, and was ended: ${line}`);
if (skipped.length === 0) console.log("Nothing was skipped.");
process.exitCode = differing.length + failed.length > 0 ? 1 : 0;
