// Names of words and a number, and tokens of made words with dots between them.
import { describe, expect, it } from "vitest";
import { tell, tellOne } from "./runs.js";

describe("a name of words and a number", () => {
  const seen = ["brave-otter-42", "calm-heron-7", "shy-lynx-118"];
  const told = (live: string, make = (room: string): string => `The room is ${room}.`): boolean =>
    tellOne([...seen, live].map(make)).green;

  it.each(["odd-newt-63", "magnificent-salamander-2041"])("may be %s", (live) => {
    expect(told(live)).toBe(true);
    expect(tellOne([...seen, live].map((room) => ({ room }))).green).toBe(true);
  });

  it.each(["access-denied-403", "not-found-404", "brave-otter", "brave-old-otter-42", "Brave-Otter-42", "42"])(
    "may not be %s",
    (live) => {
      expect(told(live)).toBe(false);
    },
  );

  it("is sent where it was", () => {
    const turns = [...seen, "odd-newt-63"].map((room) => [
      ["create_room", {}, { room }] as const,
      ["open", { room }, "Done."] as const,
    ]);
    const [recorded = [], ...rest] = turns;
    const held = tell({ recorded, checks: rest.slice(0, 2), live: rest[2] ?? [] });
    expect([held.sent.at(-1)?.arguments, held.green]).toEqual([{ room: "odd-newt-63" }, true]);
  });

  it("is none where a word tells an outcome, or all runs share one", () => {
    const other = (values: string[]): number => tellOne(values.map((state) => ({ state }))).learned.unstable.length;
    expect(other(["slow-running-42", "calm-heron-7", "shy-lynx-118", "odd-newt-63"])).toBeGreaterThan(0);
    expect(other(["brave-otter-42", "calm-otter-7", "shy-otter-118", "odd-otter-63"])).toBeGreaterThan(0);
  });
});

describe("made words with dots between them", () => {
  const tokens = [
    "eyJhbGciOiJIUzI1NiJ9.ccKKQVu6Irk8cZCHTWER6OX.aAzeyDgy-s9S-nckIhTs7EQM",
    "eyJhbGciOiJIUzI1NiJ9.ny1d14mTU4hPcLh_3oabmhQ.jz-1WpwTfePTMOXDL4smw1DB",
    "eyJhbGciOiJIUzI1NiJ9.XIJl1UPjVLouwsyRZ-87mK3.RnsgQgvXYdlvDMO8xtCWT3Je",
  ];
  const live = "eyJhbGciOiJIUzI1NiJ9.Qq8dkVu6Irk8cZ-HTWER6OX.bb_eyDgy-s9S0nckIhTs7EQM";
  const told = (token: string): [boolean, boolean] => [
    tellOne([...tokens, token].map((proof) => `granted; proof ${proof}`)).green,
    tellOne([...tokens, token].map((proof) => ({ proof }))).green,
  ];

  it("are read part by part", () => {
    expect(told(live)).toEqual([true, true]);
  });

  it("keep their number, their constant part and their form", () => {
    expect(told(live.replace("eyJhbGciOiJIUzI1NiJ9", "eyJhbGciOiJub25lIn09"))).toEqual([false, false]);
    expect(told(live.slice(0, live.lastIndexOf(".")))).toEqual([false, false]);
    expect(told(live.replace(/\.[^.]*$/, ".expired"))).toEqual([false, false]);
  });

  it("are sent on", () => {
    const turns = [...tokens, live].map((proof) => [
      ["enrol", {}, { proof }] as const,
      ["confirm", { proof }, "Done."] as const,
    ]);
    const [recorded = [], ...rest] = turns;
    const held = tell({ recorded, checks: rest.slice(0, 2), live: rest[2] ?? [] });
    expect([held.sent.at(-1)?.arguments, held.green]).toEqual([{ proof: live }, true]);
  });
});
