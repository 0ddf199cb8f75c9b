// A report as the JSON reporter writes it, without the times: what has to be the same when nothing changed.
import { renderJson } from "../../src/render/formats/json.js";
import type { Report } from "../../src/index.js";

/** The text of `--reporter json`, each time and duration replaced. */
export function textWithoutTimes(report: Report): string {
  return renderJson([report]).replaceAll(/("(?:timestamp|ms)": )(?:"[^"]*"|[\d.e-]+)/g, "$1…");
}
