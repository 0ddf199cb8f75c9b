// Reads and writes the cassette of an agent: one file that holds the contract, with blobs beside it. Treats what it
// reads as hostile.
import { dirname, join } from "node:path";
import { McpvalsError } from "../errors.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import { toJson } from "../json/to-json.js";
import type { Contract } from "../trace/contract.js";
import { agentSchema, type AgentPart } from "./agent-schema.js";
import { BLOB_LIMIT, extractBlobs, insertBlobs, isBlob } from "./blobs.js";
import { cassetteYaml } from "./cassette-yaml.js";
import { parseCassette } from "./cassette-text.js";
import { foldDeep, unfoldDeep } from "./deep.js";
import { invalidValue } from "./invalid.js";
import { refuseKind } from "./kind.js";
import { missingBeside } from "./missing-beside.js";
import { openCassette } from "./open-text.js";
import { decodeText, readLimited } from "./read-limited.js";
import type { Cassette, WrittenCassette } from "./schema.js";
import { addSeal } from "./seal.js";
import type { Scan } from "./store.js";
import { displayPath } from "./store-place.js";
import { writeWhole } from "./write-whole.js";
import { TEXT_LIMIT, tooLarge } from "./yaml-read.js";

export interface AgentCassette {
  cassette: Cassette;
  contract: Contract;
  agent: AgentPart;
}

/** Writes the file as a whole, after its blobs. Throws SECRET_FOUND, CASSETTE_TOO_LARGE. */
export async function writeAgentCassette(
  file: string,
  { cassette, contract, agent }: { cassette: WrittenCassette; contract: Contract; agent: AgentPart },
  scan: Scan,
): Promise<void> {
  const whole = { ...cassette, kind: "agent", server: { ...cassette.server, contract }, agent };
  const { value, blobs } = extractBlobs(foldDeep(toJson(whole)));
  const text = addSeal(cassetteYaml(value));
  const shown = displayPath(file);
  scan(shown, { value: toJson(whole), bytes: Buffer.from(text) });
  for (const [name, bytes] of blobs) scan(`blob ${name} of ${shown}`, { value: null, bytes });
  const size = Buffer.byteLength(text);
  if (size > TEXT_LIMIT) throw tooLarge(shown, size, TEXT_LIMIT);
  for (const [name, bytes] of blobs) {
    if (bytes.length > BLOB_LIMIT) throw tooLarge(`blob ${name} of ${shown}`, bytes.length, BLOB_LIMIT);
    await writeWhole(join(dirname(file), "blobs", name), bytes);
  }
  await writeWhole(file, text);
}

/** Throws CASSETTE_MISSING, and what `readCassette` throws. */
export async function readAgentCassette(file: string): Promise<AgentCassette> {
  const shown = displayPath(file);
  const bytes = await readLimited(file, TEXT_LIMIT);
  if (bytes === undefined) {
    throw new McpvalsError("CASSETTE_MISSING", `no cassette ${shown}`, {
      fix: `Record it: mcpvals wrap --record ${shown} -- CMD…`,
    });
  }
  const opened = openCassette(decodeText(bytes, shown), shown);
  refuseKind(opened.yaml.value, "workflow", shown);
  refuseKind(opened.yaml.value, "session", shown);
  const blobs = new Map<string, Uint8Array>();
  for (const name of opened.blobs) blobs.set(name, await readBlob(join(dirname(file), "blobs", name), name, shown));
  const { value } = opened.yaml;
  if (!isJsonObject(value))
    throw invalidValue(shown, [{ path: [], message: "expected a mapping" }], opened.yaml.lineOf);
  const { agent: given, ...rest } = value;
  const parsed = agentSchema.safeParse(unfoldDeep(insertBlobs(given ?? null, blobs)));
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => ({ ...issue, path: ["agent", ...issue.path] }));
    throw invalidValue(shown, issues, opened.yaml.lineOf);
  }
  const workflow: JsonValue = { ...rest, kind: "workflow" };
  const cassette = parseCassette({ ...opened, yaml: { ...opened.yaml, value: workflow } }, blobs);
  const contract = cassette.server?.contract;
  const issue =
    contract === undefined || typeof contract === "string"
      ? { path: ["server", "contract"], message: "expected a contract" }
      : oddTurns(cassette, parsed.data);
  if (issue !== undefined || contract === undefined || typeof contract === "string") {
    throw invalidValue(shown, issue === undefined ? [] : [issue], opened.yaml.lineOf);
  }
  return { cassette, contract, agent: parsed.data };
}

/** Each turn has its place, and follows an earlier one. */
function oddTurns(
  { script }: Cassette,
  { turns }: AgentPart,
): { path: (string | number)[]; message: string } | undefined {
  const count = script.filter((entry) => "assistant" in entry).length;
  if (turns.length !== count) return { path: ["agent", "turns"], message: `expected ${count}, one a turn` };
  const at = turns.findIndex(({ after }, index) => after > index);
  return at < 0 ? undefined : { path: ["agent", "turns", at, "after"], message: "expected an earlier turn" };
}

async function readBlob(path: string, name: string, cassette: string): Promise<Uint8Array> {
  const bytes = await readLimited(path, BLOB_LIMIT);
  if (bytes === undefined) throw missingBeside("blob", path, cassette);
  if (isBlob(name, bytes)) return bytes;
  throw new McpvalsError("CASSETTE_INVALID", `${displayPath(path)}: its content does not fit its name`, {
    evidence: `${cassette} needs it as it was recorded.`,
    fix: `Restore it: git checkout -- ${displayPath(path)}`,
  });
}
