// Replaces the folder and the port of a run by fixed names in a report, so that the same run makes the same report.
import type { Evaluation } from "../report/report.js";
import { readForms } from "../places/machine.js";
import type { Stage } from "./stage.js";

/** The evaluation with `[run]` for the run's folder, and `[port]` for its port after a loopback host. */
export function nameRunPlaces(evaluation: Evaluation, { folder, port }: Pick<Stage, "folder" | "port">): Evaluation {
  const names = readForms(folder).toSorted((a, b) => b.length - a.length);
  const address = new RegExp(String.raw`(?<=(?:localhost|127\.0\.0\.1|\[::1\]):)${port}(?!\d)`, "g");
  const rename = (_key: string, value: unknown): unknown => {
    if (typeof value !== "string") return value;
    return names.reduce((text, name) => text.replaceAll(name, "[run]"), value).replace(address, "[port]");
  };
  return JSON.parse(JSON.stringify(evaluation, rename));
}
