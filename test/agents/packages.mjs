// Names the agents that the tests run: exact versions, and where each is installed.
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Outside the project: the packages have 245 to 402 MB each, and several clones share them. */
export const AGENTS_FOLDER = process.env["MCPVALS_AGENTS"] ?? join(homedir(), ".cache", "mcpvals-agents");

/**
 * @typedef {object} AgentPackage
 * @property {string} id The folder in {@link AGENTS_FOLDER}.
 * @property {string} package What npm installs, with its exact version.
 * @property {string} version The version of Claude Code in it.
 */

/** @type {readonly AgentPackage[]} */
export const AGENT_PACKAGES = [
  { id: "claude-code-2.1.197", package: "@anthropic-ai/claude-code@2.1.197", version: "2.1.197" },
  { id: "claude-code-2.1.332", package: "@anthropic-ai/claude-code@2.1.332", version: "2.1.332" },
  { id: "agent-sdk-0.3.332", package: "@anthropic-ai/claude-agent-sdk@0.3.332", version: "2.1.332" },
];

/**
 * The binary of an agent; undefined where it is not installed.
 *
 * @param {string} id
 * @returns {string | undefined}
 */
export function findAgentBinary(id) {
  const scope = join(AGENTS_FOLDER, id, "node_modules", "@anthropic-ai");
  if (!existsSync(scope)) return undefined;
  const name = process.platform === "win32" ? "claude.exe" : "claude";
  return readdirSync(scope)
    .filter((folder) => folder.includes(`-${process.platform}-${process.arch}`))
    .map((folder) => join(scope, folder, name))
    .find((file) => existsSync(file));
}

/**
 * The same; says that what needs it is skipped.
 *
 * @param {string} id
 * @returns {string | undefined}
 */
export function findAgentOrSay(id) {
  const binary = findAgentBinary(id);
  if (binary === undefined) process.stdout.write(`skipped: ${id} is not installed: npm run agents:install\n`);
  return binary;
}
