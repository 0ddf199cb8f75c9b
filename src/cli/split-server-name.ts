// Splits `NAME=CMD` and `NAME=URL`, which say of which of several servers another build is meant. Pure.

/** Without a name where the text begins with none. */
export function splitServerName(text: string | undefined): { name?: string; text: string | undefined } {
  const [, name, rest] = /^([a-z0-9-]{1,32})=(\S[^]*)$/.exec(text?.trim() ?? "") ?? [];
  return name === undefined ? { text } : { name, text: rest };
}
