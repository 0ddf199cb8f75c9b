// Tells whether a time without a zone is local time in both of two runs, with summer time between them.
import type { Moment } from "./moment.js";

const MINUTE = 60_000;

/**
 * One zone for each rule of summer time. Left out are small ones that change the other way than a large one with the
 * same clock: Easter Island, Saint Pierre, Morocco.
 */
const ZONES: readonly string[] = [
  "Europe/London",
  "Europe/Berlin",
  "Europe/Athens",
  "Europe/Chisinau",
  "Atlantic/Azores",
  "Africa/Cairo",
  "America/St_Johns",
  "America/Halifax",
  "America/Havana",
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Anchorage",
  "America/Adak",
  "America/Nuuk",
  "America/Asuncion",
  "America/Santiago",
  "Pacific/Norfolk",
  "Asia/Beirut",
  "Asia/Jerusalem",
  "Australia/Adelaide",
  "Australia/Sydney",
  "Australia/Lord_Howe",
  "Pacific/Auckland",
  "Pacific/Chatham",
];

const clocks = new Map<string, Intl.DateTimeFormat | undefined>();

function clockOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!clocks.has(zone)) {
    try {
      clocks.set(zone, new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }));
    } catch {
      clocks.set(zone, undefined);
    }
  }
  return clocks.get(zone);
}

/** Returns milliseconds east of UTC at an instant. */
function offsetAt(zone: string, instant: number): number | undefined {
  if (!Number.isFinite(instant)) return undefined;
  const name = clockOf(zone)
    ?.formatToParts(instant)
    .find(({ type }) => type === "timeZoneName")?.value;
  const parts = /^GMT(?:([+-])(\d{2}):(\d{2}))?/.exec(name ?? "");
  if (parts === null) return undefined;
  const minutes = Number(parts[2] ?? "0") * 60 + Number(parts[3] ?? "0");
  return (parts[1] === "-" ? -minutes : minutes) * MINUTE;
}

/** A local time, read as UTC. */
export interface WallTime {
  at: number;
  moment: Moment;
  /** True where the time, moved by so many milliseconds, is in its run. */
  isNow(moved: number): boolean;
}

/**
 * True where one zone has a summer time between two runs and says the time of each. A recorded time that was UTC means
 * a server in UTC: nothing is moved.
 */
export function crossesSummerTime(recorded: WallTime, live: WallTime): boolean {
  if (recorded.isNow(0)) return false;
  return ZONES.some((zone) => {
    const [then, now] = [offsetAt(zone, recorded.moment.callStart), offsetAt(zone, live.moment.callStart)];
    if (then === undefined || now === undefined || then === now) return false;
    return recorded.isNow(-then) && live.isNow(-now);
  });
}
