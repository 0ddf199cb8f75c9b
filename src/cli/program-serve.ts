// The program with `serve` alone, for a quick start; texts of help come from the whole one.
import { runServe } from "./commands/serve.js";
import { runProgram } from "./run-program.js";

void runProgram({
  load: () => Promise.resolve(runServe),
  printText: async () => void (await import("./program-all.js")),
});
