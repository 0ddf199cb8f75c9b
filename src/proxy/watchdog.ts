// Ends a process group if this process is killed (kill -9): starts a small shell that notices when its pipe breaks.
import { spawn } from "node:child_process";

const SCRIPT = 'read x && exit 0; kill -TERM -"$1"; sleep 1; kill -KILL -"$1"';

/** Watches over the group until the returned function is called, which resolves when the watchdog is gone, too. */
export function startWatchdog(group: number): () => Promise<void> {
  if (process.platform === "win32") return async () => {};
  const shell = spawn("/bin/sh", ["-c", SCRIPT, "sh", String(group)], {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  const gone = new Promise<void>((resolve) => {
    shell.once("exit", () => resolve());
    // Without a shell there is no watchdog; everything else works.
    shell.once("error", () => resolve());
  });
  shell.stdin.on("error", () => {});
  shell.unref();
  return () => {
    shell.ref();
    shell.stdin.end("\n");
    return gone;
  };
}
