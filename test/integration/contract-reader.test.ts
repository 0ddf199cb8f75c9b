// The contract of a suite is read and parsed once in a command, however many cassettes name it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { createContractReader } from "../../src/cassette/contract-reader.js";
import { readCassette } from "../../src/cassette/read-cassette.js";
import { readLimited } from "../../src/cassette/read-limited.js";
import { storePlaceOf, type StorePlace } from "../../src/cassette/store-place.js";
import { writeCassette } from "../../src/cassette/store.js";
import { example, extras } from "../unit/cassette/example.js";

let folder: string;
let place: StorePlace;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mcpvals-contracts-"));
  place = storePlaceOf({ name: "travel", folder, config: {} });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const tools = Array.from({ length: 500 }, (_, at) => ({
  name: `tool_${at}`,
  description: `Does the thing with the number ${at}.`,
  inputSchema: { type: "object", properties: { city: { type: "string" } } },
}));
const write = (workflow: string, instructions = "Be quick.") => {
  const contract = { ...example.contract, tools, instructions };
  return writeCassette(place, { cassette: buildCassette({ ...example, workflow, contract }, extras), contract });
};
/** A reader that counts what it reads. */
const counting = (damaged = false) => {
  const counted = { reads: 0 };
  const contracts = createContractReader(async (path, limit) => {
    counted.reads += 1;
    return damaged && counted.reads === 1 ? undefined : readLimited(path, limit);
  });
  return { counted, contracts };
};

describe("the contracts of a command", () => {
  test("of 500 tools is parsed once for all cassettes, also for those that are read at the same time", async () => {
    const files = [await write("one"), await write("two"), await write("three")];
    const { counted, contracts } = counting();
    const stored = await Promise.all(files.map((file) => readCassette(file, { contracts })));
    const again = await readCassette(files[0] ?? "", { contracts });
    expect(counted.reads).toBe(1);
    expect(new Set([...stored, again].map(({ contract }) => contract)).size).toBe(1);
    expect(again.contract.tools).toHaveLength(500);
  });

  test("are read again once a missing file is restored, and when many others came between", async () => {
    const file = await write("one");
    const { counted, contracts } = counting(true);
    await expect(readCassette(file, { contracts })).rejects.toThrow(
      expect.objectContaining({ code: "CASSETTE_FILE_MISSING" }),
    );
    await readCassette(file, { contracts });
    expect(counted.reads).toBe(2);
    for (let at = 0; at < 16; at++) await readCassette(await write(`other ${at}`, `Be ${at}.`), { contracts });
    await readCassette(file, { contracts });
    expect(counted.reads).toBe(2 + 16 + 1);
  });
});
