// Recognizes hosts of this machine. Pure.

/** True for `localhost`, `127.x.x.x` and `[::1]`, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host);
}

/** True for an `Origin` that is a page of this machine. */
export function isLoopbackOrigin(origin: string): boolean {
  const host = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1];
  return host !== undefined && isLoopbackHost(host);
}
