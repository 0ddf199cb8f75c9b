// npm run bench: everything that is measured, in one run, on this machine. Needs a build.
import { cpus } from "node:os";
import { benchColdStart } from "./cold-start.mjs";
import { benchContractDiff } from "./contract-diff.mjs";
import { benchDrift } from "./drift.mjs";
import { benchOfflineReplay } from "./offline-replay.mjs";
import { benchProxiedCalls } from "./proxied-calls.mjs";
import { benchProxy } from "./proxy.mjs";
import { benchVariables } from "./variables.mjs";

console.log(`Node ${process.version}, ${cpus().length} cores: ${cpus()[0]?.model ?? "unknown"}`);
benchColdStart();
benchDrift();
benchContractDiff();
await benchOfflineReplay();
await benchProxiedCalls();
await benchProxy();
await benchVariables(500);
