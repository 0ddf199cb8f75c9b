// Finds the cassette's file, and its workflow, for what a user asks to see.
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { cassetteFileOf, storePlaceOf, type StorePlace } from "../cassette/store-place.js";
import { didYouMean } from "../config/did-you-mean.js";
import { showPath } from "../config/show-path.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";

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

/** The cassette of a workflow. Throws WORKFLOW_NOT_FOUND, or BAD_USAGE where several suites have it. */
export function findByName(name: string, suites: readonly Suite[], cwd: string): FoundCassette {
  const all = suites.flatMap((suite) =>
    (suite.config.workflows ?? []).map((workflow) => ({ suite, name: workflow.name })),
  );
  const found = all.filter((one) => one.name === name);
  const [first, other] = found;
  if (first === undefined) {
    const names = [...new Set(all.map((one) => one.name))];
    const near = didYouMean(name, names);
    throw new McpvalsError(
      "WORKFLOW_NOT_FOUND",
      `${JSON.stringify(name)} is neither a cassette's file nor a workflow`,
      {
        evidence: names.length === 0 ? "There are no workflows here." : `Workflows: ${names.join(", ")}`,
        fix: near === undefined ? "See `mcpvals list`." : `Did you mean ${JSON.stringify(near)}?`,
      },
    );
  }
  if (other !== undefined) {
    throw new McpvalsError("BAD_USAGE", `Several suites have a workflow ${JSON.stringify(name)}`, {
      evidence: found.map(({ suite }) => (suite.file === null ? suite.name : showPath(suite.file, cwd))).join("\n"),
      fix: "Name the config behind it: mcpvals show NAME CONFIG",
    });
  }
  return ofWorkflow(first.suite, name);
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

function ofWorkflow(suite: Suite, workflow: string): FoundCassette {
  const place = storePlaceOf(suite);
  return { file: cassetteFileOf(place, workflow), of: { suite, workflow, place } };
}
