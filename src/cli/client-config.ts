// Writes the entry for a server in the configuration of an MCP client. Pure.
import { breakCommandsInJson } from "../log-commands.js";

/** Clients whose configuration is known. */
export const CLIENTS = ["claude-desktop", "claude-code", "cursor", "vscode", "windsurf", "zed", "codex"] as const;
export type Client = (typeof CLIENTS)[number];

/** How a client reaches the server. */
export type Reach = { command: string; args: string[] } | { url: string };

interface Form {
  /** The file that the text goes into. */
  file: string;
  render: (name: string, reach: Reach) => string;
}

const json =
  (key: string, server: (reach: Reach) => object) =>
  (name: string, reach: Reach): string =>
    breakCommandsInJson(JSON.stringify({ [key]: { [name]: server(reach) } }, null, 2));
const typed = (reach: Reach): object => ({ type: "url" in reach ? "http" : "stdio", ...reach });
const plain = (reach: Reach): object => reach;

const FORMS: Readonly<Record<Client, Form>> = {
  "claude-desktop": { file: "claude_desktop_config.json (Settings, Developer)", render: json("mcpServers", plain) },
  "claude-code": { file: ".mcp.json in the project", render: json("mcpServers", typed) },
  cursor: { file: ".cursor/mcp.json in the project, or ~/.cursor/mcp.json", render: json("mcpServers", plain) },
  vscode: { file: ".vscode/mcp.json in the project", render: json("servers", typed) },
  windsurf: {
    file: "~/.codeium/windsurf/mcp_config.json",
    render: json("mcpServers", (reach) => ("url" in reach ? { serverUrl: reach.url } : reach)),
  },
  zed: { file: "Zed's settings.json", render: json("context_servers", (reach) => ({ source: "custom", ...reach })) },
  codex: {
    file: "~/.codex/config.toml",
    render: (name, reach) =>
      [
        `[mcp_servers.${/^[A-Za-z0-9_-]+$/.test(name) ? name : breakCommandsInJson(JSON.stringify(name))}]`,
        ...Object.entries(reach).map(([key, value]) => `${key} = ${breakCommandsInJson(JSON.stringify(value))}`),
      ].join("\n"),
  },
};

/** The file and the text that goes into it. */
export function renderClientConfig(client: Client, name: string, reach: Reach): { file: string; text: string } {
  const { file, render } = FORMS[client];
  return { file, text: `${render(name, reach)}\n` };
}
