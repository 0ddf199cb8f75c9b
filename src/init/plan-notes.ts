// Says in sentences what `init` found, and what it leaves to a person. Pure.
import type { Alike } from "./alike.js";
import type { Explored } from "./explore.js";
import { STATE } from "./new-config.js";

/** What was found of the server, and what a person has to do. */
export function notesOf(
  explored: Explored & { kind: "explored" },
  { copies, resets }: Alike,
  secrets: readonly string[],
): string[] {
  const { name, tools, answered, failed, findings } = explored;
  return [
    `${name} lists ${sayNumber(tools.length, "tool")}; ${describeCalls(answered, failed)}.`,
    ...findings,
    ...(secrets.length === 0
      ? []
      : [
          `Not copied, because they may be secrets: ${secrets.join(", ")}. Set them where the suite runs, in the environment or in .env.`,
        ]),
    ...(copies.length === 0
      ? []
      : [
          `Each run starts with a copy of ${copies.map(({ to }) => to).join(", ")}: kept data is the first reason why a recording does not replay. Look at what is in it before you commit ${STATE}.`,
        ]),
    ...(resets.length === 0
      ? []
      : [
          `Fill in "reset": a command that puts the data of ${resets.join(", ")} back before each run. Until then record and replay refuse the config: kept data is the first reason why a recording does not replay.`,
        ]),
  ];
}

/** What is said of a suite with a server whose tools may write, and nothing says where. */
export const ONE_BY_ONE =
  'Its tools may write, and nothing says where: so workflows run one at a time ("concurrency": 1). Remove that where it keeps nothing.';

/** What could not be told about the server's data. */
export function placeNotes(known: { unset: readonly string[]; written: readonly string[] }): string[] {
  const { unset, written } = known;
  return [
    ...(written.length === 0
      ? []
      : [
          `The server wrote ${written.slice(0, 3).join(", ")}${written.length > 3 ? " …" : ""} into the folder that it starts in, which all runs share. Give each run its own: "cwd": "\${MCPVALS_TMP}" in "server", or a flag or variable that names the file.`,
        ]),
    ...(unset.length === 0
      ? []
      : [
          `Its script reads ${unset.join(", ")}, which nothing sets. Where that names data, set it in "env" of "server" to a place in \${MCPVALS_TMP}.`,
        ]),
  ];
}

function describeCalls(answered: readonly string[], failed: readonly string[]): string {
  if (answered.length + failed.length === 0) return "none of them only reads and needs no argument";
  const said = `called without an argument, because they only read: ${answered.join(", ") || "none that answered"}`;
  return failed.length === 0 ? said : `${said}; no result from ${failed.join(", ")}`;
}

/** `1 tool`, `2 tools`. */
export function sayNumber(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? "" : "s"}`;
}
