// Shows the command and the address of a server without what may be a secret. Pure.
import { judgeArgument, judgeVariable, type GivenCommand, type GivenValue } from "./given-values.js";

/** The words of the command, with `…` in place of each value of which nobody can tell that it is harmless. */
export function shownCommand({ command = "", args }: GivenCommand, isThere?: (path: string) => boolean): string[] {
  return [command, ...args.map((arg, at) => cutOut(arg, judgeArgument({ command, args }, at, isThere)))];
}

/** The address, likewise. */
export function shownUrl(url: string): string {
  return cutOut(url, judgeVariable("url", url));
}

function cutOut(text: string, found: readonly GivenValue[]): string {
  return found.toReversed().reduce((rest, { start, end }) => `${rest.slice(0, start)}…${rest.slice(end)}`, text);
}
