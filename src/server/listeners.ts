// Finds the TCP ports on which the processes of a group listen. Linux tells it in /proc; elsewhere nobody is asked.
import { readdir, readFile, readlink } from "node:fs/promises";

export interface Listener {
  port: number;
  /** How a URL writes the address; `any`: all addresses of the machine. */
  host: "any" | "127.0.0.1" | "[::1]" | "another address";
}

/** The listeners of a group, sorted by port; empty where the system does not tell. */
export async function findListeners(group: number): Promise<Listener[]> {
  const inodes = new Set<string>();
  let member = "self";
  for (const pid of await readdir("/proc").catch(() => [])) {
    if (!/^\d+$/.test(pid) || (await groupOf(pid)) !== group) continue;
    member = pid;
    for (const fd of await readdir(`/proc/${pid}/fd`).catch(() => [])) {
      const [, inode] = /^socket:\[(\d+)\]$/.exec(await readlink(`/proc/${pid}/fd/${fd}`).catch(() => "")) ?? [];
      if (inode !== undefined) inodes.add(inode);
    }
  }
  if (inodes.size === 0) return [];
  const tables = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/${member}/net/${name}`, "utf8").catch(() => "")),
  );
  return tables.flatMap((table) => parseListeners(table, inodes)).toSorted((one, other) => one.port - other.port);
}

/** Reads a table of the kernel's sockets: those that listen and are among `inodes`. Pure. */
export function parseListeners(table: string, inodes: ReadonlySet<string>): Listener[] {
  return table.split("\n").flatMap((line): Listener[] => {
    const [, local = "", , state, , , , , , inode = ""] = line.trim().split(/\s+/);
    const [address = "", port = ""] = local.split(":");
    return state === "0A" && inodes.has(inode) ? [{ port: Number.parseInt(port, 16), host: hostOf(address) }] : [];
  });
}

/** The kernel writes words of 32 bits, on this machine's byte order. */
function hostOf(address: string): Listener["host"] {
  if (/^0+$/.test(address)) return "any";
  if (address === "0100007F" || address === "7F000001") return "127.0.0.1";
  return /^0{24}(?:01000000|00000001)$/.test(address) ? "[::1]" : "another address";
}

async function groupOf(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name of the program, in brackets, may hold spaces and brackets.
  const group = stat
    .slice(stat.lastIndexOf(")") + 1)
    .trim()
    .split(" ")[2];
  return group === undefined ? undefined : Number(group);
}
