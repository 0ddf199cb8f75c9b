// Writes a contract as a file of its own, named by its content, and parses it. Pure: store.ts reads and writes the
// file.
import { McpvalsError } from "../errors.js";
import type { JsonValue } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import { foldDeep, unfoldDeep } from "./deep.js";
import { invalidValue } from "./invalid.js";
import { contractSchema } from "./schema.js";
import { refuseCrlf } from "./seal.js";
import { toJson } from "../json/to-json.js";
import { parseYaml } from "./yaml-read.js";
import { serializeYaml } from "./yaml-text.js";
import { shortHash } from "../short-hash.js";

/** The text of a contract's file, and the 12 hex digits that name it. */
export function serializeContract(contract: Contract): { id: string; text: string } {
  const text = serializeYaml(foldDeep(contractValue(contract)));
  return { id: shortHash(text), text };
}

/** The contract with its keys in the order of the file. */
export function contractValue(contract: Contract): JsonValue {
  return toJson(contractInOrder(contract));
}

/** The same contract with its keys in that order. */
export function contractInOrder(contract: Contract): Contract {
  const { server, capabilities, instructions, tools, prompts, resources, resourceTemplates } = contract;
  return {
    server,
    capabilities,
    ...(instructions !== undefined && { instructions }),
    tools,
    ...(prompts !== undefined && { prompts }),
    ...(resources !== undefined && { resources }),
    ...(resourceTemplates !== undefined && { resourceTemplates }),
  };
}

/** The contract in a file's text. `id` is the name that the cassette gives it; `file` is used in errors. */
export function parseContract(text: string, id: string, file: string): Contract {
  refuseCrlf(text, file);
  if (shortHash(text) !== id) {
    throw new McpvalsError(
      "CASSETTE_INVALID",
      `${file}: its content does not fit its name (it hashes to ${shortHash(text)})`,
      {
        fix: `The file was edited or merged. Restore it: git checkout -- ${file}. Or record the workflow again.`,
      },
    );
  }
  const { value, lineOf } = parseYaml(text, file);
  const parsed = contractSchema.safeParse(unfoldDeep(value));
  if (!parsed.success) throw invalidValue(file, parsed.error.issues, lineOf);
  return parsed.data;
}
