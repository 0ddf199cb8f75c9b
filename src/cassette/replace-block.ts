// Rewrites the blocks of a cassette that need no new run: scores, trials, what was learned, the name. Pure.
import { McpvalsError } from "../errors.js";
import type { JsonValue } from "../json/value.js";
import { cassetteOfVersion1Schema, cassetteSchema, type Scores, type WrittenCassette } from "./schema.js";
import { addSeal, openSealed } from "./seal.js";
import { toJson } from "../json/to-json.js";
import { cassetteYaml } from "./cassette-yaml.js";

/**
 * The text with other scores and a new seal; every other byte is unchanged. Throws where the old seal does not fit.
 */
export function replaceScores(text: string, file: string, scores: Scores): string {
  return replaceBlock(text, file, "scores", toJson(scores));
}

/** The text with another name for its workflow and a new seal; every other byte is unchanged. */
export function replaceWorkflow(text: string, file: string, workflow: string): string {
  return replaceBlock(text, file, "workflow", workflow);
}

/** The text with other trials and a new seal; every other byte is unchanged. */
export function replaceTrials(text: string, file: string, trials: NonNullable<WrittenCassette["trials"]>): string {
  return replaceBlocks(text, file, { trials });
}

function replaceBlock(text: string, file: string, key: string, value: JsonValue): string {
  if (!blocksOf(openSealed(text, file), file).has(key)) throw unreadable(file, `has no \`${key}\``);
  return replaceBlocks(text, file, { [key]: value });
}

/**
 * The text with other values for some keys of its root, and a new seal. Removes a key without a value and inserts a new
 * one at its place; all others keep their bytes.
 */
export function replaceBlocks(
  text: string,
  file: string,
  values: Readonly<Record<string, JsonValue | undefined>>,
): string {
  const blocks = blocksOf(openSealed(text, file), file);
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) blocks.delete(key);
    else blocks.set(key, cassetteYaml({ [key]: value }));
  }
  const isOld = blocks.get("cassette")?.trim() === "cassette: 1";
  const order = Object.keys((isOld ? cassetteOfVersion1Schema : cassetteSchema).shape);
  const placed = [...blocks].toSorted(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return addSeal(placed.map(([, block]) => block).join(""));
}

/** The text of each key of the root; only these begin at the start of a line. */
function blocksOf(body: string, file: string): Map<string, string> {
  const blocks = new Map<string, string>();
  for (const block of body.split(/^(?=\S)/m)) {
    const key = /^[a-z]+(?=:)/.exec(block)?.[0];
    if (key === undefined || blocks.has(key)) throw unreadable(file, "is not laid out as mcpvals writes it");
    blocks.set(key, block);
  }
  return blocks;
}

function unreadable(file: string, what: string): McpvalsError {
  return new McpvalsError("CASSETTE_INVALID", `${file}:1: ${what}`, {
    fix: `Restore the file (git checkout -- ${file}), or record the workflow again.`,
  });
}
