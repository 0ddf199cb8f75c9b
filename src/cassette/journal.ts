// Writes what a run did so far to the disk, line by line, so that something is left when the recording breaks off.
import { readJson } from "../json/read-json.js";
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { RunEvent } from "../trace/events.js";
import { writeFailed } from "./write-whole.js";
import { codeOf } from "./read-limited.js";
import { ignoreState } from "./ignore-state.js";
import { refuseLinkedStore, refuseLinks } from "./refuse-links.js";
import { acquireLock, lockHolder } from "./lock.js";
import { cassetteFileOf, journalFileOf, type StorePlace } from "./store-place.js";

export interface Journal {
  file: string;
  /** Appends an event, handed to the system when this returns. Throws WRITE_FAILED. */
  write(event: RunEvent | JsonValue): void;
  /**
   * `written`: the cassette exists, so the journal is removed. `kept`: something outside failed. `refused`: the journal
   * holds a secret and is removed. Safe to call twice.
   */
  close(outcome: "written" | "kept" | "refused"): void;
}

/** A journal that no living process writes. */
export interface LeftJournal {
  file: string;
  workflow: string;
  pid: number;
  /** ISO 8601, UTC. */
  startedAt: string;
  /** Completely written events. */
  events: number;
}

/**
 * Starts the journal of a workflow, and replaces one that was left. Only one recording of a workflow at a time: while
 * another one runs, throws CASSETTE_LOCKED, which names the process.
 */
export async function startJournal(place: StorePlace, workflow: string, startedAt: string): Promise<Journal> {
  const file = journalFileOf(place, workflow);
  refuseLinks(file, dirname(place.state));
  refuseLinks(cassetteFileOf(place, workflow), dirname(place.state));
  refuseLinkedStore(place);
  const release = await acquireLock(`${file}.lock`, `workflow "${workflow}"`);
  let descriptor: number;
  try {
    mkdirSync(dirname(file), { recursive: true });
    ignoreState(place);
    // The new file is private, whatever the mode of the old one was.
    rmSync(file, { force: true });
    descriptor = openSync(file, "wx", 0o600);
  } catch (error) {
    release();
    throw writeFailed(file, error);
  }
  let isOpen = true;
  const writeLine = (value: unknown): void => {
    try {
      writeSync(descriptor, `${JSON.stringify(value)}\n`);
    } catch (error) {
      throw writeFailed(file, error);
    }
  };
  const journal: Journal = {
    file,
    write(event) {
      if (isOpen) writeLine(event);
    },
    close(outcome) {
      if (!isOpen) return;
      isOpen = false;
      closeSync(descriptor);
      if (outcome !== "kept") rmSync(file, { force: true });
      release();
    },
  };
  try {
    writeLine({ journal: 1, workflow, pid: process.pid, startedAt });
  } catch (error) {
    journal.close("written");
    throw error;
  }
  return journal;
}

/** The journals of the suite that were left by a process that died, or by a run that broke off. */
export function findLeftJournals(place: StorePlace): LeftJournal[] {
  const folder = dirname(journalFileOf(place, "any"));
  return filesIn(folder)
    .filter((name) => name.endsWith(".jsonl") && lockHolder(join(folder, `${name}.lock`)) === undefined)
    .toSorted()
    .flatMap((name) => readHeader(join(folder, name)) ?? []);
}

function readHeader(file: string): LeftJournal | undefined {
  const lines = readFileSync(file, "utf8").split("\n");
  const header = readJson(lines[0] ?? "");
  if (!isJsonObject(header)) return undefined;
  const { workflow, pid, startedAt } = header;
  if (typeof workflow !== "string" || typeof pid !== "number" || typeof startedAt !== "string") return undefined;
  return { file, workflow, pid, startedAt, events: Math.max(0, lines.length - 2) };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}
