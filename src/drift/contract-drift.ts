// Finds the differences between the recorded and the present contract, except those of tools.
import { canonicalJson } from "../json/canonical.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Contract, ServerSays } from "../trace/contract.js";
import type { Drift } from "../trace/drift.js";
import { saysIn } from "../trace/servers.js";

/** Compares what each server declares about itself. `given`: its instructions are in Claude's system prompt. */
export function compareContracts(recorded: Contract, present: Contract, given: boolean): Omit<Drift, "id">[] {
  const [before, after] = [recorded, present].map(
    (contract) => new Map(saysIn(contract).map(({ server, says }) => [server, says])),
  );
  const names = new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])]);
  return [...names].flatMap((server) =>
    compareSays(before?.get(server) ?? NOTHING, after?.get(server) ?? NOTHING, given).map((drift) =>
      server === undefined ? drift : { ...drift, where: { ...drift.where, server } },
    ),
  );
}

const NOTHING: ServerSays = { server: {}, capabilities: {} };

function compareSays(recorded: ServerSays, present: ServerSays, given: boolean): Omit<Drift, "id">[] {
  const instructions = difference("instructions", "", wordsOf(recorded.instructions), wordsOf(present.instructions));
  return [
    ...instructions.map((drift): Omit<Drift, "id"> => ({ ...drift, class: given ? "reworded" : "docs" })),
    ...members("", recorded.server, present.server),
    ...members("/capabilities", recorded.capabilities, present.capabilities),
    ...difference("server", "/prompts", recorded.prompts, present.prompts),
    ...difference("server", "/resources", recorded.resources, present.resources),
    ...difference("server", "/resourceTemplates", recorded.resourceTemplates, present.resourceTemplates),
  ];
}

/** Line ends and white space at the ends of lines do not count; a text of nothing else counts as missing. */
function wordsOf(text: string | undefined): string | undefined {
  const lines = text?.split(/\r\n?|\n/).map((line) => line.trimEnd());
  const words = lines?.join("\n").trim();
  return words === "" ? undefined : words;
}

function members(path: string, recorded: JsonObject, present: JsonObject): Omit<Drift, "id">[] {
  const keys = new Set([...Object.keys(recorded), ...Object.keys(present)]);
  return [...keys].flatMap((key) => difference("server", `${path}/${key}`, recorded[key], present[key]));
}

function difference(
  part: "server" | "instructions",
  path: string,
  recorded: JsonValue | undefined,
  present: JsonValue | undefined,
): Omit<Drift, "id">[] {
  if (canonicalJson(recorded ?? null) === canonicalJson(present ?? null)) return [];
  return [
    {
      class: "docs",
      where: { part, path },
      ...(recorded === undefined ? {} : { recorded }),
      ...(present === undefined ? {} : { present }),
    },
  ];
}
