// The helper that gives a TypeScript or JavaScript config its types.
import type { Config } from "./schema.js";

/** Returns the config as it is: `export default defineConfig({ … })` is checked and completed by the editor. */
export function defineConfig(config: Config): Config {
  return config;
}
