import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { limitSilence, ModelSilent } from "../../../../src/agent/anthropic/silence.js";

const bytes = new TextEncoder();
let feed: ReadableStreamDefaultController<Uint8Array>;
let given: AbortSignal | null | undefined;
let cancelled: unknown;

beforeEach(() => {
  vi.useFakeTimers();
  cancelled = undefined;
  vi.stubGlobal("fetch", (_url: string, init?: RequestInit) => {
    given = init?.signal;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        feed = controller;
        given?.addEventListener("abort", () => controller.error(given?.reason));
      },
      cancel: (reason) => void (cancelled = reason),
    });
    return Promise.resolve(new Response(body, { status: 201, headers: { "x-kept": "yes" } }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("a response with a limit on its silence", () => {
  it("goes on for as long as a byte comes within the limit, however small", async () => {
    const response = await limitSilence(1000)("http://model");
    expect([response.status, response.headers.get("x-kept")]).toEqual([201, "yes"]);
    const text = response.text();
    for (let at = 0; at < 50; at += 1) {
      await vi.advanceTimersByTimeAsync(999);
      feed.enqueue(bytes.encode("."));
      await vi.advanceTimersByTimeAsync(0);
    }
    feed.close();
    expect(await text).toBe(".".repeat(50));
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends with what was missing once nothing comes for the limit, and ends the request", async () => {
    const response = await limitSilence(1000)("http://model");
    const text = response.text().catch((error: unknown) => error);
    feed.enqueue(bytes.encode("begun"));
    await vi.advanceTimersByTimeAsync(999);
    expect(given?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect(await text).toBeInstanceOf(ModelSilent);
    expect(given?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("does not count the time in which nobody reads, and tells the source who stops to read", async () => {
    const response = await limitSilence(1000)("http://model");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(given?.aborted).toBe(false);
    await response.body?.cancel("enough");
    expect(cancelled).toBe("enough");
  });

  it("ends with the reason of the caller who aborts", async () => {
    const abort = new AbortController();
    const response = await limitSilence(1000)("http://model", { signal: abort.signal });
    const text = response.text().catch((error: unknown) => error);
    abort.abort(new Error("not wanted"));
    expect(await text).toMatchObject({ message: "not wanted" });
    expect(vi.getTimerCount()).toBe(0);
  });
});
