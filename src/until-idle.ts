// Ends the wait for what cannot happen: Node ends a process that has nothing left to do with exit code 0, whatever waits.

/** What `work` gives. Rejects with `message` where it still waits when Node has nothing left to do. The innermost wait rejects. */
export async function untilIdle<T>(work: Promise<T>, message: string): Promise<T> {
  let onIdle = (): void => {};
  const idle = new Promise<never>((_, reject) => {
    onIdle = () => {
      // A stack would only show this place.
      const error = Object.assign(new Error(message), { stack: `Error: ${message}` });
      if (process.listeners("beforeExit").at(-1) === onIdle) reject(error);
    };
  });
  process.on("beforeExit", onIdle);
  try {
    return await Promise.race([work, idle]);
  } finally {
    process.off("beforeExit", onIdle);
  }
}
