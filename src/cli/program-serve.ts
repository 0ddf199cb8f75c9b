// Runs the program with `serve` alone, for a quick start; the program with every command prints help.
import { runServe } from "./commands/serve.js";
import { runProgram } from "./run-program.js";

void runProgram({
  load: () => Promise.resolve(runServe),
  printText: async () => void (await import("./program-all.js")),
});
