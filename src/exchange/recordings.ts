// Finds the recordings that answer a request: the same rule for `replay --offline` and `serve`.
import type { JsonValue } from "../json/value.js";
import { matchKeyOf, valueKeyOf } from "./match-key.js";
import { appendTo } from "../append-to.js";

/** All recordings by the request that they answer. Shared by all clients; {@link GivenRecordings} tracks what each one received. */
export class Recordings<T> {
  private readonly byKey = new Map<string, T[]>();
  /** The key of the first recording with the same values, for requests that write a number differently. */
  private readonly keyByValue = new Map<string, string>();

  /** Adds the next recording, in the order in which they are played. */
  add(method: string, params: JsonValue | undefined, recording: T): void {
    const key = matchKeyOf(method, params);
    appendTo(this.byKey, key, recording);
    const valueKey = valueKeyOf(method, params);
    if (!this.keyByValue.has(valueKey)) this.keyByValue.set(valueKey, key);
  }

  /** The recordings of a request, and their common key; empty for a request that was never recorded. */
  find(method: string, params: JsonValue | undefined): { key: string; all: readonly T[] } {
    const exact = matchKeyOf(method, params);
    const key = this.byKey.has(exact) ? exact : (this.keyByValue.get(valueKeyOf(method, params)) ?? exact);
    return { key, all: this.byKey.get(key) ?? [] };
  }
}

/** Tracks what one client received: each recording of a request once, in order. */
export class GivenRecordings {
  private readonly cursors = new Map<string, number>();

  /** The next of several recordings; if `repeatable`, the last one again. `cursor` names the series. */
  next<T>(all: readonly T[], cursor: string, repeatable: boolean): T | undefined {
    const at = this.cursors.get(cursor) ?? 0;
    this.cursors.set(cursor, at + 1);
    return all[repeatable ? Math.min(at, all.length - 1) : at];
  }
}

/**
 * Says that all recordings of a request were used. `what`: what the request has in common with them, `params` or
 * `arguments`.
 */
export function describeUsedUp(asked: string, what: string, times: number): string {
  return `${asked} was recorded ${times === 1 ? "once" : `${times} times`} with these ${what}, and all of that is played`;
}
