// Preloaded (`node --import`): time runs a thousand times quicker for all that could cut a connection that is idle. So a test
// sees in a second whether a stream lives through a quarter of an hour. Only timers of a second and more: the short ones are
// no limits.
import http from "node:http";
import net from "node:net";

const quicker = (ms) => (ms >= 1000 ? ms / 1000 : ms);
for (const name of ["setTimeout", "setInterval"]) {
  const plain = globalThis[name];
  globalThis[name] = (act, ms, ...args) => plain(act, quicker(ms ?? 0), ...args);
}

const setSocketTimeout = net.Socket.prototype.setTimeout;
net.Socket.prototype.setTimeout = function (ms, ...args) {
  return setSocketTimeout.call(this, quicker(ms), ...args);
};

/** What Node's HTTP server does where it is not told otherwise. */
const LIMITS = {
  requestTimeout: 300_000,
  headersTimeout: 60_000,
  keepAliveTimeout: 5000,
  connectionsCheckingInterval: 30_000,
};
const { createServer } = http;
http.createServer = (options, listener) => {
  const given = typeof options === "function" ? {} : options;
  const limits = Object.entries({ ...LIMITS, ...given }).map(([name, value]) =>
    name in LIMITS ? [name, quicker(value)] : [name, value],
  );
  return createServer(Object.fromEntries(limits), typeof options === "function" ? options : listener);
};
