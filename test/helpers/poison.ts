// Makes every text of a report hostile, but for those that are one of a few words.
import { EVIL } from "./sample-reports.js";

const VERDICTS = /^(passed|failed|inconclusive|error|skipped|SAME|REGRESSED|BREAKING|CHANGED|INCONCLUSIVE)$/;

/** `fixed`: keys whose values stay. */
export function poison<Value>(report: Value, fixed: readonly string[]): Value {
  const text = JSON.stringify(report, function harm(this: unknown, key: string, value: unknown) {
    if (typeof value !== "string" || fixed.includes(key) || VERDICTS.test(value)) return value;
    return `${value}${EVIL}`;
  });
  return JSON.parse(text);
}
