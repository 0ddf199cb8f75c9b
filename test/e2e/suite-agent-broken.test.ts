// Recordings of an agent that break off: what they spent is in the report, and what every workflow would meet ends all.
import { afterAll, expect, test, vi } from "vitest";
import { AgentSuite, LONGEST, ordersServer } from "../helpers/agent-suite.js";
import { say, use } from "../helpers/tool-runner.js";

vi.setConfig({ testTimeout: LONGEST });

const names = ["one", "two", "three"];
const suite = new AgentSuite({
  server: ordersServer(),
  workflows: names.map((name) => ({ name, steps: [{ user: `[[script:${name}]]` }] })),
});
afterAll(() => suite.remove());

const look = [use("mcp__server__say_state", { id: "A-1" })];
const whole = [look, [say("It is open.")]];

test.each(["record", "eval"])(
  "%s of an agent that ends too early shows the call that it made and what it spent",
  async (command) => {
    const { code, stdout } = await suite.run([command, "--yes", "-t", "one", "--reporter", "json"], {
      scripts: { one: whole },
      env: { CRASH: "7" },
    });
    const [{ run, spent }] = JSON.parse(stdout).evaluations;
    expect([code, run]).toEqual([4, expect.objectContaining({ end: "model-error" })]);
    expect(spent).toMatchObject({ output: 20 });
    expect(stdout).toContain("agent ended with code 7");
    expect(suite.hasCassette("one")).toBe(false);
  },
);

test("a key that is refused in the second of three workflows ends the command, and the third asks for nothing", async () => {
  const fail = { status: 401, times: 9, type: "authentication_error", message: "invalid x-api-key" };
  const scripts = { one: whole, two: [{ blocks: look, fail }], three: whole };
  const { code, stdout, stderr, asked } = await suite.run(["record", "--yes", "--no-check", "-j", "1"], { scripts });
  expect([code, stderr + stdout]).toEqual([4, expect.stringContaining("The Claude API refuses the key")]);
  expect([asked, names.map((name) => suite.hasCassette(name))]).toEqual([3, [true, false, false]]);
});
