// Checks the text of `accepted.yaml` against the cassettes beside it. Pure.
import { parseAccepted, serializeAccepted, type AcceptedDrift } from "../cassette/accepted-file.js";
import { addSeal } from "../cassette/seal.js";
import type { Cassette } from "../cassette/schema.js";
import { serializeYaml } from "../cassette/yaml-text.js";
import { McpvalsError } from "../errors.js";
import { checkForm } from "./check-form.js";
import type { Finding } from "./finding.js";
import { openEdited } from "./open-edited.js";
import { readerFindings, type LintedFile } from "./reader-findings.js";

/** `cassettes`: all of the folder; undefined where one of them could not be read, so that its contents are unknown. */
export function checkAccepted(
  text: string,
  bytes: Uint8Array,
  place: LintedFile,
  { isNamed, cassettes }: { isNamed: boolean; cassettes: readonly Cassette[] | undefined },
): Finding[] {
  const { shown } = place;
  const read = (given: string): ReturnType<typeof parseAccepted> => parseAccepted(given, shown);
  const { findings, edited } = openEdited(text, bytes, place, { read, first: "accepted" });
  if (edited === undefined) return findings;
  try {
    const { version, drift, contract } = read(addSeal(serializeYaml(edited.value)));
    const canonical = serializeAccepted(drift, contract, version);
    const odd = cassettes === undefined ? [] : drift.flatMap((one) => describeOdd(one, cassettes) ?? []);
    const orphans = odd.map(({ id, message }): Finding => {
      const line = edited.lineOf(`/drift/${drift.findIndex((one) => one.id === id)}`);
      const fix = "It no longer accepts anything: remove the entry and replay, or restore the cassette.";
      return { rule: "accepted-drift", file: place.file, line, message, fix };
    });
    return [...findings, ...checkForm(edited, canonical, isNamed), ...orphans];
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    return [...findings, ...readerFindings(error, place)];
  }
}

function describeOdd(
  { id, workflow, where }: AcceptedDrift,
  cassettes: readonly Cassette[],
): { id: string; message: string } | undefined {
  if (workflow === undefined) return undefined;
  const cassette = cassettes.find((one) => one.workflow === workflow);
  if (cassette === undefined) return { id, message: `${id} is of "${workflow}", which has no cassette` };
  const { call } = where;
  if (call === undefined || cassette.script.some((entry) => "result" in entry && entry.result === call))
    return undefined;
  return { id, message: `${id} is at call ${call} of "${workflow}", which has no such call` };
}
