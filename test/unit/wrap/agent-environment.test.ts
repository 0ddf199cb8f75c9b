import { expect, test } from "vitest";
import { agentVariables } from "../../../src/wrap/agent-environment.js";

const GIVEN = { url: "http://127.0.0.1:1/t", config: "/run/mcp.json", settings: "/run/settings" };

test("an agent waits for its servers before it asks: by two variables, since one alone does not make it", () => {
  expect(agentVariables({}, { ...GIVEN, isReplay: false })).toMatchObject({
    MCP_CONNECTION_NONBLOCKING: "false",
    MCP_CONNECT_TIMEOUT_MS: "30000",
  });
});

test("tool search stays on, as for users, and settings are those of the run", () => {
  const variables = agentVariables({}, { ...GIVEN, isReplay: false });
  expect(variables).toMatchObject({ ENABLE_TOOL_SEARCH: "true", CLAUDE_CONFIG_DIR: "/run/settings" });
  expect("CLAUDE_CONFIG_DIR" in agentVariables({}, { ...GIVEN, settings: undefined, isReplay: false })).toBe(false);
});

test("a proxy of the network does not take requests to loopback, whatever the user has set", () => {
  const variables = agentVariables({ NO_PROXY: "internal", HTTPS_PROXY: "http://p:1" }, { ...GIVEN, isReplay: false });
  expect([variables["NO_PROXY"], variables["no_proxy"]]).toEqual(Array(2).fill("internal,127.0.0.1,localhost"));
});

test("a replay has no key of the user, and no cloud that the gateway is not in front of", () => {
  const replay = agentVariables({ ANTHROPIC_AUTH_TOKEN: "t" }, { ...GIVEN, isReplay: true });
  expect(replay).toMatchObject({ ANTHROPIC_API_KEY: "mcpvals-replay", CLAUDE_CODE_MAX_RETRIES: "1" });
  expect(
    Object.entries(replay)
      .filter(([, value]) => value === undefined)
      .map(([name]) => name),
  ).toEqual(["ANTHROPIC_AUTH_TOKEN", "CLAUDE_CODE_USE_BEDROCK", "CLAUDE_CODE_USE_VERTEX", "CLAUDE_CODE_USE_FOUNDRY"]);
  expect("ANTHROPIC_API_KEY" in agentVariables({}, { ...GIVEN, isReplay: false })).toBe(false);
});
