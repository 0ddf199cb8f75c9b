// Ends process groups if this process is killed (kill -9): a small shell, one for all of them, notices when its pipe breaks.
import { spawn, type ChildProcess } from "node:child_process";
import type { Writable } from "node:stream";

/** Each line of its input is a group that it watches over ("+ 12") or no longer does ("- 12"). */
const SCRIPT = `groups=
while read -r sign group; do
  left=
  for one in $groups; do [ "$one" = "$group" ] || left="$left $one"; done
  groups=$left
  [ "$sign" = - ] || groups="$groups $group"
done
[ -n "$groups" ] || exit 0
for one in $groups; do kill -TERM -"$one"; done
sleep 1
for one in $groups; do kill -KILL -"$one"; done`;

/** The watch over one group. */
export interface Watch {
  /** From now on the group ends with this process. Done before it returns. */
  over(group: number): void;
  /** Resolves when the group is not watched any more, and the shell is gone where it was the last one. */
  end(): Promise<void>;
}

interface Watchdog {
  shell: ChildProcess & { stdin: Writable };
  gone: Promise<void>;
  watches: number;
}

let running: Watchdog | undefined;

/** Begin it before the group is started: a shell that comes later is too late for a kill in between. */
export function beginWatch(): Watch {
  if (process.platform === "win32") return { over: () => {}, end: async () => {} };
  const watchdog = (running ??= startWatchdog());
  watchdog.watches += 1;
  const { shell, gone } = watchdog;
  let watched: number | undefined;
  return {
    over(group) {
      watched = group;
      shell.stdin.write(`+ ${group}\n`);
    },
    async end() {
      if (watched !== undefined) shell.stdin.write(`- ${watched}\n`);
      watchdog.watches -= 1;
      if (watchdog.watches > 0) return;
      if (running === watchdog) running = undefined;
      shell.ref();
      shell.stdin.end();
      await gone;
    },
  };
}

function startWatchdog(): Watchdog {
  const shell = spawn("/bin/sh", ["-c", SCRIPT], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
  const gone = new Promise<void>((resolve) => {
    const onGone = (): void => {
      if (running?.shell === shell) running = undefined;
      resolve();
    };
    shell.once("exit", onGone);
    // Without a shell there is no watchdog; everything else works.
    shell.once("error", onGone);
  });
  shell.stdin.on("error", () => {});
  shell.unref();
  return { shell, gone, watches: 0 };
}
