import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LONGEST_WAIT, planRetry } from "../../../../src/agent/anthropic/retry.js";

const thrown = (status: number | undefined, headers: Record<string, string> = {}, type?: string) => ({
  status,
  type,
  headers: new Headers(headers),
});

describe("a failed request to the model", () => {
  it.each([408, 409, 429, 500, 503, 529])("is made again after status %d", (status) => {
    expect(planRetry(thrown(status), 0, 4).kind).toBe("again");
  });

  it.each([400, 401, 402, 403, 404, 413])("is not made again after status %d", (status) => {
    expect(planRetry(thrown(status), 0, 4)).toEqual({ kind: "stop" });
  });

  it("is made again after what has no status: a lost connection, a cut stream, an error event of a passing kind", () => {
    for (const error of [undefined, new TypeError("terminated"), thrown(undefined, {}, "overloaded_error")])
      expect(planRetry(error, 0, 4).kind).toBe("again");
    for (const type of ["invalid_request_error", "authentication_error", "request_too_large"])
      expect(planRetry(thrown(undefined, {}, type), 0, 4).kind).toBe("stop");
  });

  it("is made again or not as the API says itself", () => {
    expect(planRetry(thrown(400, { "x-should-retry": "true" }), 0, 4).kind).toBe("again");
    expect(planRetry(thrown(529, { "x-should-retry": "false" }), 0, 4).kind).toBe("stop");
  });

  it("waits exactly as long as the API asks, in seconds, milliseconds or until a date, and never longer than the bound", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.constantFrom("retry-after", "retry-after-ms"), (n, name) => {
        const asked = name === "retry-after" ? n * 1000 : n;
        expect(planRetry(thrown(429, { [name]: String(n) }), 0, 4)).toEqual(
          asked > LONGEST_WAIT ? { kind: "stop", asked } : { kind: "again", ms: asked },
        );
      }),
    );
    const later = new Date(Date.now() + 30_000).toUTCString();
    const plan = planRetry(thrown(429, { "retry-after": later }), 0, 4);
    expect(plan.kind === "again" && plan.ms > 1000 && plan.ms <= 30_000).toBe(true);
  });

  it.each(["0", "-5", "soon", "", "Fri, 01 Jan 2021 00:00:00 GMT"])(
    "backs off by itself after retry-after: %j",
    (value) => {
      const waits = [0, 1, 2, 3, 9].map((retries) => {
        const plan = planRetry(thrown(429, { "retry-after": value }), retries, 10);
        return plan.kind === "again" ? plan.ms : Number.NaN;
      });
      [500, 1000, 2000, 4000, 8000].forEach((most, at) => {
        expect(waits[at]).toBeGreaterThan(most * 0.7);
        expect(waits[at]).toBeLessThanOrEqual(most);
      });
    },
  );

  it("is not made more often than is allowed", () => {
    expect(planRetry(thrown(529), 4, 4)).toEqual({ kind: "stop" });
  });
});
