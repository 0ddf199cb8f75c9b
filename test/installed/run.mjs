// Installs the package as the README says, in a project without this repository beside it, and runs the README's CI file.
// `npm run installed`. Needs a registry that answers: npm gets our dependencies from it.
import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const FOREIGN = /^(?:npm_.*|ANTHROPIC_.*|OPENAI_.*|GITHUB_.*)$/i;
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));
env.npm_config_prefer_offline = "true";
env.NODE_DISABLE_COMPILE_CACHE = "1";

const USE = `import { defineConfig, evaluate, record, replay, type Config, type Report } from "mcpvals";
export const config: Config = defineConfig({ workflows: [{ name: "a", steps: [{ user: "hello" }] }] });
export const run: (config: Config) => Promise<Report> = (c) => evaluate(c);
export const all = [evaluate, record, replay];
`;
const CONFIG = `import { defineConfig } from "mcpvals";
export default defineConfig({ workflows: [{ name: "from-the-package", steps: [{ user: "hello" }] }] });
`;

/** Runs a line of a shell in the folder; throws with its output where it fails. */
function sh(folder, line, more = {}) {
  const from = performance.now();
  try {
    return execFileSync("sh", ["-c", line], {
      cwd: folder,
      env: { ...env, ...more },
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch (error) {
    throw new Error(`in ${basename(folder)}: ${line}\n${error.stdout}${error.stderr}`, { cause: error });
  } finally {
    console.log(`${Math.round(performance.now() - from)} ms  ${line}`);
  }
}

function expect(holds, what) {
  if (!holds) throw new Error(what);
}

/** The one fenced block of this language that holds the text. */
function blockWith(readme, language, text) {
  const blocks = [...readme.matchAll(/^```(\w+)\n([^]*?)^```/gm)];
  const [found, ...more] = blocks.filter(([, name, body]) => name === language && body.includes(text));
  expect(found !== undefined && more.length === 0, `the README has not exactly one block of ${language} with ${text}`);
  return found[2];
}

async function main(folder) {
  const readme = await readFile(join(ROOT, "README.md"), "utf8");
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const install = blockWith(readme, "bash", "npm pack").trim();
  const steps = [...blockWith(readme, "yaml", "npm ci").matchAll(/- run: (.+)$/gm)].map(([, line]) => line);
  expect(
    install.includes("../mcpvals") && install.includes(version),
    `not the line that installs ${version}: ${install}`,
  );
  expect(
    steps.some((line) => line.includes("mcpvals replay")),
    "the CI file of the README replays nothing",
  );

  const project = join(folder, "project");
  const own = ["node_modules", "dist", ".mcpvals"].map((name) => join(ROOT, "examples", "typescript", name));
  await cp(join(ROOT, "examples", "typescript"), project, { recursive: true, filter: (path) => !own.includes(path) });
  // The lock file alone, for `npm ci` installs all of it below.
  sh(project, install.replaceAll("../mcpvals", `'${ROOT}'`), { npm_config_package_lock_only: "true" });

  // What the CI of that project checks out: what is committed, in another place.
  const checkout = join(folder, "checkout");
  await mkdir(checkout);
  await cp(project, checkout, { recursive: true });
  await rm(project, { recursive: true });
  for (const line of steps) sh(checkout, line);

  // What is built into mcpvals is not installed beside it, with all that it asks for.
  const lock = JSON.parse(await readFile(join(checkout, "package-lock.json"), "utf8"));
  const drawing = Object.keys(lock.packages).filter((path) => /\/(?:json-diff-kit|lodash|terminal-kit)$/.test(path));
  expect(drawing.length === 0, `installed for nothing: ${drawing.join(", ")}`);

  const said = sh(checkout, "npx --no-install mcpvals --version").trim();
  expect(said === version, `mcpvals says that it is ${said}, not ${version}`);
  await writeFile(join(checkout, "use.ts"), USE);
  sh(
    checkout,
    'npx --no-install tsc --ignoreConfig --noEmit --strict --module nodenext --types "" --skipLibCheck use.ts',
  );
  const configs = join(checkout, "configs");
  await mkdir(configs);
  await writeFile(join(configs, "mcp-eval.config.ts"), CONFIG);
  expect(sh(configs, "npx --no-install mcpvals list").includes("from-the-package"), "list shows no TypeScript config");
}

const folder = await mkdtemp(join(tmpdir(), "mcpvals-installed-"));
try {
  await main(folder);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
