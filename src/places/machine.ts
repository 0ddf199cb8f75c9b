// Reads what belongs to the machine: the config's folder, the project's root, home, temp folder, as given and resolved.
import { realpathSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { resolve } from "node:path";
import { findRoot } from "../config/find-root.js";

/** A folder as it was given and as it resolves; one entry where both are the same. */
export function readForms(folder: string): string[] {
  const given = resolve(folder);
  let real = given;
  try {
    real = realpathSync.native(given);
  } catch {
    // A folder that does not exist has one form.
  }
  return real === given ? [given] : [given, real];
}

/** The folders that cassettes write as placeholders; `folder` is the config's. */
export function readMachine(folder: string): Record<"config" | "root" | "home" | "tmp", string[]> {
  return {
    config: readForms(folder),
    root: readForms(findRoot(folder)),
    home: readForms(homedir()),
    tmp: readForms(tmpdir()),
  };
}
