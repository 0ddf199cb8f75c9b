// Reads single keys from a terminal.

export interface KeyInput {
  isTTY?: boolean;
  setRawMode?(isRaw: boolean): unknown;
  on(event: "data", listener: (bytes: Buffer | string) => void): unknown;
  off(event: "data", listener: (bytes: Buffer | string) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

export interface Keys {
  /** Gives the terminal back. */
  stop(): void;
}

/** Undefined where the input is not a terminal. */
export function listenForKeys(input: KeyInput, onKey: (key: string) => void): Keys | undefined {
  if (input.isTTY !== true || input.setRawMode === undefined) return undefined;
  const onData = (bytes: Buffer | string): void => {
    for (const key of bytes.toString()) onKey(key);
  };
  input.setRawMode(true);
  input.on("data", onData);
  input.resume();
  return {
    stop() {
      input.off("data", onData);
      input.setRawMode?.(false);
      input.pause();
    },
  };
}
