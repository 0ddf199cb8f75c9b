// Property tests take the same inputs in every run of the gate, so that no commit fails for what an earlier one did.
// FC_SEED=random (or a number) looks further; a counterexample that it finds becomes a test of its own.
import fc from "fast-check";
import { beforeEach } from "vitest";
import { resetWork } from "../../src/json-schema/work.js";
import { resetDeadlines } from "../../src/with-deadline.js";

const GATE = 20_261_128;
const asked = process.env["FC_SEED"];

// Each test is a run of its own: what an earlier one lost on hostile patterns and schemas does not count.
beforeEach(() => {
  resetDeadlines();
  resetWork();
});

if (asked !== "random") fc.configureGlobal({ seed: asked === undefined ? GATE : Number(asked) });
