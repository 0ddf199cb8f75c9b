// Bundles agents of our own and their server: they load an SDK, and one file of each starts in less than half the time.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder with those of `fixtures/agents` that are started often. */
    bundledAgents: string;
  }
}

const source = (name: string): string => fileURLToPath(new URL(`../../fixtures/agents/${name}`, import.meta.url));

export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-bundled-agents-"));
  await build({
    entryPoints: ["orders.mjs", "stepping-agent.mjs", "tool-runner.mjs"].map(source),
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    format: "esm",
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    // Ajv is CommonJS.
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "warning",
  });
  provide("bundledAgents", folder);
  return () => rm(folder, { recursive: true, force: true });
}
