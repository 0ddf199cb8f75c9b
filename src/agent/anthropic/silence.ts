// Ends a request to the model when no byte of its response arrives for too long. Must not know what the bytes mean.

/** Thrown where the model was silent for the whole limit, before its response or in it. */
export class ModelSilent extends Error {
  override readonly name = "ModelSilent";
  constructor(ms: number) {
    // Must not contain "timeout", as the config key does: the SDK takes an error with that word for its own, and drops
    // its message.
    super(`no byte came for ${String(ms)} ms`);
  }
}

/** The message of an API error, with the config key where it is a {@link ModelSilent}. */
export function nameLimit(message: string): string {
  return message.replace(/no byte came for \d+ ms$/, "$& (modelTimeout)");
}

/** Wraps `fetch`: each wait for a byte is limited to `ms` milliseconds. Any byte counts, so `ping` events do too. */
export function limitSilence(ms: number): typeof fetch {
  return async (input, init) => {
    const silence = new AbortController();
    const waiting = <T>(wait: Promise<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          const silent = new ModelSilent(ms);
          reject(silent);
          silence.abort(silent);
        }, ms);
        wait.then(resolve, reject).finally(() => clearTimeout(timer));
      });
    const given = init?.signal ?? undefined;
    const signal = given === undefined ? silence.signal : AbortSignal.any([given, silence.signal]);
    const response = await waiting(fetch(input, { ...init, signal }));
    if (response.body === null) return response;
    const reader = response.body.getReader();
    const body = new ReadableStream<Uint8Array>(
      {
        // Counts only while the reader reads: a slow reader is not a silent model.
        async pull(controller) {
          const { done, value } = await waiting(reader.read());
          if (done) controller.close();
          else controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      },
      { highWaterMark: 0 },
    );
    return new Response(body, response);
  };
}
