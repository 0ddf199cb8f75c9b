// Ends the wait for what cannot happen: Node ends a process that has nothing left to do with exit code 0, whatever waits.

interface Wait {
  message: string;
  reject: (error: Error) => void;
}

/** Those that have not ended, the innermost last. */
const waits: Wait[] = [];

function endInnermost(): void {
  const { message, reject } = waits.at(-1) ?? {};
  // A stack would only show this place.
  reject?.(Object.assign(new Error(message), { stack: `Error: ${message}` }));
}

/** What `work` gives. Rejects with `message` where it still waits when Node has nothing left to do. The innermost wait rejects. */
export async function untilIdle<T>(work: Promise<T>, message: string): Promise<T> {
  let wait: Wait | undefined;
  const idle = new Promise<never>((_, reject) => waits.push((wait = { message, reject })));
  if (waits.length === 1) process.on("beforeExit", endInnermost);
  try {
    return await Promise.race([work, idle]);
  } finally {
    waits.splice(
      waits.findIndex((one) => one === wait),
      1,
    );
    if (waits.length === 0) process.off("beforeExit", endInnermost);
  }
}
