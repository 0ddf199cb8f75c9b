import fc from "fast-check";
import { expect, it } from "vitest";
import type { Side } from "../../../../src/proxy/tap.js";
import { eachPiece, Pieces } from "../../../../src/session/tape/proxy-pieces.js";

const side = fc.constantFrom<Side>("client", "server");
const piece = fc.record({
  from: side,
  at: fc.double({ min: 0, max: 1e9, noNaN: true }),
  // Around what a block has room for.
  size: fc.oneof(fc.nat({ max: 300 }), fc.nat({ max: 70_000 })),
  // Over HTTP: whether its request ends after it.
  ends: fc.boolean(),
});

/** Two texts are compared at once, two buffers byte by byte. */
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

it("pieces come out as they went in, in order, whatever their sizes; over HTTP with what carried them", () => {
  fc.assert(
    fc.property(fc.array(fc.array(piece, { maxLength: 12 }), { maxLength: 4 }), fc.boolean(), (rounds, isHttp) => {
      const pieces = new Pieces();
      let count = 0;
      for (const round of rounds) {
        const put = round.flatMap(({ from, at, size, ends }): unknown[] => {
          const bytes = Buffer.alloc(size, (count += 1) % 256);
          const http = isHttp ? { request: count, method: "POST", path: "/mcp" } : undefined;
          pieces.add(from, at, bytes, http);
          // What was added is a copy.
          const kept = textOf(bytes);
          bytes.fill(0);
          const piece = { from, at, bytes: kept, http };
          if (!isHttp || !ends) return [piece];
          pieces.addEnd({ request: count }, at);
          return [piece, { request: count }];
        });
        const total = round.reduce((sum, { size }) => sum + size, 0);
        expect(pieces.size).toBe(total);
        expect(pieces.firstAt).toBe(round[0]?.at);
        if (round.length > 0) expect(pieces.lastAt).toBe(round.at(-1)?.at);
        expect(pieces.hasServer).toBe(round.some(({ from }) => from === "server"));
        const got: unknown[] = [];
        const sizes = pieces.take().map((message) =>
          eachPiece(
            message,
            (from, at, bytes, http) => void got.push({ from, at, bytes: textOf(bytes), http }),
            (end) => void got.push(end),
          ),
        );
        expect(got).toEqual(put);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(total);
        expect(pieces.size).toBe(0);
      }
    }),
    { numRuns: 50 },
  );
});
