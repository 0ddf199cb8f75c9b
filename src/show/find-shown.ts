// Finds the cassette's file, and its workflow, for what a user asks to see.
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { cassetteFileOf, storePlaceOf, type StorePlace } from "../cassette/store-place.js";
import { didYouMean } from "../config/did-you-mean.js";
import { showPath } from "../config/show-path.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";
import { findRunToRecord } from "../suite/last-run.js";
import { fileWord, shellWords, workflowFlag } from "../shell-words.js";
import { describeMissingFile } from "../config/not-found.js";

export interface FoundCassette {
  /** Absolute. */
  file: string;
  /** The workflow, where a suite at hand has it. */
  of?: { suite: Suite; workflow: string; place: StorePlace };
}

/** The absolute path of an existing file; undefined where there is no such file. */
export async function findFile(name: string, cwd: string): Promise<string | undefined> {
  const path = resolve(cwd, name);
  const stats = await stat(path).catch(() => undefined);
  return stats?.isFile() === true ? path : undefined;
}

/** True for a text that is rather a path than the name of a workflow. */
export function looksLikePath(name: string): boolean {
  return /[/\\]|\.ya?ml$|^\.+$/.test(name);
}

/** The error for a path without a cassette. */
export async function describeNoCassette(name: string, cwd: string): Promise<McpvalsError> {
  const path = resolve(cwd, name);
  const stats = await stat(path).catch(() => undefined);
  if (stats === undefined) {
    return describeMissingFile(path, cwd, "The workflows here, and which are recorded: mcpvals list");
  }
  const names = (await readdir(path).catch(() => [])).filter((one) => /\.ya?ml$/.test(one)).toSorted();
  const [first] = names;
  return new McpvalsError("BAD_USAGE", `${name} is a folder, not a cassette`, {
    evidence: names.slice(0, 10).join("\n"),
    fix:
      first === undefined
        ? "The workflows here, and which are recorded: mcpvals list"
        : `Name a file in it: mcpvals show ${shellWords(fileWord(showPath(join(path, first), cwd)))}`,
  });
}

/**
 * The cassette of a workflow. Throws WORKFLOW_NOT_FOUND, FILE_NOT_FOUND for what looks like a path, or BAD_USAGE where
 * several suites have the workflow.
 */
export async function findByName(name: string, suites: readonly Suite[], cwd: string): Promise<FoundCassette> {
  const all = suites.flatMap((suite) =>
    (suite.config.workflows ?? []).map((workflow) => ({ suite, name: workflow.name })),
  );
  const found = all.filter((one) => one.name === name);
  const [first, other] = found;
  if (first === undefined) {
    if (looksLikePath(name)) throw await describeNoCassette(name, cwd);
    const names = [...new Set(all.map((one) => one.name))];
    const near = didYouMean(name, names);
    throw new McpvalsError(
      "WORKFLOW_NOT_FOUND",
      `${JSON.stringify(name)} is neither a cassette's file nor a workflow`,
      {
        evidence: names.length === 0 ? "There are no workflows here." : `Workflows: ${names.join(", ")}`,
        fix:
          near === undefined
            ? "Its name as it is there: mcpvals list"
            : `Did you mean: mcpvals show ${shellWords(near)}`,
      },
    );
  }
  if (other !== undefined) {
    throw new McpvalsError("BAD_USAGE", `Several suites have a workflow ${JSON.stringify(name)}`, {
      evidence: found.map(({ suite }) => (suite.file === null ? suite.name : showPath(suite.file, cwd))).join("\n"),
      fix: `Name the config behind it: mcpvals show ${shellWords(name)} ${configWord(first.suite, cwd)}`,
    });
  }
  return ofWorkflow(first.suite, name);
}

/** Throws CASSETTE_MISSING for a workflow that has no cassette, with the command that records it. */
export async function requireCassette({ file, of }: FoundCassette, cwd: string): Promise<void> {
  if (of === undefined || (await findFile(file, cwd)) !== undefined) return;
  const [config, flag] = [configWord(of.suite, cwd), workflowFlag(of.workflow)];
  const kept = await findRunToRecord(of.place, of.workflow);
  throw new McpvalsError("CASSETTE_MISSING", `no cassette ${showPath(file, cwd)}`, {
    fix:
      kept === undefined
        ? `Record it: mcpvals record ${config} ${flag}`
        : `Its last run is kept: mcpvals show ${shellWords(of.workflow)} ${config} --last. Record that: mcpvals record ${config} --from-last ${flag}`,
  });
}

/** The workflow that a file is the cassette of, where a suite at hand has it. */
export function findByFile(file: string, suites: readonly Suite[]): FoundCassette {
  for (const suite of suites) {
    for (const { name } of suite.config.workflows ?? []) {
      const found = ofWorkflow(suite, name);
      if (found.file === file) return found;
    }
  }
  return { file };
}

function configWord({ file }: Suite, cwd: string): string {
  return file === null ? "CONFIG" : shellWords(fileWord(showPath(file, cwd)));
}

function ofWorkflow(suite: Suite, workflow: string): FoundCassette {
  const place = storePlaceOf(suite);
  return { file: cassetteFileOf(place, workflow), of: { suite, workflow, place } };
}
