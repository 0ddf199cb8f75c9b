// Writes to our own stdout and stderr: whole texts, without commands for the CI's log. Keeps the error of a failed
// write.
import { fstatSync } from "node:fs";
import { breakCommands } from "../log-commands.js";
import { writeWholly } from "../write-wholly.js";
import type { Output } from "./context.js";

/** Errors of a stream whose reader is gone (`| head`): the rest is dropped, and the exit code stays. */
const READER_LEFT = new Set(["EPIPE", "ECONNRESET", "ERR_STREAM_DESTROYED"]);

/** An output that knows whether everything was written. */
export interface OpenOutput extends Output {
  /** The error, where not everything could be written. */
  failure(): Error | undefined;
}

/** `open` is called when the stream is first needed: opening it takes time. */
export function openOutput(descriptor: number, open: () => NodeJS.WriteStream): OpenOutput {
  let gone = false;
  let failure: Error | undefined;
  const fail = (error: NodeJS.ErrnoException): void => {
    gone = true;
    if (!READER_LEFT.has(error.code ?? "")) failure ??= error;
  };
  let opened: NodeJS.WriteStream | undefined;
  const stream = (): NodeJS.WriteStream => {
    if (opened !== undefined) return opened;
    opened = open();
    opened.on("error", fail);
    return opened;
  };
  const write = async (text: string): Promise<void> => {
    if (gone || text === "") return;
    if (isFile(descriptor)) {
      try {
        writeWholly(descriptor, text);
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)));
      }
      return;
    }
    await new Promise<void>((resolve) => {
      stream().write(text, (error) => {
        if (error) fail(error);
        resolve();
      });
    });
  };
  return {
    ...guardLog(write),
    get isTTY() {
      return stream().isTTY === true;
    },
    get columns() {
      return stream().columns ?? 80;
    },
    failure: () => failure,
  };
}

/** The two ways to write, where `write` puts a text out as it is. */
export function guardLog(write: Output["write"]): Pick<Output, "write" | "writeCommands"> {
  return { write: (text) => write(breakCommands(text)), writeCommands: write };
}

/** To a file, Node writes as much as fits on the disk and silently drops the rest. */
function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
