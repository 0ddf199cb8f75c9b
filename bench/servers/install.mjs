// Puts a published server's pinned package into a folder of its own outside the repository, once.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The folder of the installed package. Its scripts are not run: some fetch browsers or report the installation. */
export async function installServer({ name, package: id, version }) {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache");
  const folder = join(cache, "mcpvals-servers", `${name}@${version}`);
  const installed = join(folder, "node_modules", id);
  const manifest = join(installed, "package.json");
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, "utf8")).version === version) return installed;
  mkdirSync(folder, { recursive: true });
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", "--loglevel=error"];
  try {
    await run("npm", ["install", "--prefix", folder, ...flags, `${id}@${version}`], { timeout: 600_000 });
  } catch (error) {
    throw new Error(
      `not installed: ${String(error.stderr || error.message)
        .trim()
        .split("\n")
        .at(0)}`,
      {
        cause: error,
      },
    );
  }
  return installed;
}
