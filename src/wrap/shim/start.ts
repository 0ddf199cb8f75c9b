// Says what a server's stand-in process starts: what the wrapped run tells it, with what only the agent knows. Pure.

/** What the wrapped run tells. */
export interface ServerStart {
  command: StartWord;
  args: readonly StartWord[];
  /** Absolute; undefined: where the agent started the stand-in process. */
  cwd?: string;
  env: Readonly<Record<string, string>>;
  /** The agent's variables that the server does not get; undefined: it gets `env` only. */
  without?: readonly string[];
}

/** A text, or the variable into which the agent has put it: only the agent replaces the `${…}` of its configuration. */
export type StartWord = string | { variable: string };

/** The folder and the variables that the agent gave to the stand-in process. */
export interface OwnPlace {
  /** Absolute. */
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

interface ResolvedStart {
  command: string;
  args: string[];
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

export function resolveStart({ command, args, cwd, env, without }: ServerStart, place: OwnPlace): ResolvedStart {
  const read = (word: StartWord): string => (typeof word === "string" ? word : (place.env[word.variable] ?? ""));
  const words = [command, ...args].flatMap((word) => (typeof word === "string" ? [] : [word.variable]));
  const left = new Set(without === undefined ? Object.keys(place.env) : [...without, ...words]);
  const own = Object.fromEntries(Object.entries(place.env).filter(([name]) => !left.has(name)));
  return { command: read(command), args: args.map(read), cwd: cwd ?? place.cwd, env: { ...own, ...env } };
}
