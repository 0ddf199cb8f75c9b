// The environment of the test without what would make a test depend on the shell that it is started from.
const FOREIGN =
  /^(?:CI|GITHUB_ACTIONS|NO_COLOR|FORCE_COLOR|TERM|COLUMNS|ANTHROPIC_.*|OPENAI_.*|NODE_EXTRA_CA_CERTS|NODE_OPTIONS|.*_proxy)$/i;

/** For a server that npm starts: npm keeps its own compiled code in the temporary folder. */
export const NO_COMPILE_CACHE = { NODE_DISABLE_COMPILE_CACHE: "1" };

/** Without CI, colours, keys and proxies; with what is given. */
export function cleanEnvironment(more: Record<string, string | undefined> = {}): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...process.env };
  for (const name of Object.keys(env)) if (FOREIGN.test(name)) delete env[name];
  return { ...env, ...more };
}
