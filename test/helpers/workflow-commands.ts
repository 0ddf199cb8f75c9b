// Lines of a log in; the workflow commands that GitHub's runner reads in them out.
import { expect } from "vitest";

export interface Command {
  name: string;
  properties: Record<string, string>;
  message: string;
}

/** Reads the lines as GitHub's runner does. */
export function commandsOf(text: string): Command[] {
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split(/\r\n|\r|\n/)
    .map((line) => {
      const [, name = "", rest = "", message = ""] = /^::([^ :]+)(?: ([^:]*))?::(.*)$/.exec(line) ?? [];
      const properties = Object.fromEntries(
        rest.split(",").map((pair) => {
          const at = pair.indexOf("=");
          return [
            pair.slice(0, at),
            unescape(pair.slice(at + 1))
              .replaceAll("%3A", ":")
              .replaceAll("%2C", ","),
          ];
        }),
      );
      return { name, properties, message: unescape(message) };
    });
}

const unescape = (text: string): string => text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
