// The age of what the run itself made, in the result of a call that was asked about it.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tell } from "./runs.js";

const IDS = ["i-0c41e4b7aa90d152", "i-00015dd83be7f4c1", "i-0579d43f01ca6e28", "i-08c41e4100b35ad9"];

/** A machine is made and looked at, in a recording, two checks and the replay. */
function isGreen(ages: readonly number[], look: (id: string, age: number) => JsonValue): boolean {
  const [recorded, one, other, live] = IDS.map((id, run) => [
    ["launch_machine", { size: "small" }, { instanceId: id }] as const,
    ["describe_machine", { instance: id }, look(id, ages[run] ?? 0)] as const,
  ]);
  if (recorded === undefined || one === undefined || other === undefined || live === undefined) return false;
  return tell({ recorded, checks: [one, other], live }).green;
}

describe("the age of what the run made", () => {
  it.each<[string, (id: string, age: number) => JsonValue]>([
    ["an object", (id, uptimeSeconds) => ({ id, state: "running", uptimeSeconds })],
    ["an object in it", (id, seconds) => ({ id, state: "running", uptime: { seconds } })],
    ["a text", (id, age) => `Machine ${id} is running\nUptime: ${String(age)} s`],
    ["an element", (id, age) => `<machine id="${id}">\n  <uptime seconds="${String(age)}"/>\n</machine>`],
  ])("in %s is about as it was", (_, look) => {
    expect(isGreen([21, 64, 38, 8_640_000], look)).toBe(false);
    expect(isGreen([21, 64, 38, 900], look)).toBe(true);
  });

  it("says nothing of a server that stays", () => {
    const look = (id: string, uptime: number): JsonValue => ({ machine: { id, state: "running" }, server: { uptime } });
    expect(isGreen([21, 64, 38, 8_640_000], look)).toBe(true);
  });
});
