// A folder of its own for a suite: its config, its cassettes, and what a test does to them.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/index.js";

const SERVERS = new URL("../../fixtures/servers/", import.meta.url);

export interface SuiteFolder {
  folder: string;
  /** The config: `demo.config.json`. */
  file: string;
  /** Writes the config anew. */
  configure(config: Config): Promise<void>;
  /** The file of a workflow's cassette. */
  cassette(workflow: string): string;
  readCassette(workflow: string): Promise<string>;
  remove(): Promise<void>;
}

/** A new folder with the config in it. */
export async function makeSuiteFolder(config: Config): Promise<SuiteFolder> {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-suite-"));
  const file = join(folder, "demo.config.json");
  const configure = (next: Config): Promise<void> => writeFile(file, JSON.stringify(next, null, 2));
  const cassette = (workflow: string): string => join(folder, "cassettes", "demo", `${workflow}.yaml`);
  await configure(config);
  return {
    folder,
    file,
    configure,
    cassette,
    readCassette: (workflow) => readFile(cassette(workflow), "utf8"),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A server of `fixtures/servers/` over stdio. */
export function fixtureServer(
  name: string,
  ...args: string[]
): { transport: "stdio"; command: string; args: string[] } {
  return { transport: "stdio", command: process.execPath, args: [fileURLToPath(new URL(name, SERVERS)), ...args] };
}
