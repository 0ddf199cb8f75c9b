// Reads the system text of an agent's requests without what is new on each machine, day and commit. Pure.
import { shortHash } from "../short-hash.js";

/** What Claude Code says of the machine, each in a line of its own. */
const OF_MACHINE =
  /^ - (?:Primary working directory|Is a git repository|Is directory a git repo|Platform|Shell|OS Version|Additional working directories|This is a git worktree)\b.*$/gm;
/** Claude Code says it last. */
const GIT_STATUS = /^gitStatus: [\s\S]*$/m;
/** The folder of the agent in a suite; `wrap` calls it the run's. Settings are in it. */
const OWN_FOLDER = /\bmcpvals-agent-[A-Za-z0-9]{6}\b/g;
/** The folder of a project's memory has the project's path in its name. */
const PROJECT_FOLDER = /([\\/]projects[\\/])[^\s\\/`"']+/g;
const MONTHS = "January|February|March|April|May|June|July|August|September|October|November|December";
const DATES = [
  /\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?/g,
  /\b\d{1,2}:\d{2}(?::\d{2})?\b(?: ?[AP]M\b)?/g,
  new RegExp(`\\b(?:\\d{1,2} )?(?:${MONTHS})(?: \\d{1,2},?)?(?: \\d{4})\\b`, "g"),
  /\b\d{1,2}[/.]\d{1,2}[/.]\d{4}\b/g,
  /\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b/g,
];

/** A text of an agent that has had its folders replaced. */
export function settleSystemText(text: string): string {
  const fixed = text
    .replace(GIT_STATUS, "")
    .replace(OF_MACHINE, "")
    .replace(OWN_FOLDER, "[agent]")
    .replace(PROJECT_FOLDER, "$1[project]");
  return DATES.reduce((rest, date) => rest.replace(date, "[date]"), fixed).trim();
}

/** Hashes system texts; each is read once, however many requests have it. */
export class SystemTexts {
  private readonly known = new Map<string, string>();
  /** Most requests have the text of the one before. */
  private last: { text: string; hash: string } | undefined;

  /** `hide` puts placeholders in the place of folders and secrets. */
  constructor(private readonly hide: (text: string) => string) {}

  /** 12 hex digits. */
  hashOf(text: string): string {
    if (this.last?.text === text) return this.last.hash;
    const raw = shortHash(text);
    const known = this.known.get(raw) ?? shortHash(settleSystemText(this.hide(text)));
    this.known.set(raw, known);
    this.last = { text, hash: known };
    return known;
  }
}
