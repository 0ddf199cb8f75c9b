// The program with `proxy` alone, without its --url, for a quick start; texts of help come from the whole one.
import { runProxy } from "./commands/proxy.js";
import { runProgram } from "./run-program.js";

void runProgram({
  load: () => Promise.resolve(runProxy),
  printText: async () => void (await import("./program-all.js")),
});
