// Builds the environment of a wrapped agent. Pure.

export interface AgentEnvironment {
  /** What ANTHROPIC_BASE_URL takes. */
  url: string;
  /** The rewritten MCP configuration; undefined where the agent has no servers. */
  config: string | undefined;
  /** A folder for the agent's settings; undefined: it uses the user's own. */
  settings: string | undefined;
  isReplay: boolean;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that are set or, where undefined, taken away. */
export function agentVariables(env: Variables, { url, config, settings, isReplay }: AgentEnvironment): Variables {
  const noProxy = [env["NO_PROXY"] ?? env["no_proxy"], "127.0.0.1", "localhost"]
    .filter((part) => part !== undefined && part !== "")
    .join(",");
  return {
    ANTHROPIC_BASE_URL: url,
    // Any key: the recorded model needs none.
    ...(isReplay && {
      ANTHROPIC_API_KEY: "mcpvals-replay",
      ANTHROPIC_AUTH_TOKEN: undefined,
      CLAUDE_CODE_MAX_RETRIES: "1",
    }),
    // Clouds that the gateway is not in front of.
    CLAUDE_CODE_USE_BEDROCK: undefined,
    CLAUDE_CODE_USE_VERTEX: undefined,
    CLAUDE_CODE_USE_FOUNDRY: undefined,
    // Without both, the agent asks the model before its servers are there.
    MCP_CONNECTION_NONBLOCKING: "false",
    MCP_CONNECT_TIMEOUT_MS: env["MCP_CONNECT_TIMEOUT_MS"] ?? "30000",
    // A base URL on loopback would switch it off.
    ENABLE_TOOL_SEARCH: env["ENABLE_TOOL_SEARCH"] ?? "true",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_TELEMETRY: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_AUTOUPDATER: "1",
    NO_PROXY: noProxy,
    no_proxy: noProxy,
    MCPVALS_MCP_CONFIG: config,
    ...(settings !== undefined && { CLAUDE_CONFIG_DIR: settings }),
  };
}
