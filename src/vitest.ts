// Offers `mcpvals/vitest`: the tape of an agent that fails its test, also where the test does not dispose of it.
import { onTestFinished } from "vitest";
import { openTape, type AgentTape, type TapeOptions } from "./wrap/tape.js";

/** As `tape` of the library, ended when the test has. */
function tapeInTest(path: string, options?: TapeOptions): Promise<AgentTape> {
  const opening = openTape(path, options);
  onTestFinished(async () => {
    const opened = await opening.catch(() => undefined);
    if (opened?.isDone === false) await opened.done();
  });
  return opening;
}

export { tapeInTest as tape };
export type { AgentTape, TapeCall, TapeOptions, TapeServer } from "./wrap/tape.js";
