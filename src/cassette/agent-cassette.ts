// Reads and writes the cassette of an agent that `wrap` recorded: one file that holds the contracts, with blobs beside it.
import { dirname, join } from "node:path";
import { McpvalsError } from "../errors.js";
import { toJson } from "../json/to-json.js";
import type { Contract } from "../trace/contract.js";
import { contractsIn } from "../trace/servers.js";
import type { AgentPart } from "./agent-schema.js";
import { BLOB_LIMIT } from "./blobs.js";
import { serializeCassette } from "./cassette-text.js";
import { contractInOrder } from "./contract-file.js";
import { notOfAnAgent } from "./kind.js";
import { readCassette } from "./read-cassette.js";
import type { WrittenCassette } from "./schema.js";
import type { Scan } from "./store.js";
import { displayPath } from "./store-place.js";
import { writeWhole } from "./write-whole.js";
import { withContracts } from "./written-servers.js";
import { TEXT_LIMIT, tooLarge } from "./yaml-read.js";

export interface AgentCassette {
  /** Without what it says of the agent: as the agent's model and servers had the run. */
  cassette: WrittenCassette;
  contract: Contract;
  agent: AgentPart;
}

/** Writes the file as a whole, after its blobs. Throws SECRET_FOUND, CASSETTE_TOO_LARGE. */
export async function writeAgentCassette(
  file: string,
  { cassette, contract, agent }: { cassette: WrittenCassette; contract: Contract; agent: AgentPart },
  scan: Scan,
): Promise<void> {
  const own = new Map(contractsIn(contract).map(({ server, contract: one }) => [server, contractInOrder(one)]));
  const whole = withContracts(
    { ...cassette, kind: "agent", agent },
    (written, name) => own.get(name) ?? written.contract,
  );
  const { text, blobs } = serializeCassette(whole);
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

/** Throws CASSETTE_MISSING, and what `readCassette` throws; CASSETTE_INVALID for the recording of a workflow. */
export async function readAgentCassette(file: string): Promise<AgentCassette> {
  const shown = displayPath(file);
  const { cassette, contract } = await readCassette(file).catch((error: unknown) => {
    if (!(error instanceof McpvalsError) || error.code !== "CASSETTE_MISSING") throw error;
    const fix = `Record it: mcpvals wrap --record ${shown} -- CMD…`;
    throw new McpvalsError("CASSETTE_MISSING", error.message, { fix });
  });
  if (cassette.cassette === 1 || cassette.agent === undefined) throw notOfAnAgent(shown);
  const { agent, ...run } = cassette;
  return { cassette: run, contract, agent };
}
