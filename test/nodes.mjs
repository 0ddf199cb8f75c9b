// npm run nodes: the demo, the e2e and the integration tests on each version of Node that `engines` promises, with a
// temporary folder of their own in which nothing may be left.
// `-- --node 22` takes one version, or a line of them; files or parts of their names take only those tests (and no demo).
import { spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const root = fileURLToPath(new URL("..", import.meta.url));
/** The newest of each line. */
const VERSIONS = ["20.20.2", "22.23.3", "24.21.0"];
const DEMO = ["dist/bin/main.cjs", "replay", "fixtures/suites/*.config.json"];
const VITEST = ["node_modules/vitest/vitest.mjs", "run", "--project", "whole", "--reporter", "json"];

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { node: { type: "string", multiple: true } },
});
const versions = (values.node ?? VERSIONS).map(
  (wanted) => VERSIONS.find((known) => known === wanted || known.startsWith(`${wanted}.`)) ?? wanted,
);

/** Puts the binary of a version where git does not look, once, and gives its path. */
async function installNode(version) {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const folder = join(root, "node_modules/.cache/mcpvals-nodes", version);
  const name = `node-${platform}-${process.arch}`;
  const place = join(folder, "node_modules", name);
  const binary = join(place, "bin", process.platform === "win32" ? "node.exe" : "node");
  const isThere =
    existsSync(binary) && JSON.parse(readFileSync(join(place, "package.json"), "utf8")).version === version;
  if (isThere) return binary;
  mkdirSync(folder, { recursive: true });
  const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`];
  const { code } = await run("npm", args, { ...process.env });
  if (code !== 0) throw new Error(`Node ${version} could not be installed`);
  return binary;
}

/** Runs a command in the project; its stderr and whatever is no report goes on to this one's. */
function run(command, args, env, onText = (text) => process.stderr.write(text)) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"] });
    child.stdout.on("data", onText);
    child.stderr.on("data", onText);
    child.once("error", reject);
    child.once("close", (code, signal) => resolve({ code: code ?? 1, signal }));
  });
}

function readTests(file) {
  if (!existsSync(file)) return { passed: 0, skipped: [], failed: ["vitest wrote no report"] };
  const { testResults } = JSON.parse(readFileSync(file, "utf8"));
  const tests = testResults.flatMap(({ name, status, message, assertionResults }) => [
    // A file that could not be loaded has no tests.
    ...(status === "failed" && assertionResults.every((one) => one.status !== "failed")
      ? [{ name, status: "failed", fullName: String(message).split("\n")[0] }]
      : []),
    ...assertionResults.map((one) => ({ name, ...one })),
  ]);
  const of = (...wanted) =>
    tests
      .filter(({ status }) => wanted.includes(status))
      .map(({ name, fullName }) => `${name.replace(root, "")}: ${fullName}`);
  return { passed: of("passed").length, skipped: of("skipped", "pending", "todo"), failed: of("failed") };
}

/** Everything on one version; what came of it. */
async function check(version) {
  const binary = await installNode(version);
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "mcpvals-nodes-")));
  const temporary = join(folder, "tmp");
  mkdirSync(temporary);
  // Some tests run as another user.
  chmodSync(folder, 0o755);
  chmodSync(temporary, 0o1777);
  const env = { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  env["PATH"] = `${dirname(binary)}${delimiter}${process.env["PATH"] ?? ""}`;
  try {
    const from = performance.now();
    const failed = [];
    if (files.length === 0) {
      process.stderr.write(`\nNode ${version}: the demo\n`);
      const { code } = await run(binary, DEMO, env);
      if (code !== 0) failed.push(`the demo ended with exit code ${code}`);
    }
    process.stderr.write(
      `\nNode ${version}: ${files.length === 0 ? "all e2e and integration tests" : files.join(", ")}\n`,
    );
    const report = join(folder, "report.json");
    const args = [...VITEST, "--outputFile.json", report, "--reporter", "default", ...files];
    const { code } = await run(binary, args, env);
    const tests = readTests(report);
    if (code !== 0 && tests.failed.length === 0) failed.push(`vitest ended with exit code ${code}`);
    if (tests.passed === 0) failed.push("no test has passed");
    const left = readdirSync(temporary);
    if (left.length > 0) failed.push(`left in the temporary folder: ${left.join(", ")}`);
    const seconds = Math.round((performance.now() - from) / 1000);
    return { version, seconds, ...tests, failed: [...failed, ...tests.failed] };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

const results = [];
for (const version of versions) results.push(await check(version));

const count = (number, noun) => `${number} ${noun}`;
for (const { version, seconds, passed, skipped, failed } of results) {
  console.log(
    `\nNode ${version}: ${count(passed, "passed")}, ${count(skipped.length, "skipped")}, ${count(failed.length, "failed")}, ${seconds} s`,
  );
  for (const name of skipped) console.log(`  skipped ${name}`);
  for (const name of failed) console.log(`  FAILED  ${name}`);
}
process.exitCode = results.some(({ failed }) => failed.length > 0) ? 1 : 0;
