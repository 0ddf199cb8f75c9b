// How many checks follow a recording, and when each takes place for the server.
import { expect, it } from "vitest";
import { planChecks } from "../../../src/run/plan-checks.js";

const HOUR = 3_600_000;
const [FIRST, SECOND] = [25 * HOUR, (190 * 24 + 5) * HOUR];

it.each([
  ["nothing said", {}, {}, [FIRST, SECOND]],
  ["more checks than offsets", { check: { runs: 5 } }, {}, [FIRST, SECOND, FIRST, SECOND, FIRST]],
  ["one check", { check: { runs: 1 } }, {}, [FIRST]],
  ["an unmoved clock", { check: { clock: false as const } }, {}, [0, 0]],
  ["offsets of the config", { check: { clock: ["-1h"] } }, {}, [-HOUR, -HOUR]],
  ["a flag for the number", { check: { runs: 1 } }, { checks: 3 }, [FIRST, SECOND, FIRST]],
  ["a flag for the clock", { check: { clock: ["+1h"] } }, { checkClock: false as const }, [0, 0]],
])("%s", (_, config, options, offsets) => {
  expect(planChecks(config, options)).toEqual(offsets);
});
