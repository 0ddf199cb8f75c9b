// A port of this machine on which nothing listens just now.
import { createServer } from "node:net";

/** Asks the system for a free port on loopback. Somebody else may take it before it is used; that shows at the start. */
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
