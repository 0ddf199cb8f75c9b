// Finds a port of this machine on which nothing listens at the moment.
import { createServer } from "node:net";

/**
 * Asks the system for a free port on loopback. Another program may take it before it is used; then the start fails.
 */
export async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("the system gave no port");
  return address.port;
}
