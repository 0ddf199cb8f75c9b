#!/usr/bin/env node
// The door: picks the program that runs. `proxy` and `serve` stand where a client waits for a server to start, so each of them
// is one file, built with nothing else in it. Nothing is loaded before `--version` has been answered.
import { VERSION } from "../version.js";

const args = process.argv.slice(2);
const [first = ""] = args;

/** Over HTTP a proxy is started by hand, and has more to load. */
function namesUrl(): boolean {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? undefined : end).some((arg) => arg === "--url" || arg.startsWith("--url="));
}

if (args.length === 1 && ["--version", "-v"].includes(first)) {
  process.stdout
    .on("error", (error: NodeJS.ErrnoException) => {
      // Its reader may have left.
      if (error.code !== "EPIPE") process.exitCode = 4;
    })
    .write(`${VERSION}\n`);
} else if (first === "serve") require("./program-serve.cjs");
else if (first === "proxy" && !namesUrl()) require("./program-proxy.cjs");
else void import("./program-all.js");
