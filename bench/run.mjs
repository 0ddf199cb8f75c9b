// npm run bench: everything that is measured, in one run, on this machine. Needs a build. With `--tiny` each bench runs with
// the smallest numbers, which shows that it runs.
import { cpus } from "node:os";
import { benchAgents } from "./agents.mjs";
import { benchColdStart } from "./cold-start.mjs";
import { benchContractDiff } from "./contract-diff.mjs";
import { benchDrift } from "./drift.mjs";
import { benchHtml } from "./html.mjs";
import { benchImport } from "./import.mjs";
import { benchOfflineReplay } from "./offline-replay.mjs";
import { benchProxiedCalls } from "./proxied-calls.mjs";
import { benchProxy } from "./proxy.mjs";
import { benchScale } from "./scale.mjs";
import { benchSuites } from "./suites.mjs";
import { benchShards } from "./shards.mjs";
import { benchVariables } from "./variables.mjs";
import { benchWatch } from "./watch.mjs";
import { isTiny, sized } from "./measure.mjs";

console.log(`Node ${process.version}, ${cpus().length} cores: ${cpus()[0]?.model ?? "unknown"}`);
if (isTiny) console.log("With --tiny, what is printed says nothing about the speed.");
benchColdStart();
benchDrift();
benchContractDiff();
await benchHtml();
await benchScale();
await benchImport();
await benchAgents();
await benchOfflineReplay();
await benchProxiedCalls();
await benchProxy();
await benchSuites();
await benchVariables(sized(500, 5));
benchShards();
await benchWatch();
