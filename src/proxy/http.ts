// Runs a reverse proxy on loopback in front of an upstream. The bytes of both sides pass as they come, but for the host in the
// head of a request and in a redirect; the tap gets copies.
// Connections, sessions, resumption and authorization are left to client and server.
import net, { type AddressInfo } from "node:net";
import { HttpConnection, type Way } from "./http-connection.js";
import type { RequestHead } from "./http-head.js";
import { replaceHost, valuesOf } from "./http-head.js";
import { addToHead, type AddedToRequests } from "./http-added.js";
import { leadBack } from "./http-redirect.js";
import { isLoopbackHost, isLoopbackOrigin } from "./http-headers.js";
import type { HttpTap } from "./http-tap.js";

export interface HttpProxyOptions {
  /** Only its protocol, host and port are used. */
  upstream: URL;
  tap: HttpTap;
  /**
   * The clients that the proxy serves: `loopback`, any client of this machine (it refuses requests that name another
   * host or come from a foreign page); or the client in this process, which names the upstream's own host, as no other
   * client would.
   */
  serves: "loopback" | { host: string };
  /** What requests with its token get; default: nothing, and every request passes as it came. */
  added?: AddedToRequests | undefined;
  /** Default: a free port. */
  port?: number;
  /** Called once if the tap throws; the traffic goes on. */
  onTapFault?: (error: unknown) => void;
}

export interface HttpProxy {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the proxy on 127.0.0.1. An upstream that cannot be reached is answered with 502 and the reason. */
export async function startHttpProxy(options: HttpProxyOptions): Promise<HttpProxy> {
  const { upstream, serves, tap, onTapFault, added } = options;
  const connections = new Set<HttpConnection>();
  let count = 0;
  let names: string[] = [];
  /** By which name of the proxy a client asks. */
  const findName = ({ rawHeaders }: RequestHead): string | undefined =>
    valuesOf(rawHeaders, "host").find((host, at) => at === 0 && names.includes(host));
  const way: Way = {
    origin: upstream.origin,
    dial: await findDial(upstream),
    tap,
    onTapFault,
    nextRequest: () => (count += 1),
    refusal: (request) => (serves === "loopback" ? foreignPage(request) : foreignHost(request, serves.host)),
    rewrite: (text, head) => {
      const named = findName(head) === undefined ? text : replaceHost(text, upstream.host);
      return added === undefined ? named : addToHead(named, head, added);
    },
    redirect: (text, request) => {
      const host = findName(request);
      return host === undefined ? text : leadBack(text, { origin: upstream.origin, host, request, added });
    },
  };
  const server = net.createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const connection = new HttpConnection(client, way);
    connections.add(connection);
    client.once("close", () => connections.delete(connection));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  const port = portOf(server.address());
  names = [`127.0.0.1:${port}`, `localhost:${port}`];
  return {
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of connections) connection.destroy();
      }),
  };
}

/** How connections to the upstream are opened. TLS is loaded only where it is spoken. */
async function findDial({ protocol, hostname, port }: URL): Promise<Way["dial"]> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const shared = { host, allowHalfOpen: true, noDelay: true };
  if (protocol !== "https:") {
    return (connected) => net.connect({ ...shared, port: port === "" ? 80 : Number(port) }, connected);
  }
  const tls = await import("node:tls");
  const options = {
    ...shared,
    port: port === "" ? 443 : Number(port),
    ALPNProtocols: ["http/1.1"],
    // No name is sent for an address.
    ...(net.isIP(host) === 0 ? { servername: host } : {}),
  };
  return (connected) => tls.connect(options, connected);
}

function foreignHost({ rawHeaders }: RequestHead, host: string): string | undefined {
  const hosts = valuesOf(rawHeaders, "host");
  return hosts.length === 1 && hosts[0] === host ? undefined : "This proxy serves one client only.";
}

function foreignPage({ rawHeaders }: RequestHead): string | undefined {
  const host = valuesOf(rawHeaders, "host").find((one) => !isLoopbackHost(one));
  if (host !== undefined) return `Host ${host} is not this machine.`;
  const origin = valuesOf(rawHeaders, "origin").find((one) => !isLoopbackOrigin(one));
  return origin === undefined ? undefined : `Origin ${origin} is not this machine.`;
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === "object" && address !== null ? address.port : 0;
}
