// How long the command line takes to start, beside a Node process that does nothing.
// Alone: node bench/cold-start.mjs [--tiny]
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, env, goal, ms, printTable, root, sized, timeCommands } from "./measure.mjs";

const node = process.execPath;
const ROUNDS = sized(15, 1);

function benchColdStart() {
  const folder = mkdtempSync(join(tmpdir(), "mcpvals-bench-"));
  const bare = join(folder, "memory.config.json");
  copyFileSync(join(root, "fixtures/suites/memory.config.json"), bare);
  const times = timeCommands(
    {
      "node -e 0": [node, "-e", "0"],
      "mcpvals --version": [node, bin, "--version"],
      "mcpvals --help": [node, bin, "--help"],
      "mcpvals list (JSON config)": [node, bin, "list", bare],
      "mcpvals list (the same with a cassette)": [node, bin, "list", "fixtures/suites/memory.config.json"],
    },
    { rounds: ROUNDS, env, cwd: root },
  );
  rmSync(folder, { recursive: true });
  const base = times["node -e 0"];
  const goals = { "mcpvals --version": 60, "mcpvals list (JSON config)": 130 };
  const goalOf = (name, added) =>
    goals[name] === undefined
      ? ""
      : goal(`start of \`${name}\`, over that of \`node -e 0\``, added, "ms", { most: goals[name] });
  printTable(
    `Cold start (median of ${ROUNDS}, in turns)`,
    Object.entries(times).map(([name, time]) => [
      name,
      ms(time),
      `${(time / base).toFixed(2)}x`,
      `+${(time - base).toFixed(0)} ms`,
      goalOf(name, time - base),
    ]),
  );
}

benchColdStart();
