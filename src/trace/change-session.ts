// A session and a change for its texts in (places or secrets hidden, or shown), the changed session out. Pure.
import type { JsonValue } from "../json/value.js";
import type { Session, SessionEntry, SessionNotification, SessionServerRequest } from "./session.js";

/** Changes the strings in a value and leaves its form as it is. */
export type ChangeValue = <T extends JsonValue>(value: T) => T;

/** Everything that either side said. */
export function changeSession(session: Session, change: ChangeValue): Session {
  const { name, version, protocol } = session.server;
  return {
    ...session,
    server: { name: change(name), version: change(version), protocol: change(protocol) },
    entries: session.entries.map((entry) => changeEntry(entry, change)),
    findings: change(session.findings),
  };
}

/** The same for one entry. */
export function changeEntry(entry: SessionEntry, change: ChangeValue): SessionEntry {
  if (entry.kind !== "exchange") return changeDuring(entry, change);
  const { params, answer, rounds, during } = entry;
  return {
    ...entry,
    ...(params === undefined ? {} : { params: change(params) }),
    ...(answer === undefined ? {} : { answer: change(answer) }),
    ...(rounds === undefined
      ? {}
      : {
          rounds: rounds.map(({ required, responses }) => ({
            required: change(required),
            responses: change(responses),
          })),
        }),
    during: during.map((one) => changeDuring(one, change)),
  };
}

function changeDuring<T extends SessionNotification | SessionServerRequest>(entry: T, change: ChangeValue): T {
  const params = entry.params === undefined ? {} : { params: change(entry.params) };
  const answer = "answer" in entry && entry.answer !== undefined ? { answer: change(entry.answer) } : {};
  return { ...entry, ...params, ...answer };
}
