// Replaces the folder and the ports of a run by fixed names in a report, so that the same run makes the same report.
import type { Evaluation } from "../report/report.js";
import { readForms } from "../places/machine.js";
import type { Stage } from "./stage.js";

/** The evaluation with `[run]` for the run's folder, and `[port]` for its port after a loopback host. */
export function nameRunPlaces(evaluation: Evaluation, { folder, ports }: Pick<Stage, "folder" | "ports">): Evaluation {
  const names = readForms(folder).toSorted((a, b) => b.length - a.length);
  const addresses = ports.map(({ server, port }) => ({
    written: new RegExp(String.raw`(?<=(?:localhost|127\.0\.0\.1|\[::1\]):)${port}(?!\d)`, "g"),
    name: server === undefined ? "[port]" : `[port/${server}]`,
  }));
  const rename = (_key: string, value: unknown): unknown => {
    if (typeof value !== "string") return value;
    const placed = names.reduce((text, name) => text.replaceAll(name, "[run]"), value);
    return addresses.reduce((text, { written, name }) => text.replace(written, name), placed);
  };
  return JSON.parse(JSON.stringify(evaluation, rename));
}
