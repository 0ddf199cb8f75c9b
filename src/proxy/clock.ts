// The clock of the traffic. Not `performance`: the first use of it loads a module, for milliseconds in which a server starts.

/** Milliseconds since some moment, always the same one in a process; it only runs forward. */
export function now(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1e3 + nanoseconds / 1e6;
}
