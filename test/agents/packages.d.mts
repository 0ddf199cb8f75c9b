export interface AgentPackage {
  /** Its folder in the cache. */
  id: string;
  /** What npm installs. */
  package: string;
  /** The version of Claude Code in it. */
  version: string;
}
export const AGENT_PACKAGES: readonly AgentPackage[];
/** The binary of an agent; undefined where it is not installed. */
export function findAgentBinary(id: string): string | undefined;
/** The same; says that what needs it is skipped. */
export function findAgentOrSay(id: string): string | undefined;
export const AGENTS_FOLDER: string;
