// A server that is ready a second after its start and exits a second after the end of its input, as those do that connect
// to something first.
import { fileURLToPath } from "node:url";

await new Promise((resolve) => setTimeout(resolve, 1000));
process.stdin.once("end", () => setTimeout(() => process.exit(0), 1000));
await import(fileURLToPath(new URL("../fixtures/servers/calculator.mjs", import.meta.url)));
