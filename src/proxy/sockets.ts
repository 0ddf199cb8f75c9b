// How a connection ends, and why.
import type { Socket } from "node:net";

/** Closes a connection as the system closes one that is broken; over TLS it can only be closed. */
export function reset(socket: Socket | undefined): void {
  if (socket === undefined || socket.destroyed) return;
  if ("encrypted" in socket) socket.destroy();
  else socket.resetAndDestroy();
}

/** `ECONNREFUSED`, or another description. An AggregateError (one error per address) has no message of its own. */
export function reasonOf(error: Error): string {
  const code = "code" in error && typeof error.code === "string" ? error.code : undefined;
  return code ?? (error.message === "" ? error.name : error.message);
}
