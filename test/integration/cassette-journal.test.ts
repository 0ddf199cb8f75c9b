import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { findLeftJournals, startJournal } from "../../src/cassette/journal.js";
import { acquireLock } from "../../src/cassette/lock.js";
import { journalFileOf, storePlaceOf, type StorePlace } from "../../src/cassette/store-place.js";

let folder: string;
let place: StorePlace;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mcpvals-journal-"));
  place = storePlaceOf({ name: "travel", folder, config: {} });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const at = "2026-11-27T20:39:00.000Z";
const user = { type: "user", step: 1, text: "one\ntwo" } as const;
const lines = (file: string) =>
  readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
const deadPid = () => spawnSync(process.execPath, ["-e", ""]).pid;

describe("a journal", () => {
  test("has every event on the disk as soon as it is written, under a header, out of git's sight", async () => {
    const journal = await startJournal(place, "Book a table!", at);
    expect(journal.file).toBe(join(folder, ".mcpvals", "journal", "travel", "book-a-table.jsonl"));
    journal.write(user);
    expect(lines(journal.file)).toEqual([
      { journal: 1, workflow: "Book a table!", pid: process.pid, startedAt: at },
      user,
    ]);
    journal.write({ type: "end", end: { kind: "completed" }, ms: 3 });
    expect(lines(journal.file)).toHaveLength(3);
    expect(readFileSync(join(folder, ".mcpvals", ".gitignore"), "utf8")).toBe("*\n");
    journal.close("kept");
  });

  test("is read by nobody else, also where another one was", async () => {
    const file = journalFileOf(place, "x");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "old", { mode: 0o644 });
    const journal = await startJournal(place, "x", at);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    journal.close("kept");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("goes when what it holds must not be kept", async () => {
    const journal = await startJournal(place, "x", at);
    journal.write(user);
    journal.close("refused");
    expect(existsSync(journal.file)).toBe(false);
    expect(findLeftJournals(place)).toEqual([]);
  });

  test("goes when the cassette is written, stays when the outside failed, and is then reported and replaced", async () => {
    const first = await startJournal(place, "x", at);
    first.close("written");
    expect(existsSync(first.file)).toBe(false);
    expect(findLeftJournals(place)).toEqual([]);

    const second = await startJournal(place, "x", at);
    second.write(user);
    expect(findLeftJournals(place)).toEqual([]);
    second.close("kept");
    second.close("written");
    expect(findLeftJournals(place)).toEqual([
      { file: second.file, workflow: "x", pid: process.pid, startedAt: at, events: 1 },
    ]);

    const third = await startJournal(place, "x", at);
    expect(lines(third.file)).toHaveLength(1);
    third.close("written");
    expect(findLeftJournals(place)).toEqual([]);
  });

  test("of a killed process is found, without the line that it did not finish", async () => {
    const pid = deadPid();
    const file = journalFileOf(place, "x");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(`${file}.lock`, `${pid} abc\n`);
    writeFileSync(file, `${JSON.stringify({ journal: 1, workflow: "x", pid, startedAt: at })}\n{"a":1}\n{"b":`);
    expect(findLeftJournals(place)).toEqual([{ file, workflow: "x", pid, startedAt: at, events: 1 }]);
    const journal = await startJournal(place, "x", at);
    expect(findLeftJournals(place)).toEqual([]);
    journal.close("written");
    expect(existsSync(`${file}.lock`)).toBe(false);
  });

  test("of rubbish is passed over", () => {
    const file = journalFileOf(place, "x");
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "rubbish\n");
    expect(findLeftJournals(place)).toEqual([]);
  });

  test("a second recording of the same workflow is refused and names the process; another workflow is not", async () => {
    const journal = await startJournal(place, "x", at);
    await expect(startJournal(place, "x", at)).rejects.toThrow(
      expect.objectContaining({ code: "CASSETTE_LOCKED", message: expect.stringContaining(String(process.pid)) }),
    );
    const other = await startJournal(place, "y", at);
    other.close("written");
    journal.write(user);
    journal.close("written");
    (await startJournal(place, "x", at)).close("written");
  });

  test("that cannot be written says so", async () => {
    writeFileSync(join(folder, ".mcpvals"), "a file");
    await expect(startJournal(place, "x", at)).rejects.toThrow(expect.objectContaining({ code: "WRITE_FAILED" }));
  });
});

describe("a lock", () => {
  const file = () => join(folder, "a", "x.lock");

  test("is held by one at a time, whoever comes", async () => {
    let holders = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const release = await acquireLock(file(), "x", 10_000);
        most = Math.max(most, ++holders);
        await new Promise((resolve) => setTimeout(resolve, 3));
        holders -= 1;
        release();
      }),
    );
    expect(most).toBe(1);
    expect(existsSync(file())).toBe(false);
  });

  test("of a dead process is taken over, by one only", async () => {
    mkdirSync(dirname(file()));
    writeFileSync(file(), `${deadPid()} abc\n`);
    const taken = await Promise.allSettled([1, 2, 3].map(() => acquireLock(file(), "x")));
    expect(taken.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("released twice does not release another's", async () => {
    const release = await acquireLock(file(), "x");
    release();
    await acquireLock(file(), "x");
    release();
    await expect(acquireLock(file(), "x")).rejects.toThrow(expect.objectContaining({ code: "CASSETTE_LOCKED" }));
  });
});
