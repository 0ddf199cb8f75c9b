// Says of a flag that the command does not have why not, and what to do instead. Pure.
import { COMMAND_NAMES, FLAGS, type CommandName } from "./flags.js";

/** Sentences. */
interface Foreign {
  /** Why the flag makes no sense for the command; undefined where only its commands are known. */
  why?: string | undefined;
  instead: string;
}

const COMPARES = "A recording is not compared with an earlier one, so there is nothing to accept or to decide by it.";
const NO_BASELINE = "eval compares with no recording, so there is nothing to accept or to decide by it.";
const REPLAY = "replay does, with the recorded Claude and without a key:";

/** The flags that say what a replay accepts, and how it ends. */
function flagsOfReplay(why: string): Record<string, Foreign> {
  const flags = ["strict", "fail-on", "on-inconclusive", "after-drift"];
  return Object.fromEntries(flags.map((flag) => [flag, { why, instead: `${REPLAY} mcpvals replay --${flag}` }]));
}

const REASONS: Partial<Record<CommandName, Readonly<Record<string, Foreign>>>> = {
  record: {
    shard: {
      why: "Recording writes cassettes, and each machine would have only those of its part.",
      instead:
        "Record on one machine; -t NAME records a part of the suite, and without --mode only what replay cannot decide. Then split the replay: mcpvals replay --shard 1/2",
    },
    changed: {
      why: "It would look at files only; record plays each cassette and finds out whether replay can still decide.",
      instead: "Leave it out: mcpvals record",
    },
    "last-failed": {
      why: "A workflow that failed is no reason to record it again; record finds out what replay cannot decide.",
      instead: "Leave it out, or name the workflow: mcpvals record -t NAME",
    },
    watch: {
      why: "At each save it would spend money, and write cassettes.",
      instead: `${REPLAY} mcpvals replay --watch`,
    },
    offline: {
      why: "A cassette holds what the live server answered.",
      instead: "Leave it out; what is recorded is played by: mcpvals replay --offline",
    },
    update: {
      why: "It rewrites the scores of cassettes that exist, which record does not need.",
      instead: "mcpvals replay --update",
    },
    ...flagsOfReplay(COMPARES),
  },
  eval: {
    changed: {
      why: "What Claude does with a server may change without any file.",
      instead: "Name the suites, or take --tag. For replay, which needs no key: mcpvals replay --changed",
    },
    watch: { why: "At each save it would spend money.", instead: `${REPLAY} mcpvals replay --watch` },
    offline: {
      why: "A recorded server knows only the recorded calls, and Claude may make others.",
      instead: `${REPLAY} mcpvals replay --offline`,
    },
    update: { why: "eval writes no cassette.", instead: "mcpvals replay --update" },
    mode: { why: "eval writes no cassette.", instead: "mcpvals record --mode all" },
    ...flagsOfReplay(NO_BASELINE),
  },
  diff: {
    shard: {
      why: "diff gives one verdict on one suite, and parts of it cannot be joined.",
      instead: "Leave it out; -t NAME and --tag compare a part.",
    },
    changed: {
      why: "diff compares the one suite that you name.",
      instead: "Which suites changed: mcpvals list --changed",
    },
    watch: {
      why: "diff makes the calls on two servers and ends.",
      instead: "Against the recordings, at each save: mcpvals replay --watch",
    },
    offline: {
      why: "diff compares servers that run.",
      instead: "Of recordings: mcpvals diff OLD.yaml NEW.yaml",
    },
  },
  list: {
    shard: {
      why: "list runs nothing.",
      instead: "The split is made by: mcpvals replay --shard 1/2. A matrix of suites: mcpvals list --json",
    },
  },
};

/** Undefined for a flag that no command has. `flag`: its long name. */
export function explainForeign(command: CommandName, flag: string): Foreign | undefined {
  const own = REASONS[command];
  if (own !== undefined && Object.hasOwn(own, flag)) return own[flag];
  const having = COMMAND_NAMES.filter((name) => Object.hasOwn(FLAGS[name], flag) && FLAGS[name][flag]?.hidden !== true);
  if (having.length === 0) return undefined;
  return { instead: `--${flag} is a flag of ${having.join(", ")}.` };
}
