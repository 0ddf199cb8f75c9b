// Writes a question that Claude was asked as a workflow: into the config that there is, or into a new one.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { refuseLinks } from "../cassette/refuse-links.js";
import { writeWhole } from "../cassette/write-whole.js";
import type { ClientServer } from "../config/client-entry.js";
import type { Workflow } from "../config/schema.js";
import { slugOf } from "../config/slug.js";
import { McpvalsError } from "../errors.js";
import { shellWords } from "../shell-words.js";
import { addWorkflow } from "./edit-files.js";
import { SUITE, type ExploreOptions } from "./explore.js";
import { hideSecrets } from "./hide-secrets.js";
import { freeName, renderConfig, SCHEMA } from "./new-config.js";
import { loadSecretTest } from "./secret-test.js";

const WORDS = 6;

/** A workflow with this one prompt, named by its first words as no other one. */
export function askedWorkflow(prompt: string, taken: readonly string[]): Workflow {
  const slug = slugOf(prompt.split(/\s+/).slice(0, WORDS).join(" "));
  const name = freeName(slug, new Set(taken.map(slugOf)));
  return { name, steps: [{ user: prompt }] };
}

/** Where a workflow is saved: the config that was used, or a new one for a server that was named. */
export type SaveTarget = { file: string } | { folder: string; server: ClientServer };

/** Throws BAD_USAGE where it cannot be saved there: before anything is spent. */
export function requireSavable(target: SaveTarget): void {
  if ("file" in target) {
    if (extname(target.file) === ".json") return;
    throw new McpvalsError("BAD_USAGE", `--save writes into a config in JSON, and ${target.file} is code`, {
      fix: "Leave out --save, and write the workflow into it yourself.",
    });
  }
  const file = newFileIn(target.folder);
  if (!existsSync(file)) return;
  throw new McpvalsError("BAD_USAGE", `--save would write ${SUITE}.config.json, which is there`, {
    evidence: "It has a server of its own.",
    fix: `To ask with that server, and to save into it, name the config and no server: mcpvals eval ${shellWords(`${SUITE}.config.json`)} --ask '…' --save`,
  });
}

/** Returns the config's file, and the variables that stand for secrets in a new one. Throws WRITE_FAILED. */
export async function saveWorkflow(
  workflow: Workflow,
  target: SaveTarget,
  options: Pick<ExploreOptions, "cwd" | "env">,
): Promise<{ file: string; secrets: string[] }> {
  if ("file" in target) {
    const { file } = target;
    refuseLinks(file, options.cwd ?? "");
    await writeWhole(file, addWorkflow(await readFile(file, "utf8"), workflow));
    return { file, secrets: [] };
  }
  const { server, values } = hideSecrets(target.server, {
    holdsSecret: await loadSecretTest(target.server, options),
    isThere: (path) => existsSync(resolve(options.cwd ?? "", path)),
  });
  const file = newFileIn(target.folder);
  refuseLinks(file, target.folder);
  await writeWhole(file, `${renderConfig({ $schema: SCHEMA, server, workflows: [workflow] })}\n`);
  return { file, secrets: Object.keys(values) };
}

function newFileIn(folder: string): string {
  return join(folder, `${SUITE}.config.json`);
}
