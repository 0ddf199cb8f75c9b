// Tracks what one client has received of a tape: finds the recording that answers a request, or says why there is none,
// and lists the server's own messages that are due. Pure except for its own state; sends nothing.
import type { JsonObject, JsonValue } from "../../json/value.js";
import { findNearest } from "../../trace/nearest.js";
import type { SessionNotification, SessionServerRequest } from "../../trace/session.js";
import { describeUsedUp, GivenRecordings } from "../../exchange/recordings.js";
import { titleOf } from "./ledger.js";
import { askedOf, isRepeatable, listKindOf, askedNameOf, type ListedKind } from "../../exchange/match-key.js";
import { nameKeyOf, type Loose, type RecordedExchange, type ServeTape } from "./tape.js";

/** A request that no recording answers. */
export interface Miss {
  message: string;
  /** For a miss with a similar recording: its params, and where they differ. */
  data?: JsonObject;
}

export type Found = { recording: RecordedExchange } | { miss: Miss };

export interface Playback {
  /** The next recording of a request. */
  take(method: string, params: JsonValue | undefined): Found;
  /**
   * Takes note that a place of the session was played; returns the messages that are now due, in order. `phase`: before
   * or after its answer.
   */
  reach(index: number, phase: "before" | "after"): Loose[];
  /** Takes note of a notification by the client; otherwise the same as {@link reach}. */
  reachNotification(method: string): Loose[];
  /**
   * Takes note of a message that the server sent, or left out because the client did not want it: from then on, lists
   * have the changed contents.
   */
  passed(entry: SessionNotification | SessionServerRequest): void;
}

/** The state of a client at the beginning of a tape. */
export function createPlayback(tape: ServeTape): Playback {
  const given = new GivenRecordings();
  const notified = new Map<string, number>();
  const epochs: Record<ListedKind, number> = { tools: 0, prompts: 0, resources: 0 };
  let due = 0;

  const takeList = (kind: ListedKind, key: string, all: readonly RecordedExchange[]): RecordedExchange | undefined => {
    // A list from before its change does not answer a request after it, and vice versa.
    const past = all.filter((one) => one.epoch <= epochs[kind]).map((one) => one.epoch);
    const epoch = past.length > 0 ? Math.max(...past) : Math.min(...all.map((one) => one.epoch));
    const ofEpoch = all.filter((one) => one.epoch === epoch);
    return given.next(ofEpoch, `${key} ${epoch}`, true);
  };

  const reach = (index: number, phase: "before" | "after"): Loose[] => {
    const from = due;
    for (let one = tape.loose[due]; one !== undefined; one = tape.loose[++due]) {
      if (one.anchor > index || (one.anchor === index && phase === "before" && !one.before)) break;
    }
    return tape.loose.slice(from, due);
  };

  return {
    take(method, params) {
      const { key, all } = tape.byRequest.find(method, params);
      const kind = listKindOf(method);
      const recording =
        all.length > 0 && kind !== undefined ? takeList(kind, key, all) : given.next(all, key, isRepeatable(method));
      return recording === undefined ? { miss: describeMiss(tape, method, params, all) } : { recording };
    },
    reach,
    reachNotification(method) {
      const places = tape.clientNotifications.get(method) ?? [];
      const at = notified.get(method) ?? 0;
      notified.set(method, at + 1);
      const place = places[Math.min(at, places.length - 1)];
      return place === undefined ? [] : reach(place, "after");
    },
    passed(entry) {
      const change = tape.changes.get(entry);
      if (change !== undefined) epochs[change.kind] = Math.max(epochs[change.kind], change.epoch);
    },
  };
}

/** Of how many recordings the nearest is sought, so that a miss does not take seconds. */
const LOOKED_AT = 1000;

function describeMiss(
  tape: ServeTape,
  method: string,
  params: JsonValue | undefined,
  same: readonly RecordedExchange[],
): Miss {
  const name = askedNameOf(params);
  const asked = name === undefined ? method : `${method} ${name}`;
  if (same.length > 0) return { message: describeUsedUp(asked, "params", same.length) };
  const named = tape.byName.get(nameKeyOf(method, name)) ?? [];
  const nearest = findNearest(askedOf(method, params), named.slice(0, LOOKED_AT), (one) =>
    askedOf(method, one.exchange.params),
  );
  if (nearest === undefined) return { message: `${asked} was never recorded${otherNames(tape, method)}` };
  const { candidate } = nearest;
  const places = nearest.places.map((place) => place.replace(/\/\$number$/, ""));
  const which = named.length === 1 ? "the one that is recorded" : `the nearest recorded, ${titleOf(candidate, tape)},`;
  return {
    message: `${asked} was never recorded with these params; ${which} differs at ${places.join(", ")}`,
    data: { nearest: askedOf(method, candidate.exchange.params), differs: places },
  };
}

function otherNames(tape: ServeTape, method: string): string {
  const names = tape.recordings.flatMap((one) =>
    one.exchange.method === method && one.name !== undefined ? [one.name] : [],
  );
  const distinct = [...new Set(names)];
  if (distinct.length === 0) return "";
  const shown = distinct.slice(0, 10).join(", ");
  return `; recorded are ${shown}${distinct.length > 10 ? ` and ${distinct.length - 10} more` : ""}`;
}
