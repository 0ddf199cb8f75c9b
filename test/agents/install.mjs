// Installs the agents that the tests run, in exact versions: npm run agents:install [ID…]
import { spawnSync } from "node:child_process";
import { mkdirSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { AGENT_PACKAGES, AGENTS_FOLDER, findAgentBinary } from "./packages.mjs";

/** Bytes that one package needs at most while npm unpacks it. */
const ROOM = 1_000_000_000;

const ids = process.argv.slice(2);
const chosen = AGENT_PACKAGES.filter(({ id }) => ids.length === 0 || ids.includes(id));
const unknown = ids.filter((id) => !AGENT_PACKAGES.some((agent) => agent.id === id));
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(", ")}. Known: ${AGENT_PACKAGES.map(({ id }) => id).join(", ")}`);
  process.exit(2);
}
for (const { id, package: name } of chosen) {
  const found = findAgentBinary(id);
  if (found !== undefined) {
    console.log(`${id}: installed, ${found}`);
    continue;
  }
  const folder = join(AGENTS_FOLDER, id);
  mkdirSync(folder, { recursive: true });
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < ROOM) {
    console.error(`${id}: not installed, ${folder} has less than 1 GB left`);
    process.exit(1);
  }
  writeFileSync(join(folder, "package.json"), `${JSON.stringify({ name: `mcpvals-${id}`, private: true })}\n`);
  // Without scripts: the platform's binary runs as it is. Newer versions declare a Node that their binary does not need.
  const patience = ["--fetch-retries=1", "--fetch-timeout=120000"];
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--no-engine-strict", ...patience, name];
  const npm = spawnSync("npm", args, { cwd: folder, stdio: "inherit", shell: process.platform === "win32" });
  const binary = findAgentBinary(id);
  if (npm.status !== 0 || binary === undefined) {
    const why =
      npm.status === 0 ? `has no binary for ${process.platform} ${process.arch}` : "cannot be installed by npm";
    console.error(`${name} ${why}`);
    process.exit(1);
  }
  console.log(`${id}: ${binary}`);
}
