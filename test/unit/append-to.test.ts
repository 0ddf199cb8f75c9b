// Lists of what is in results: there may be more of it than a call takes arguments.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { addAll } from "../../src/append-to.js";

/** The rooms whose lists grow with the results of calls. */
const ROOMS = ["variables", "drift", "diff", "trace", "metrics", "json", "report"];

it("adds more values than a call takes arguments", () => {
  const list = [1];
  const more = Array.from({ length: 300_000 }, (_, at) => at);
  expect(() => list.push(...more)).toThrow(RangeError);
  const whole = [1];
  addAll(whole, more);
  expect(whole).toHaveLength(300_001);
});

it.each(ROOMS)("is how lists of %s grow", (room) => {
  const folder = join(import.meta.dirname, "../../src", room);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  expect(files).not.toEqual([]);
  const spread = files.filter((file) => /\.(?:push|unshift)\(\s*\.\.\./.test(readFileSync(join(folder, file), "utf8")));
  expect(spread).toEqual([]);
});
