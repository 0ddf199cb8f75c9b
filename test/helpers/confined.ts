// Ways to run a command with less than the test has: without the network, or as another user. A test that cannot have
// one is skipped loudly, with a line `skipped: …`.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const NO_NETWORK = fileURLToPath(new URL("no-network.sh", import.meta.url));
/** The user and group `nobody` of most systems. */
export const NOBODY = 65_534;

/** The prefix of a command that has loopback and nothing else; undefined where this machine does not allow it. */
export function withoutNetwork(): readonly string[] | undefined {
  return probe(["sh", NO_NETWORK], "the network cannot be cut off here (unshare --net)");
}

/** The prefix of a command that runs as `nobody`; undefined for a user who may not become another. */
export function asNobody(): readonly string[] | undefined {
  return probe(
    ["setpriv", `--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"],
    "only root can run a command as another user (setpriv)",
  );
}

function probe(prefix: readonly string[], why: string): readonly string[] | undefined {
  const [command = "", ...args] = prefix;
  const { status } = spawnSync(command, [...args, process.execPath, "-e", ""], { stdio: "ignore" });
  if (status === 0) return prefix;
  console.warn(`skipped: ${why}`);
  return undefined;
}
