// Says what a doubtful argument may be, and what it cannot be because the call failed with it.
import type { Doubt } from "./learned.js";

/** Returns half a sentence about the argument's value. */
export function describeReadings({ readings, excluded = [] }: Doubt): string {
  const names = readings.filter((name) => name !== "constant");
  const left = names.length === 0 && excluded.length === 0 ? ["a value from the server"] : names;
  const isOpen = !excluded.includes("constant");
  const may = [...(left.length === 0 ? [] : [left.join(" or ")]), ...(isOpen ? ["what Claude wrote itself"] : [])];
  const cannot = excluded.map((name) => (name === "constant" ? "what Claude wrote itself" : name)).join(" or ");
  return `may be ${may.join(", or ")}${cannot === "" ? "" : ` (not ${cannot}: with that the call failed in a try)`}`;
}
