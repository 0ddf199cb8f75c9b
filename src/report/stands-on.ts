// Lists what the verdicts of a report are based on: model, server, protocol, suite.
import { identitiesIn } from "../trace/servers.js";
import type { Report } from "./report.js";

/** Each model and each server once, then the suite. Not escaped. */
export function standsOn(report: Report): string[] {
  const runs = report.evaluations.flatMap(({ run }) => (run === undefined ? [] : [run]));
  const models = runs.map(({ model, sources }) => {
    const answered = model.answered === undefined ? "" : `, answered by ${model.answered}`;
    return `Model: ${model.name} (${sources.model}${answered})`;
  });
  const servers = runs.flatMap(({ server: one, servers: several, sources }) =>
    identitiesIn({ ...one, ...(several === undefined ? {} : { servers: several }) }).map(({ server, identity }) => {
      const named = identity.name === "" ? "unknown" : `${identity.name} ${identity.version}`;
      const protocol = identity.protocol === "" ? "" : `, protocol ${identity.protocol}`;
      return `Server${server === undefined ? "" : ` ${server}`}: ${named}${protocol} (${sources.server})`;
    }),
  );
  const suite = `Suite: ${report.suite.name} (${report.suite.hash}), ${report.command} by ${report.by}`;
  const prices = new Set(report.evaluations.flatMap(({ spent }) => spent?.prices ?? []));
  return [
    ...new Set(models),
    ...new Set(servers),
    ...(prices.size === 0 ? [] : [`Prices: ${[...prices].map(pricesFrom).join(", ")}`]),
    suite,
    ...(report.shard === undefined ? [] : [`Shard ${report.shard.index} of ${report.shard.total}`]),
    ...(report.offline === undefined ? [] : [`${report.suite.name}: ${report.offline}`]),
  ];
}

function pricesFrom(date: string): string {
  return date === "config" ? "the config's" : `list of ${date}`;
}
