// Runs a server in the place where a wrapped agent starts it: `mcpvals wrap` writes this command into the configuration
// that it gives to the agent. Not for people.
import { constants } from "node:os";
import { messageOf, renderError } from "../errors.js";
import { runShim } from "../wrap/shim/shim.js";

const [, , , socket = "", name = ""] = process.argv;
const tell = (message: string): void => void process.stderr.write(`mcpvals wrap: ${message}\n`);

runShim({
  socket,
  name,
  place: { cwd: process.cwd(), env: process.env },
  streams: process,
  tell,
  takeSignals: (listener) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, listener);
  },
}).then(
  ({ code, signal }) => process.exit(code ?? (signal === null ? 1 : 128 + constants.signals[signal])),
  (error: unknown) => {
    tell(renderError(error) || messageOf(error));
    process.exit(1);
  },
);
