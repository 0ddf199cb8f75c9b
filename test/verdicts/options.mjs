// Reads the options of a script that plays the cases, and says which there are.
import { parseArgs } from "node:util";

/** The values of the options; with `--help`, or an unknown option, the process ends with a list of them. */
export function readOptions(script, options) {
  const lines = Object.entries(options).map(([name, { is = "", help, default: usual }]) => {
    const unless = typeof usual === "string" ? ` (${usual})` : "";
    return `  ${`--${name} ${is}`.padEnd(16)}${help}${unless}`;
  });
  const usage = [`node test/verdicts/${script} [options]`, ...lines, `  ${"--help".padEnd(16)}this list`].join("\n");
  const known = { help: { type: "boolean", default: false } };
  for (const [name, { type, default: usual }] of Object.entries(options))
    known[name] = usual === undefined ? { type } : { type, default: usual };
  try {
    const { values } = parseArgs({ options: known });
    if (!values.help) return values;
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}
