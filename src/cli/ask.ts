// Asks a person on the terminal. Where there is none, nobody is asked.
import { createInterface } from "node:readline";
import type { CommandContext } from "./context.js";

/** True where both sides are a terminal, so that a question would be read and could be answered. */
export function canAsk({ stderr }: Pick<CommandContext, "stderr">): boolean {
  return process.stdin.isTTY === true && stderr.isTTY;
}

/** Lines that were typed before they were asked for. */
const early: string[] = [];

/** The answer, without white space around it; empty where the input ends. */
export async function askPerson(
  question: string,
  { stderr, signal }: Pick<CommandContext, "stderr" | "signal">,
): Promise<string> {
  await stderr.write(question);
  const typed = early.shift();
  if (typed !== undefined) return typed;
  const lines = createInterface({ input: process.stdin, terminal: false });
  const stop = (): void => lines.close();
  signal.addEventListener("abort", stop);
  const answer = await new Promise<string>((resolve) => {
    let isAnswered = false;
    lines.on("close", () => resolve(""));
    lines.on("line", (line) => {
      if (isAnswered) early.push(line.trim());
      isAnswered = true;
      resolve(line.trim());
      // Lines of the same chunk are still to come.
      setImmediate(stop);
    });
  });
  signal.removeEventListener("abort", stop);
  process.stdin.pause();
  return answer;
}
