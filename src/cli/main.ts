#!/usr/bin/env node
// Picks the program that runs. A client waits while `proxy`, `serve` or a wrapped server starts, so each of them is one file of its own
// with nothing else in it. Loads nothing before it has answered `--version`.
import { VERSION } from "../version.js";

const args = process.argv.slice(2);
const [first = ""] = args;

/** Over HTTP a person starts the proxy, and it has more to load. */
function namesUrl(): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? undefined : end).some((arg) => arg === "--url" || arg.startsWith("--url="));
}

/**
 * Lets a function run eight times as long before the engine optimizes it: most commands end before that pays. Not for what
 * a client waits for all day. Node 20 only: later ones have no such flag, and complain of it.
 */
function optimizeLater(): void {
  if (!process.version.startsWith("v20.") || ["proxy", "wrap"].includes(first)) return;
  const v8: typeof import("node:v8") = require("node:v8");
  v8.setFlagsFromString("--interrupt-budget=540672");
}

if (args.length === 1 && ["--version", "-v"].includes(first)) {
  process.stdout
    .on("error", (error: NodeJS.ErrnoException) => {
      // Its reader may be gone.
      if (error.code !== "EPIPE") process.exitCode = 4;
    })
    .write(`${VERSION}\n`);
} else if (first === "serve") require("./program-serve.cjs");
else if (first === "wrapped-server") require("./program-wrapped-server.cjs");
else if (first === "proxy" && !namesUrl()) require("./program-proxy.cjs");
else {
  optimizeLater();
  require("./program-all.js");
}
