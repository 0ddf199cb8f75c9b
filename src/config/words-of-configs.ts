// Writes the configs that a user named as words of a command, each with a blank before it; nothing where none was named. Pure.

/** For commands that are printed: without the config, they would look in the current folder. */
export function wordsOfConfigs(configs: readonly string[]): string {
  return configs.map((config) => ` ${quoted(config)}`).join("");
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
