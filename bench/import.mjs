// node bench/import.mjs [--sizes 20,100,500]: `mcpvals import` of so many sessions of Claude Code of 1 MB each. A dry run
// reads all of them; an import reads them, too, and plays a fifth of them on a server that repeats what it is given. Counts
// the processor time of the command alone, without the servers, and its memory at the peak.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, goal, ms, printTable, root, sized } from "./measure.mjs";
import { createRun, slopeOf } from "./scale/run-command.mjs";

const SIZES = sized([20, 100, 500], [1, 2]);
const BYTES = sized(1024 * 1024, 20_000);
const GOAL = { slope: 1.15, memory: 300 };
/** Calls of other tools, which are most of a real session. */
const FOREIGN = 20;

/** One session: most of it are files that Claude read; in four of its turns it calls the server. */
function session(number) {
  const lines = [];
  let above = null;
  const add = (line) => {
    const uuid = `${number}-${lines.length}`;
    const rest = { isSidechain: false, timestamp: "2026-11-28T10:00:00.000Z", cwd: "/home/dev/project" };
    lines.push(
      JSON.stringify({ parentUuid: above, ...line, ...rest, uuid, sessionId: `s${number}`, version: "2.1.197" }),
    );
    above = uuid;
  };
  const call = (name, input, content) => {
    const id = `toolu_${lines.length}`;
    const message = {
      id: `msg_${lines.length}`,
      role: "assistant",
      model: "claude-sonnet-5-5",
      stop_reason: "tool_use",
    };
    add({ type: "assistant", message: { ...message, content: [{ type: "tool_use", id, name, input }] } });
    const result = { type: "tool_result", tool_use_id: id, content: [{ type: "text", text: content }] };
    add({ type: "user", message: { role: "user", content: [result] }, toolUseResult: { stdout: content } });
  };
  add({ type: "user", message: { role: "user", content: `Task ${number}` } });
  const file = "const one = 1; // a line of a source file\n".repeat(BYTES / FOREIGN / 2 / 43);
  for (let at = 0; at < FOREIGN; at++) {
    call("Read", { file_path: `src/${at}.ts` }, file);
    // Other names of arguments, so that no two sessions are the same run.
    const input = { [`number_${number}`]: at };
    if (at % 5 === 0) call("mcp__repeat__say", input, JSON.stringify(input));
  }
  add({ type: "last-prompt", leafUuid: above });
  return `${lines.join("\n")}\n`;
}

async function makeSessions(folder, size) {
  await mkdir(join(folder, "runs"), { recursive: true });
  for (let at = 0; at < size; at++) await writeFile(join(folder, "runs", `${at}.jsonl`), session(at));
  const server = { transport: "stdio", command: process.execPath, args: [join(root, "fixtures/servers/repeat.mjs")] };
  const config = { server, check: { runs: 1, clock: false }, workflows: [] };
  await writeFile(join(folder, "mcp-eval.config.json"), JSON.stringify(config));
}

async function benchImport() {
  const flag = process.argv.indexOf("--sizes");
  const sizes = flag < 0 ? SIZES : process.argv[flag + 1].split(",").map(Number);
  const rows = [];
  for (const size of sizes) {
    const folder = await mkdtemp(join(tmpdir(), "mcpvals-bench-import-"));
    try {
      await makeSessions(folder, size);
      const run = createRun(folder, { CI: "" });
      const dry = await run(folder, [bin, "import", "runs", "--dry-run", "--limit", String(size)]);
      const played = await run(folder, [bin, "import", "runs", "--limit", String(Math.ceil(size / 5))]);
      rows.push({ size, dry, played });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  const row = (name, key) => {
    const slope = slopeOf(rows.map((one) => [one.size, one[key].cpu]));
    const wanted = goal(`\`${name}\`, slope over ${sizes.join(", ")} sessions`, slope, "", { most: GOAL.slope });
    return [name, ...rows.map((one) => ms(one[key].cpu)), `slope ${slope.toFixed(2)}`, wanted];
  };
  const last = sizes.at(-1);
  const peak = (name, key) => [
    name,
    ...rows.map((one) => `${one[key].peak.toFixed(0).padStart(7)} MB`),
    goal(`\`${name}\` of ${last} sessions, memory at the peak`, rows.at(-1)[key].peak, "MB", { most: GOAL.memory }),
  ];
  printTable(`Processor time for ${sizes.join(", ")} sessions of 1 MB`, [
    row("import --dry-run", "dry"),
    row("import of a fifth", "played"),
  ]);
  printTable("Memory at the peak", [peak("import --dry-run", "dry"), peak("import of a fifth", "played")]);
}

await benchImport();
