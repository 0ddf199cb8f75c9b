// Quotes the words of a command, recorded text among them, so that it can be pasted into a shell.

/** Quotes where needed. A file name that begins with `-` must already begin with `./`. */
export function shellWords(...words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(" ");
}

/** The flag that selects a workflow, of any name. */
export function workflowFlag(name: string): string {
  return name.startsWith("-") ? shellWords(`--workflow=${name}`) : `-t ${shellWords(name)}`;
}

/** Returns a file name that no program takes for a flag. */
export function fileWord(path: string): string {
  return path.startsWith("-") ? `./${path}` : path;
}
