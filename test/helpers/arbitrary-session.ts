// Arbitraries for sessions: what any client and any server may have said.
import fc from "fast-check";
import type { Session, SessionEntry, SessionNotification, SessionServerRequest } from "../../src/trace/session.js";
import { jsonObject, jsonValue, nastyString } from "./arbitrary-json.js";

const time = fc.integer({ min: 0, max: 10_000_000 }).map((thousandth) => thousandth / 1000);
const answer = fc.oneof(
  jsonValue.map((result) => ({ result })),
  jsonValue.map((error) => ({ error })),
  fc
    .tuple(
      fc.array(
        fc.oneof(
          jsonValue,
          nastyString.map((text) => ({ type: "text", text })),
          jsonObject.map((value) => ({ type: "text", text: JSON.stringify(value, null, 2) })),
          fc.constant({ type: "image", mimeType: "image/png", data: Buffer.alloc(1500, "png").toString("base64") }),
        ),
        { maxLength: 3 },
      ),
      jsonObject,
    )
    .map(([content, fields]) => ({ result: { ...fields, content } })),
);
const maybe = <T extends object>(of: fc.Arbitrary<T>): fc.Arbitrary<Partial<T>> => fc.oneof(of, fc.constant({}));
const params = maybe(fc.record({ params: jsonValue }));
const notification: fc.Arbitrary<SessionNotification> = fc
  .tuple(
    fc.record({
      kind: fc.constant("notification" as const),
      from: fc.constantFrom("client", "server"),
      method: nastyString,
      at: time,
    }),
    params,
  )
  .map(([base, more]) => ({ ...base, ...more }) as SessionNotification);
const request: fc.Arbitrary<SessionServerRequest> = fc
  .tuple(
    fc.record({ kind: fc.constant("request" as const), method: nastyString, at: time }),
    params,
    maybe(fc.record({ answer })),
    maybe(fc.record({ orUnder: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 3 }) })),
  )
  .map(([base, more, said, also]) => ({ ...base, ...more, ...said, ...also }) as SessionServerRequest);
const exchange = fc
  .tuple(
    fc.record({
      kind: fc.constant("exchange" as const),
      method: nastyString,
      during: fc.array(fc.oneof(notification, request), { maxLength: 3 }),
      at: time,
      ms: time,
    }),
    params,
    maybe(fc.record({ answer })),
    maybe(fc.record({ wantsProgress: fc.constant(true as const) })),
    maybe(fc.record({ cancelled: fc.constant(true as const) })),
    maybe(fc.record({ http: fc.integer({ min: 100, max: 599 }) })),
    maybe(
      fc.record({
        rounds: fc.array(fc.record({ required: jsonObject, responses: jsonValue }), { minLength: 1, maxLength: 2 }),
      }),
    ),
  )
  .map((parts) => Object.assign({}, ...parts) as SessionEntry);

/** What may stand in a session. */
export const sessionEntry: fc.Arbitrary<SessionEntry> = fc.oneof(exchange, notification, request);

/** A whole session. */
export const session: fc.Arbitrary<Session> = fc.record({
  name: nastyString,
  transport: fc.constantFrom("stdio", "http"),
  era: fc.constantFrom("legacy", "modern"),
  server: fc.record({ name: nastyString, version: nastyString, protocol: nastyString }),
  entries: fc.array(sessionEntry, { maxLength: 5 }),
  findings: fc.array(nastyString, { maxLength: 2 }),
  startedAt: fc.constant("2026-11-28T01:00:00.000Z"),
  ms: time,
});
