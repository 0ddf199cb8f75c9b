// Writes the cassette of a run over the one before, and forgets what was accepted against that one.
import { changeAccepted } from "../cassette/accepted-store.js";
import { writeCassette } from "../cassette/store.js";
import { storePlaceOf, type StorePlace } from "../cassette/store-place.js";
import { scanForSecrets } from "../redaction/last-scan.js";
import type { Veil } from "../redaction/veil.js";
import type { RunSettings } from "../suite/settings.js";
import type { BuiltRecording } from "./build-recording.js";

/** Writes the cassette; its file. Throws SECRET_FOUND. */
export function writeRecording(place: StorePlace, recording: BuiltRecording, places: Veil): Promise<string> {
  return writeCassette(place, recording, (name, content) => scanForSecrets(places, name, content));
}

/**
 * Removes the accepted drift of a workflow: it was accepted against one recording, and says nothing about the next.
 */
export async function forgetAccepted(
  { suite, index }: RunSettings,
  workflow: string,
  tell: (message: string) => void,
): Promise<void> {
  const place = storePlaceOf(suite);
  if ((await index.accepted(workflow)).every((drift) => drift.workflow === undefined)) return;
  const gone: string[] = [];
  await changeAccepted(place, (all) => ({
    ...all,
    drift: all.drift.filter((drift) => {
      if (drift.workflow === workflow) gone.push(drift.id);
      return drift.workflow !== workflow;
    }),
  }));
  if (gone.length > 0)
    tell(`${workflow} was recorded again; its accepted differences were removed: ${gone.join(", ")}`);
}
