// Reads the flags among the arguments of a command: what is called what. Pure.
const FLAG = /^--?([A-Za-z][\w-]*)(?:=(.*))?$/s;

/** The name of a flag, with the value that stands in the same argument. */
export function flagOf(arg: string): { name: string; value?: string | undefined } | undefined {
  const [, name, value] = FLAG.exec(arg) ?? [];
  return name === undefined ? undefined : { name, value };
}

/** The name of the flag whose value comes next. */
export function flagBefore(args: readonly string[], at: number): string | undefined {
  const flag = flagOf(args[at - 1] ?? "");
  return flag?.value === undefined ? flag?.name : undefined;
}
