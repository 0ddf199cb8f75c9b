// A folder, a temporary folder and a mark of its own for what a test runs by the command line, and that nothing is left of it.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { processesMarked } from "./marked-processes.js";

export interface Alone {
  folder: string;
  /** Where temporary files go. */
  temp: string;
  /** Goes into the environment of what is run. */
  env: { MARK: string; TMPDIR: string };
  remove: () => Promise<void>;
}

export async function makeAlone(): Promise<Alone> {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-alone-"));
  const temp = join(folder, "tmp");
  await mkdir(temp);
  const env = { MARK: `mark-${randomUUID()}`, TMPDIR: temp };
  return { folder, temp, env, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** No process, no temporary folder, no journal but those, no file that is half written. */
export async function expectNothingLeft({ folder, temp, env }: Alone, journals: readonly string[] = []): Promise<void> {
  // The kernel needs a moment to take a killed process away.
  await expect.poll(() => processesMarked(env.MARK)).toEqual([]);
  expect(existsSync(temp) ? await readdir(temp) : []).toEqual([]);
  const names = await readdir(folder, { recursive: true });
  const inJournal = names
    .filter((name) => /[/\\]journal[/\\].*\./.test(name))
    .map((name) => name.split(/[/\\]/).at(-1));
  expect(inJournal).toEqual(journals);
  expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
}
