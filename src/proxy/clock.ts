// Reads the clock of the traffic. Not `performance`: its first use loads a module, which delays the server's start by
// milliseconds.

/** Milliseconds since some moment, the same in the whole process; never runs backward. */
export function now(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
