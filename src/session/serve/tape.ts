// Arranges a session for playing: its recordings by the request that they answer, and the server's own messages by
// their place. Pure; shared by all clients: playback.ts tracks what each one received.
import type { Session, SessionExchange, SessionNotification, SessionServerRequest } from "../../trace/session.js";
import { Recordings } from "../../exchange/recordings.js";
import { changedKindOf, matchKeyOf, listKindOf, askedNameOf, type ListedKind } from "../../exchange/match-key.js";
import { appendTo } from "../../append-to.js";

/** One recorded exchange. */
export interface RecordedExchange {
  /** Its place in the session. */
  index: number;
  exchange: SessionExchange;
  /** Equal for all recordings of the same request. */
  key: string;
  name: string | undefined;
  /** From 1, among the recordings of the same method and name. */
  ordinal: number;
  /** For a list: how often lists of its kind had changed before. */
  epoch: number;
}

/** What the server sent outside any exchange, or to a subscription. */
export interface Loose {
  /**
   * The place of the client's last message before it: this message is due once that, or anything after it, is played.
   */
  anchor: number;
  /** True where it is due before the anchor's answer, false where after. */
  before: boolean;
  /** Seconds between the anchor's answer and this. */
  delay: number;
  entry: SessionNotification | SessionServerRequest;
}

export interface ListChange {
  kind: ListedKind;
  /** How often lists of this kind have changed, this change included. */
  epoch: number;
}

export interface ServeTape {
  session: Session;
  recordings: readonly RecordedExchange[];
  /** The recordings by the request that they answer. */
  byRequest: Recordings<RecordedExchange>;
  /** The recordings by method and name, for finding the nearest. */
  byName: ReadonlyMap<string, readonly RecordedExchange[]>;
  /** In the order in which they are due. */
  loose: readonly Loose[];
  /** Notifications that say that a list has changed. */
  changes: ReadonlyMap<SessionNotification | SessionServerRequest, ListChange>;
  /** The places of the client's notifications, by method. */
  clientNotifications: ReadonlyMap<string, readonly number[]>;
}

/** Method and name together; the method alone where there is no name. */
export function nameKeyOf(method: string, name: string | undefined): string {
  return name === undefined ? method : `${method} ${name}`;
}

/** Arranges a session in the order in which it is played. */
export function buildTape(session: Session): ServeTape {
  const changes = orderChanges(session);
  const recordings: RecordedExchange[] = [];
  const byRequest = new Recordings<RecordedExchange>();
  const byName = new Map<string, RecordedExchange[]>();
  const clientNotifications = new Map<string, number[]>();
  const shared = shareRequests(session);
  for (const [index, entry] of session.entries.entries()) {
    if (entry.kind === "notification" && entry.from === "client") appendTo(clientNotifications, entry.method, index);
    if (entry.kind !== "exchange") continue;
    const name = askedNameOf(entry.params);
    const nameKey = nameKeyOf(entry.method, name);
    const recording: RecordedExchange = {
      index,
      exchange: withShared(entry, shared.get(entry)),
      key: matchKeyOf(entry.method, entry.params),
      name,
      ordinal: (byName.get(nameKey)?.length ?? 0) + 1,
      epoch: epochOf(entry, index, changes),
    };
    recordings.push(recording);
    byRequest.add(entry.method, entry.params, recording);
    appendTo(byName, nameKey, recording);
  }
  const byEntry = new Map(changes.map(({ entry, kind, epoch }) => [entry, { kind, epoch }]));
  return {
    session,
    recordings,
    byRequest,
    byName,
    loose: orderLoose(session),
    changes: byEntry,
    clientNotifications,
  };
}

/** The server's requests that may belong to an exchange, although they were recorded under another one. */
function shareRequests({ entries }: Session): ReadonlyMap<SessionExchange, readonly SessionServerRequest[]> {
  const shared = new Map<SessionExchange, SessionServerRequest[]>();
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== "exchange") continue;
    for (const one of entry.during) {
      if (one.kind !== "request") continue;
      for (const further of one.orUnder ?? []) {
        const other = entries[index + further];
        if (other?.kind === "exchange") appendTo(shared, other, one);
      }
    }
  }
  return shared;
}

/** Lets the first of them that is played send the request, and all of them wait for the client's answer. */
function withShared(entry: SessionExchange, shared: readonly SessionServerRequest[] = []): SessionExchange {
  if (shared.length === 0) return entry;
  return { ...entry, during: [...shared, ...entry.during].toSorted((a, b) => a.at - b.at) };
}

interface PlacedChange extends ListChange {
  entry: SessionNotification | SessionServerRequest;
  index: number;
}

function orderChanges(session: Session): PlacedChange[] {
  const found = session.entries.flatMap((entry, index) =>
    (entry.kind === "exchange" ? entry.during : [entry]).flatMap((inner) => {
      const kind = changedKindOf(inner.method);
      return kind === undefined ? [] : [{ entry: inner, index, kind }];
    }),
  );
  const counts: Record<ListedKind, number> = { tools: 0, prompts: 0, resources: 0 };
  return found.toSorted((a, b) => a.entry.at - b.entry.at).map((one) => ({ ...one, epoch: ++counts[one.kind] }));
}

/**
 * Counts changes under an exchange that was still open when the list was requested only if they came before that
 * request.
 */
function epochOf(entry: SessionExchange, index: number, changes: readonly PlacedChange[]): number {
  const kind = listKindOf(entry.method);
  if (kind === undefined) return 0;
  const before = changes.filter((one) => one.kind === kind && one.index < index && one.entry.at <= entry.at);
  return Math.max(0, ...before.map((one) => one.epoch));
}

function orderLoose({ entries }: Session): Loose[] {
  const loose: Loose[] = [];
  let anchor = 0;
  for (const [index, entry] of entries.entries()) {
    if (entry.kind === "exchange" || (entry.kind === "notification" && entry.from === "client")) anchor = index;
    else loose.push({ anchor, before: false, delay: Math.max(0, entry.at - endOf(entries[anchor])), entry });
    if (entry.kind === "exchange" && entry.method === "subscriptions/listen") {
      loose.push(...subscribed(entry, entries));
    }
  }
  const rank = (one: Loose): number => 2 * one.anchor + (one.before ? 0 : 1);
  return loose.toSorted((a, b) => rank(a) - rank(b) || a.entry.at - b.entry.at);
}

/** A subscription stays open during what follows, so each of its notifications is placed by its time. */
function subscribed(listen: SessionExchange, entries: Session["entries"]): Loose[] {
  const said = listen.during.filter(({ method }) => method !== "notifications/subscriptions/acknowledged");
  return said.map((entry) => {
    const anchor = entries.findLastIndex((one) => one.kind === "exchange" && one.at <= entry.at);
    const under = entries[anchor];
    const end = endOf(under);
    return {
      anchor: Math.max(0, anchor),
      before: under !== listen && entry.at < end,
      delay: Math.max(0, entry.at - end),
      entry,
    };
  });
}

function endOf(entry: Session["entries"][number] | undefined): number {
  if (entry === undefined) return 0;
  return entry.kind === "exchange" && entry.method !== "subscriptions/listen" ? entry.at + entry.ms / 1000 : entry.at;
}
