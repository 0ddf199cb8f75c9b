// Writes a cassette as sealed text and blobs, and parses them. Pure: store.ts reads and writes the files.
import { isJsonObject } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import { contractsIn } from "../trace/servers.js";
import { escapeReferences, extractBlobs, insertBlobs, type Blobs } from "./blobs.js";
import { foldDeep, unfoldDeep } from "./deep.js";
import { invalidValue } from "./invalid.js";
import { refuseKind } from "./kind.js";
import type { OpenedCassette } from "./open-text.js";
import { oddLearned } from "./learned-schema.js";
import { cassetteOfVersion1Schema, cassetteSchema, UNKNOWN, type Cassette, type WrittenCassette } from "./schema.js";
import { readBlockEntry } from "./script-blocks.js";
import { ownUsesOf } from "../trace/read.js";
import { addSeal } from "./seal.js";
import { toJson } from "../json/to-json.js";
import { cassetteYaml } from "./cassette-yaml.js";
import { withContracts } from "./written-servers.js";

/** The file's text with its seal, and the blobs that it refers to. */
export function serializeCassette(cassette: Cassette): { text: string; blobs: Map<string, Uint8Array> } {
  const { value, blobs } = extractBlobs(foldDeep(toJson(cassette)));
  return { text: addSeal(cassetteYaml(value)), blobs };
}

/** The text with its contracts and all contents inline: a single file without blobs, safe to print. */
export function serializeStandalone(cassette: Cassette, contract: Contract): string {
  const own = new Map(contractsIn(contract).map(({ server, contract: one }) => [server, one]));
  const alone = withContracts(cassette, (written, name) => own.get(name) ?? written.contract);
  return addSeal(cassetteYaml(escapeReferences(foldDeep(toJson(alone))), { forLog: true }));
}

/** The cassette in an opened text: of a workflow, or of an agent. */
export function parseCassette({ file, yaml }: OpenedCassette, blobs: Blobs): Cassette {
  refuseKind(yaml.value, "session", file);
  const isOld = isJsonObject(yaml.value) && yaml.value["cassette"] === 1;
  const schema = isOld ? cassetteOfVersion1Schema : cassetteSchema;
  const parsed = schema.safeParse(unfoldDeep(insertBlobs(yaml.value, blobs)));
  if (!parsed.success) throw invalidValue(file, parsed.error.issues, yaml.lineOf);
  const issue = oddOrder(parsed.data) ?? oddAgent(parsed.data);
  if (issue !== undefined) throw invalidValue(file, [issue], yaml.lineOf);
  return parsed.data;
}

/** Each turn of an agent has its place, and follows an earlier one. */
function oddAgent(cassette: Cassette): { path: (string | number)[]; message: string } | undefined {
  if (cassette.cassette === 1 || cassette.agent === undefined) return undefined;
  const { turns } = cassette.agent;
  const count = cassette.script.filter((entry) => "assistant" in entry).length;
  if (turns.length !== count) return { path: ["agent", "turns"], message: `expected ${count}, one a turn` };
  const at = turns.findIndex(({ after }, index) => after > index);
  return at < 0 ? undefined : { path: ["agent", "turns", at, "after"], message: "expected an earlier turn" };
}

function isUnknown({ maxTokens, instructions }: WrittenCassette["model"]): boolean {
  return maxTokens === UNKNOWN || instructions === UNKNOWN;
}

/**
 * Finds faults that no single entry shows: entries out of order, results given twice, or to calls of other tools and
 * the other way round, too few or too many facts.
 */
function oddOrder(cassette: Cassette): { path: (string | number)[]; message: string } | undefined {
  const seen = new Set<number>();
  let own = new Set<number>();
  let before: "start" | "user" | "turn" = "start";
  let turns = 0;
  for (const [index, entry] of cassette.script.entries()) {
    const at = (message: string) => ({ path: ["script", index], message });
    if ("user" in entry) before = "user";
    else if (before === "start") return at("expected a user entry first");
    else if ("assistant" in entry) {
      before = "turn";
      turns += 1;
      own = new Set(ownUsesOf(entry.assistant.map((block) => readBlockEntry(block))).map(({ id }) => id));
    } else if ("result" in entry) {
      if (before !== "turn") return at("expected an assistant entry before its results");
      if ((entry.given !== undefined) !== own.has(entry.result)) {
        return at(`expected given for a call that is own, and only there (call ${entry.result})`);
      }
      if (seen.has(entry.result)) return at(`a second result for call ${entry.result}`);
      seen.add(entry.result);
    }
  }
  const { facts } = cassette;
  if (cassette.cassette !== 1 && cassette.imported === undefined && isUnknown(cassette.model)) {
    return { path: ["model"], message: "expected imported where a setting of the model is unknown" };
  }
  if (facts.turns.length !== turns) return { path: ["facts", "turns"], message: `expected ${turns}, one a turn` };
  if (facts.calls.length !== seen.size)
    return { path: ["facts", "calls"], message: `expected ${seen.size}, one a call` };
  if (cassette.cassette === 1) return undefined;
  const spent = cassette.facts.sampling?.findIndex(([call]) => !seen.has(call)) ?? -1;
  if (spent >= 0) return { path: ["facts", "sampling", spent], message: "expected a call of the script" };
  return oddLearned(cassette, seen);
}
