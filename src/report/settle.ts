// A workflow that could not be judged in; the commands that settle it out. Names only commands that exist.

/** The commands that can settle an inconclusive verdict, as far as they exist. */
const SETTLING_COMMANDS: readonly SettlingCommand[] = ["record"];

export type SettlingCommand = "show" | "record" | "accept";

export interface Unsettled {
  workflow: string;
  /** The config as the user names it on the command line; null for a config object. */
  config: string | null;
  /** Ids of the drifts that took the ground away. */
  drift: readonly string[];
}

/** Command lines to copy, the one that only looks first. */
export function buildSettle(
  { workflow, config, drift }: Unsettled,
  commands: readonly SettlingCommand[] = SETTLING_COMMANDS,
): string[] {
  const lines: Record<SettlingCommand, string[]> = {
    show: drift.length > 0 ? [`mcpvals show ${quote(workflow)} --diff`] : [],
    record: [["mcpvals record", ...(config === null ? [] : [quote(config)]), "-t", quote(workflow)].join(" ")],
    accept: drift.length > 0 ? [`mcpvals accept ${drift.join(" ")} -m "why it is harmless"`] : [],
  };
  const order: readonly SettlingCommand[] = ["show", "record", "accept"];
  return order.filter((command) => commands.includes(command)).flatMap((command) => lines[command]);
}

/** A word as a POSIX shell takes it. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
