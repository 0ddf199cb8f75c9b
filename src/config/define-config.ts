// Gives a TypeScript or JavaScript config its types.
import type { Config } from "./schema-written.js";

/** Returns the config unchanged: the editor checks and completes `export default defineConfig({ … })`. */
export function defineConfig(config: Config): Config {
  return config;
}
