// Opens a file with the program that the desktop, or `BROWSER`, names for it, and does not wait for that program.
import { spawn } from "node:child_process";
import type { CommandContext } from "./context.js";

type Opening = Pick<CommandContext, "env" | "platform">;

/** Resolves to false where there is no such program: on a machine without a desktop. */
export async function openFile(file: string, { env, platform }: Opening): Promise<boolean> {
  const [command, ...args] = openerOf(file, { env, platform });
  if (command === undefined) return false;
  const child = spawn(command, args, {
    detached: true,
    stdio: "ignore",
    env,
    windowsVerbatimArguments: platform === "win32",
  });
  const isStarted = await new Promise<boolean>((resolve) => {
    child.once("spawn", () => resolve(true));
    child.once("error", () => resolve(false));
  });
  child.unref();
  return isStarted;
}

/** The command line that opens the file; empty where there is no desktop. */
export function openerOf(file: string, { env, platform }: Opening): string[] {
  const browser = (env["BROWSER"] ?? "").trim();
  if (platform === "win32") return ["cmd.exe", "/d", "/c", "start", '""', `"${file}"`];
  if (browser !== "") return [...browser.split(/\s+/), file];
  if (platform === "darwin") return ["open", file];
  const hasDesktop = [env["DISPLAY"], env["WAYLAND_DISPLAY"]].some((one) => one !== undefined && one !== "");
  return hasDesktop ? ["xdg-open", file] : [];
}
