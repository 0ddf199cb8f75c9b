// The least reverse proxy that `node:http` makes: one agent that keeps connections, and two pipes. It records nothing, and
// is the yardstick of `npm run bench` over HTTP.
// node bench/bare-proxy.mjs PORT UPSTREAM
import http from "node:http";

const [port, upstream] = process.argv.slice(2);
const { hostname, port: upstreamPort } = new URL(upstream);
const agent = new http.Agent({ keepAlive: true });
http
  .createServer((req, res) => {
    const { method, url: path, headers } = req;
    const out = http.request({ hostname, port: upstreamPort, method, path, headers, agent }, (answer) => {
      res.writeHead(answer.statusCode, answer.headers);
      answer.pipe(res);
    });
    out.on("error", () => res.destroy());
    req.pipe(out);
  })
  .listen(Number(port), "127.0.0.1");
