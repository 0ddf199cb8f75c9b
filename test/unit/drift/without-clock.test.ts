// What moved the clock of a check, taken out of what a server says of its environment.
import { describe, expect, it } from "vitest";
import { withoutClock } from "../../../src/drift/without-clock.js";
import type { CallOutcome } from "../../../src/trace/trace.js";

const said = (text: string): CallOutcome => ({ kind: "result", result: { content: [{ type: "text", text }] } });
const PRELOAD = String.raw`--require "/a b/c\"d/clock-preload.cjs"`;

describe("the environment of a check", () => {
  it("is as without a moved clock, in JSON", () => {
    const plain = { HOME: "/root", NODE_ENV: "test" };
    const moved = { ...plain, NODE_OPTIONS: PRELOAD, MCPVALS_CLOCK_MS: "90000000", MCPVALS_CLOCK_FILE: "/tmp/x" };
    expect(withoutClock(said(JSON.stringify(moved)))).toEqual(said(JSON.stringify(plain)));
    expect(withoutClock(said(JSON.stringify(moved, null, 2)))).toEqual(said(JSON.stringify(plain, null, 2)));
  });

  it("keeps other options of Node", () => {
    const moved = { NODE_OPTIONS: `${PRELOAD} --max-old-space-size=64` };
    expect(withoutClock(said(JSON.stringify(moved)))).toEqual(
      said(JSON.stringify({ NODE_OPTIONS: "--max-old-space-size=64" })),
    );
  });

  it("is as without a moved clock, in lines", () => {
    const moved = `HOME=/root\nNODE_OPTIONS=${PRELOAD}\nMCPVALS_CLOCK_MS=90000000\nMCPVALS_CLOCK_FILE=/tmp/x\nUSER=me`;
    expect(withoutClock(said(moved))).toEqual(said("HOME=/root\nUSER=me"));
  });

  it("touches nothing else", () => {
    const other = said('{"a":1.0,"b":"NODE_OPTIONS"}');
    expect(withoutClock(other)).toEqual(other);
  });
});
