// Writes the configs that a user named as words of a command, each after a space; an empty text where none was named.
// Pure.
import { shellWords } from "../shell-words.js";

/** The same of one config; null, for a config object, gives an empty text. */
export function wordsOfConfig(config: string | null): string {
  return wordsOfConfigs(config === null ? [] : [config]);
}

/** For commands in messages: without the config, they would look in the current folder. */
export function wordsOfConfigs(configs: readonly string[]): string {
  return configs.map((config) => ` ${shellWords(config)}`).join("");
}
