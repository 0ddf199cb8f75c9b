// Reads what may not be there, or not be readable: nothing is known then. Pure.
import { McpvalsError, type ErrorCode } from "../errors.js";

/** Undefined in place of any error but a fault of ours. */
export function ifReadable<T>(reading: Promise<T>): Promise<T | undefined> {
  return unless(reading, (code) => code !== "BUG");
}

/** Undefined in place of an error that says what is wrong with a cassette. */
export function ifCassette<T>(reading: Promise<T>): Promise<T | undefined> {
  return unless(reading, (code) => code.startsWith("CASSETTE_"));
}

async function unless<T>(reading: Promise<T>, isExpected: (code: ErrorCode) => boolean): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof McpvalsError && isExpected(error.code)) return undefined;
    throw error;
  }
}
