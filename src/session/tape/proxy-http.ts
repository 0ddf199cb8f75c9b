// Runs the proxy over HTTP (`proxy --url`), until a signal comes.
import { McpvalsError, messageOf } from "../../errors.js";
import type { HttpEnd } from "../../exchange/http-end.js";
import { now } from "../../proxy/clock.js";
import { CLIENT_LEFT, type HttpReply } from "../../proxy/http-tap.js";
import { startHttpProxy } from "../../proxy/http.js";
import { recorderOptions, type ProxyOptions } from "./proxy.js";
import { hideUrl, watchCredentials } from "./proxy-credentials.js";
import { startTape } from "./proxy-tape.js";

export interface HttpOptions extends ProxyOptions {
  url: URL;
  /** Default: a free one. */
  port?: number | undefined;
  /** Called with the proxy's address and the upstream's, both without secrets, once the proxy listens. */
  onListening: (address: string, upstream: string) => void;
}

/** Serves the upstream on 127.0.0.1 until a signal comes. Throws McpvalsError PORT_TAKEN. */
export async function proxyHttp(options: HttpOptions): Promise<void> {
  const { url, port } = options;
  const tape = startTape(recorderOptions(options, { url: url.href }), options.tell, { end: options.wait });
  let signals = 0;
  const stopped = new Promise<void>((resolve) =>
    options.takeSignals((signal) => {
      signals += 1;
      tape.signal(signal, signals === 1);
      resolve();
    }),
  );
  let proxy;
  try {
    proxy = await startHttpProxy({
      upstream: url,
      serves: "loopback",
      ...(port === undefined ? {} : { port }),
      tap: {
        frame: (frame) => tape.frame(frame),
        anyType: true,
        bytesOnly: true,
        head: watchCredentials((values) => tape.know(values), options.tell),
        reply: (reply) => tape.httpEnd(buildEnd(reply)),
      },
      onTapFault: (error) => options.tell(`a message is not recorded: ${messageOf(error)}`),
    });
  } catch (error) {
    await tape.finish();
    throw new McpvalsError("PORT_TAKEN", `cannot listen on 127.0.0.1:${port ?? 0}: ${messageOf(error)}`, {
      fix: "Name another port, or none: --port 8123",
      cause: error,
    });
  }
  const address = `http://127.0.0.1:${proxy.port}${url.pathname}${url.search}`;
  options.onListening(hideUrl(address), hideUrl(url.href));
  await stopped;
  await proxy.close();
  await tape.finish();
}

function buildEnd(reply: HttpReply): HttpEnd {
  const { request, status, failure, oddType, problem, requestProblem } = reply;
  return {
    request,
    at: now(),
    ...(status === undefined ? {} : { status }),
    ...(reply.resumable ? { resumable: true } : {}),
    ...(failure === CLIENT_LEFT ? { abandoned: true } : failure === undefined ? {} : { failure }),
    ...(oddType === undefined ? {} : { oddType }),
    ...(problem === undefined ? {} : { problem }),
    ...(requestProblem === undefined ? {} : { requestProblem }),
  };
}
