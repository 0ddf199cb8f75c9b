// A suite with named servers whose workflows an agent of our own works through.
import { expect, test, vi } from "vitest";
import { AgentSuite, LONGEST, ordersServer } from "../helpers/agent-suite.js";
import { ORDERS, use, say } from "../helpers/tool-runner.js";

vi.setConfig({ testTimeout: 2 * LONGEST });

const END = [say("All orders are looked after.")];
const LOST = { orders: { ...ORDERS, "A-1": { id: "A-1", state: "lost", total: 12 } } };

test.each([
  ["one server with a name", { orders: ordersServer() }],
  ["two servers", { orders: ordersServer(), spare: ordersServer("spare") }],
])("%s: expectations and differences name it", async (_, servers) => {
  const steps = [{ user: "Look [[script:one]]", expectTools: ["orders/say_state"] }];
  const suite = new AgentSuite({ servers, workflows: [{ name: "look", steps }] });
  suite.answer({}, "spare");
  const scripts = { one: [[use("mcp__orders__say_state", { id: "A-1" })], END] };
  expect(await suite.record(scripts, "--no-check")).toMatchObject({ code: 0 });
  expect(await suite.replay()).toMatchObject({ code: 0, verdict: "passed" });
  suite.answer(LOST);
  const stopped = { kind: "drift", server: "orders", tool: "orders/say_state", call: 1, path: "/content/0/text" };
  expect(await suite.replay()).toMatchObject({ code: 3, replay: { stopped } });
  // This agent gives up without its server, before it asks the model.
  suite.answer({ dieAtStart: true });
  expect(await suite.replay()).toMatchObject({ code: 1, replay: { stopped: { kind: "server", server: "orders" } } });
  suite.remove();
});
