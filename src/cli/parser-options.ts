// Gives the flags of a command in the form that `parseArgs` takes.
import { aliases, shortName } from "./flag-names.js";
import { FLAGS, type CommandName } from "./flags.js";

export interface ParserOptions {
  options: Record<string, { type: "string" | "boolean"; short?: string }>;
  /** Aliases of more than one letter, each with the name of its flag. */
  canonical: Record<string, string>;
}

/** The flags of a command in the form that `parseArgs` takes. */
export function parserOptions(command: CommandName): ParserOptions {
  const options: ParserOptions["options"] = {};
  const canonical: ParserOptions["canonical"] = {};
  for (const [name, flag] of Object.entries(FLAGS[command])) {
    const type = flag.type === "boolean" ? "boolean" : "string";
    const short = shortName(command, name);
    options[name] = short === undefined ? { type } : { type, short };
    for (const alias of aliases(flag).filter((one) => one.length > 1)) {
      options[alias] = { type };
      canonical[alias] = name;
    }
  }
  return { options, canonical };
}
