// Suites with real Claude Code, where it is installed: two steps by resuming the session, replayed unchanged and changed.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { AGENT_PACKAGES, findAgentOrSay } from "../agents/packages.mjs";
import { AgentSuite, LONGEST, ordersServer } from "../helpers/agent-suite.js";
import { ORDERS, say, STAND_IN_KEY, use } from "../helpers/tool-runner.js";

vi.setConfig({ testTimeout: 2 * LONGEST, hookTimeout: 2 * LONGEST });

for (const { id, version } of AGENT_PACKAGES.filter((one) => one.id.startsWith("claude-code"))) {
  const command = findAgentOrSay(id);
  describe.skipIf(command === undefined)(id, () => {
    const steps = [
      { user: "Look after A-1 [[script:one]]", expectTools: ["say_state"] },
      { user: "And A-2 [[script:two]]", expectTools: ["get_order"] },
    ];
    const agent = { type: "claude-code", command };
    const suite = new AgentSuite({ agent, server: ordersServer(), workflows: [{ name: "look", steps }] });
    afterAll(() => suite.remove());
    let recorded: Awaited<ReturnType<AgentSuite["record"]>>;
    beforeAll(async () => {
      const one = [[use("mcp__server__say_state", { id: "A-1" })], [say("It is open.")]];
      const two = [[use("mcp__server__get_order", { id: "A-2" })], [say("It was sent.")]];
      recorded = await suite.record({ one, two }, "--no-check");
    });

    test("the second step resumes the session, and both replay", async () => {
      expect(recorded).toMatchObject({ code: 0 });
      expect(suite.cassette("look")).toContain(`client: { name: claude-code, version: ${version} }`);
      expect(suite.cassette("look")).not.toContain(STAND_IN_KEY.slice(10));
      expect(await suite.replay()).toMatchObject({ code: 0, verdict: "passed" });
    });

    test("another result in the second step is not green, and it says where", async () => {
      suite.answer({ orders: { ...ORDERS, "A-2": { id: "A-2", state: "lost", total: 40 } } });
      const stopped = { kind: "drift", server: "server", tool: "get_order", call: 2 };
      expect(await suite.replay()).toMatchObject({ code: 3, verdict: "inconclusive", replay: { stopped } });
      suite.answer({});
    });
  });
}
