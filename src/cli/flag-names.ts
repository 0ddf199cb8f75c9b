// The names under which a flag can be typed.
import type { Options } from "yargs";
import { FLAGS, type CommandName } from "./flags.js";

/** Long names and aliases of a command's flags, without those that help hides. */
export function flagNames(command: CommandName): string[] {
  return Object.entries(FLAGS[command]).flatMap(([name, flag]) =>
    flag.hidden === true ? [] : [name, ...aliases(flag)],
  );
}

/** The name of one letter that a flag has too. */
export function shortName(command: CommandName, name: string): string | undefined {
  const flag = FLAGS[command][name];
  return flag === undefined ? undefined : aliases(flag).find((alias) => alias.length === 1);
}

/** The other names of a flag. */
export function aliases(flag: Options): readonly string[] {
  return typeof flag.alias === "string" ? [flag.alias] : (flag.alias ?? []);
}
