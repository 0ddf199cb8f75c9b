// The blocks of a cassette that may be written anew without a new run: scores, what varies, the name. Pure.
import { McpvalsError } from "../errors.js";
import type { JsonValue } from "../json/value.js";
import type { Learned } from "../variables/learned.js";
import type { Scores } from "./schema.js";
import { addSeal, openSealed } from "./seal.js";
import { toJson } from "./to-json.js";
import { serializeYaml } from "./yaml-text.js";

/** The text with other scores and a new seal; every other byte as it was. Throws where the old seal does not fit. */
export function replaceScores(text: string, file: string, scores: Scores): string {
  return replaceBlock(text, file, "scores", toJson(scores));
}

/** The text with what was learned now and a new seal. */
export function replaceLearned(text: string, file: string, learned: Learned): string {
  return replaceBlock(text, file, "learned", toJson(learned));
}

/** The text with another name of its workflow and a new seal; every other byte as it was. */
export function replaceWorkflow(text: string, file: string, workflow: string): string {
  return replaceBlock(text, file, "workflow", workflow);
}

function replaceBlock(text: string, file: string, key: string, value: JsonValue): string {
  const body = openSealed(text, file);
  // Only keys of the root stand at the start of a line, so the block ends where the next of them begins.
  const block = new RegExp(`^${key}:.*\\n(?:(?![^\\s]).*\\n)*`, "m");
  if (!block.test(body)) {
    throw new McpvalsError("CASSETTE_INVALID", `${file}:1: has no \`${key}\``, {
      fix: `Restore the file (git checkout -- ${file}), or record the workflow again.`,
    });
  }
  return addSeal(body.replace(block, () => serializeYaml({ [key]: value })));
}
