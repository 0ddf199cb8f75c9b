// The program with every command, each imported when it is asked for.
import { COMMANDS } from "./commands.js";
import { runProgram } from "./run-program.js";

await runProgram({
  load: (command) => COMMANDS[command].load(),
  printText: async (args, stdout) => {
    const { renderText } = await import("./help.js");
    await stdout.write(renderText(args, stdout.columns));
  },
});
