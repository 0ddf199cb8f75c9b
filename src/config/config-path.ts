// Writes a place in a config as people read it.

/** Keys and indexes from the root of the config. */
export type ConfigPath = readonly PropertyKey[];

/** `workflows[0].steps[1].expectedState`; `server.env["X-Y"]` where a key is not an identifier. */
export function renderPath(path: ConfigPath): string {
  return path
    .map((part, index) => {
      if (typeof part === "number") return `[${part}]`;
      const key = String(part);
      if (!/^[\p{L}$_][\p{L}\p{N}$_]*$/u.test(key)) return `[${JSON.stringify(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join("");
}
