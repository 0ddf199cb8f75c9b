// Plays situations with real agents: npm run agents [-- [--agent ID] [--kind unchanged|changed|adversary] [--only WORDS]
// [--from N] [--jobs N] [--no-check]]. Ends with 1 where an unchanged one does not pass, or a changed one does.
import { parseArgs } from "node:util";
import { AGENT_PACKAGES, findAgentBinary } from "./packages.mjs";
import { playSituation } from "./play.mjs";
import { judgeAdversary, judgeChange, judgeUnchanged } from "./judge.mjs";
import { ADVERSARY } from "./adversary.mjs";
import { CHANGES, UNCHANGED } from "./situations.mjs";

const { values } = parseArgs({
  options: {
    agent: { type: "string" },
    kind: { type: "string" },
    only: { type: "string" },
    from: { type: "string", default: "1" },
    jobs: { type: "string", default: "1" },
    "no-check": { type: "boolean", default: false },
  },
});
const agents = AGENT_PACKAGES.filter(({ id }) => id.startsWith("claude-code") && (values.agent ?? id) === id);
const jobs = agents
  .flatMap(({ id }) =>
    findAgentBinary(id) === undefined
      ? (console.log(`skipped: ${id} is not installed: npm run agents:install`), [])
      : [
          ...UNCHANGED.map((situation) => ({ id, situation, judge: judgeUnchanged, kind: "unchanged" })),
          ...CHANGES.map((situation) => ({ id, situation, judge: judgeChange, kind: "changed" })),
          ...ADVERSARY.map((situation) => ({ id, situation, judge: judgeAdversary, kind: "adversary" })),
        ].filter(
          ({ situation, kind }) =>
            `${kind}: ${situation.name}`.includes(values.only ?? "") && (values.kind ?? kind) === kind,
        ),
  )
  .slice(Number(values.from) - 1);
const sums = {};
await Promise.all(
  Array.from({ length: Number(values.jobs) }, async () => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      const { id, situation, judge, kind } = job;
      const played = await playSituation(id, situation, { check: !values["no-check"] });
      const faults = judge(situation, played);
      const sum = (sums[`${id}, ${kind}`] ??= { good: 0, of: 0 });
      sum.of += 1;
      if (faults.length === 0) sum.good += 1;
      const took = `${played.record.ms} + ${played.replay.ms} ms`;
      console.log(`${faults.length === 0 ? "ok     " : "FAILED "} ${id}, ${kind}: ${situation.name} (${took})`);
      for (const fault of faults) console.log(`        ${fault}`);
      if (faults.length > 0) console.log(`${played.record.stderr}${played.replay.stderr}`.replace(/^/gm, "        | "));
    }
  }),
);
for (const [what, { good, of }] of Object.entries(sums)) console.log(`${what}: ${good} of ${of}`);
process.exitCode = Object.values(sums).every(({ good, of }) => good === of) && Object.keys(sums).length > 0 ? 0 : 1;
