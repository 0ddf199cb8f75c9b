// Changes every string of a session by a given function, which hides or shows places or secrets. Pure.
import type { JsonValue } from "../json/value.js";
import type { Session, SessionEntry, SessionNotification, SessionServerRequest } from "./session.js";

/** Changes the strings in a value and keeps its structure. */
export type ChangeValue = <T extends JsonValue>(value: T) => T;

/** Changes everything that either side sent. */
export function changeSession(session: Session, change: ChangeValue): Session {
  const { name, version, protocol } = session.server;
  return {
    ...session,
    server: { name: change(name), version: change(version), protocol: change(protocol) },
    entries: session.entries.map((entry) => changeEntry(entry, change)),
    findings: change(session.findings),
  };
}

/** Changes one entry. */
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
