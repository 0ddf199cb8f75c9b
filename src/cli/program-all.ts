// Runs the program with every command, and imports a command's module only when it is called.
import { COMMANDS } from "./commands.js";
import { runProgram } from "./run-program.js";

void runProgram({
  load: (command) => COMMANDS[command].load(),
  printText: async (args, stdout) => {
    const { renderHelp: renderText } = await import("./help.js");
    await stdout.write(renderText(args, stdout.columns));
  },
});
