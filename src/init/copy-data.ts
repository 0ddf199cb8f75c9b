// Copies a server's data, without what may be a secret.
import { cp, lstat, realpath } from "node:fs/promises";
import { basename } from "node:path";
import { LEFT_OUT } from "./alike.js";

/** Links are left out: they lead to what is not copied. */
export async function copyData(from: string, to: string): Promise<void> {
  const real = await realpath(from);
  await cp(real, to, {
    recursive: true,
    errorOnExist: true,
    force: false,
    filter: async (path) => path === real || (!LEFT_OUT.test(basename(path)) && !(await lstat(path)).isSymbolicLink()),
  });
}
