// Tells which drift of a run was found after its recording stopped proving anything, and is information only.
import type { Drift } from "./drift.js";

/** `from`: the first turn that is no evidence; undefined where all are. Results of that turn and later ones count. */
export function isAfterGround({ where }: Pick<Drift, "where">, from: number | undefined): boolean {
  return from !== undefined && where.part === "result" && where.turn !== undefined && where.turn >= from;
}
