// Words of a command in, with recorded text among them; the command as it can be pasted into a shell out.

/** Quotes what needs it. A file's name that begins with `-` must come with `./` already. */
export function shellWords(...words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(" ");
}

/** A file's name that no program takes for a flag. */
export function fileWord(path: string): string {
  return path.startsWith("-") ? `./${path}` : path;
}
