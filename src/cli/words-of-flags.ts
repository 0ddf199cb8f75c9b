// Writes the flags of an invocation as words of a command again, for commands in messages. Pure.
import { shellWords } from "../shell-words.js";
import { shortName } from "./flag-names.js";
import { AS_CONFIGURED, FLAGS, LAST_REPLAY, SINCE_BASE } from "./flags.js";
import type { Invocation } from "./invocation.js";

/** Values that the parser puts in where a flag has none. */
const NO_VALUE: readonly string[] = [AS_CONFIGURED, LAST_REPLAY, SINCE_BASE];

/** Each flag as the user gave it, and the command after `--`; with a space before, or an empty text. */
export function wordsOfFlags({ command, values, serverCommand }: Omit<Invocation, "configs">): string {
  const words = Object.keys(FLAGS[command]).flatMap((flag) => {
    const value = values[flag];
    const short = shortName(command, flag);
    const name = short === undefined ? `--${flag}` : `-${short}`;
    if (value === undefined) return [];
    if (value === true) return [name];
    return value.flatMap((one) => {
      if (NO_VALUE.includes(one)) return [name];
      return one.startsWith("-") ? [`--${flag}=${one}`] : [name, one];
    });
  });
  if (serverCommand !== undefined) words.push("--", ...serverCommand);
  return words.map((word) => ` ${shellWords(word)}`).join("");
}
