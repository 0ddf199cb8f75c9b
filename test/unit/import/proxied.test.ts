// What a proxied session says of which calls overlapped: more than the rounding of its times.
import fc from "fast-check";
import { expect, test } from "vitest";
import { buildSession } from "../../../src/exchange/session-builder.js";
import { readProxied } from "../../../src/import/proxied.js";
import { buildFrame, type Frame } from "../../../src/proxy/tap.js";
import type { Session } from "../../../src/trace/session.js";

interface Call {
  /** Milliseconds. */
  from: number;
  to: number;
}

function sessionOf(calls: readonly Call[]): Session {
  const message = (from: Frame["from"], at: number, value: object): Frame =>
    buildFrame(from, at, Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...value })));
  const params = { name: "look", arguments: {} };
  const frames = calls.flatMap(({ from, to }, id) => [
    message("client", from, { id, method: "tools/call", params }),
    message("server", to, { id, result: { content: [] } }),
  ]);
  const facts = { name: "s", transport: "stdio", startedAt: "2026-01-01T00:00:00.000Z" } as const;
  return buildSession(
    [message("client", 0, { method: "notifications/x" }), ...frames.toSorted((a, b) => a.at - b.at)],
    facts,
  );
}

const turnsOf = (session: Session): number[] =>
  readProxied(session).steps.flatMap(({ turns }) => turns.map(({ blocks }) => blocks.length));

const duration = fc.double({ min: 0.001, max: 5, noNaN: true });
const pause = fc.double({ min: 0, max: 2, noNaN: true });

test("calls that followed each other, however fast, are turns of their own; also in a session with whole milliseconds", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(pause, duration), { minLength: 1, maxLength: 8 }), (gaps) => {
      let at = 0;
      const calls = gaps.map(([gap, ms]): Call => ({ from: (at += gap), to: (at += ms) }));
      const session = sessionOf(calls);
      const coarse = {
        ...session,
        entries: session.entries.map((entry) => ({ ...entry, at: Math.round(entry.at * 1000) / 1000 })),
      };
      const alone = calls.map(() => 1);
      expect([turnsOf(session), turnsOf(coarse)]).toEqual([alone, alone]);
    }),
  );
});

test("calls that overlap by more than the rounding are one turn", () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 8 }), (starts) => {
      const calls = starts.map((start, index) => ({ from: 3.123 + start, to: 4.5 + index }));
      expect(turnsOf(sessionOf(calls))).toEqual([starts.length]);
    }),
  );
});
