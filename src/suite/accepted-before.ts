// Reads entries of accepted drift from version 1, whose ids were made in another way, as drifts.
import type { AcceptedDrift } from "../cassette/accepted-file.js";
import type { Drift } from "../trace/drift.js";

/** The entries of version 1, which are recognized by place and values. */
export function acceptedBefore(accepted: readonly AcceptedDrift[]): Drift[] {
  return accepted.flatMap(({ id, version, class: kind, where, recorded, present }): Drift[] => {
    if (version === undefined || kind === "client") return [];
    const { part, step, call, tool, path } = where;
    return [
      {
        id,
        class: kind,
        where: {
          part,
          ...(step !== undefined && { step }),
          ...(call !== undefined && { call }),
          ...(tool !== undefined && { tool }),
          path,
        },
        ...(recorded !== undefined && { recorded }),
        ...(present !== undefined && { present }),
      },
    ];
  });
}
