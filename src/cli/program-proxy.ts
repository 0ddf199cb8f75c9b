// Runs the program with `proxy` alone, without its --url, for a quick start; the program with every command prints
// help.
import { runProxy } from "./commands/proxy.js";
import { runProgram } from "./run-program.js";

void runProgram({
  load: () => Promise.resolve(runProxy),
  printText: async () => void (await import("./program-all.js")),
});
