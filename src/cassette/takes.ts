// Finds the takes of a workflow: the cassettes of further trials, beside that of the first.
import { readdir, rm } from "node:fs/promises";
import { basename } from "node:path";
import { appendTo } from "../append-to.js";
import type { Cassette } from "./schema.js";
import { cassetteFileOf, type StorePlace } from "./store-place.js";

const TAKE = /^(.*)\.take-([1-9]\d{0,3})\.yaml$/;

/** Which take of its workflow a cassette is, from 1. */
export function takeOf(cassette: Cassette): number {
  return "trials" in cassette ? (cassette.trials?.take ?? 1) : 1;
}

/** The path of the first take's cassette, for that of another take; the path itself for any other file. */
export function firstTakeOf(path: string): string {
  const [, first, take] = TAKE.exec(path) ?? [];
  return first !== undefined && Number(take) > 1 ? `${first}.yaml` : path;
}

/** Finds the takes that lie beside the first one of a workflow, in order. */
export type TakesReader = (workflow: string) => Promise<readonly number[]>;

/** Reads the folder once, when it is first asked. */
export function createTakesReader(place: StorePlace): TakesReader {
  let all: Promise<ReadonlyMap<string, readonly number[]>> | undefined;
  return async (workflow) => {
    const first = basename(cassetteFileOf(place, workflow), ".yaml");
    return (await (all ??= readTakes(place.cassettes))).get(first) ?? [];
  };
}

/** By the name of the first one's file. */
async function readTakes(folder: string): Promise<Map<string, number[]>> {
  const all = new Map<string, number[]>();
  for (const name of await readdir(folder).catch(() => [])) {
    const [, slug, take] = TAKE.exec(name) ?? [];
    if (slug !== undefined && Number(take) > 1) appendTo(all, slug, Number(take));
  }
  for (const takes of all.values()) takes.sort((a, b) => a - b);
  return all;
}

/** Removes takes of an earlier recording. */
export async function removeTakes(place: StorePlace, workflow: string, takes: readonly number[]): Promise<void> {
  for (const take of takes) await rm(cassetteFileOf(place, workflow, take), { force: true });
}
