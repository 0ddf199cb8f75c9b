// What `lint` says to do about a path of one machine: done, and the cassette is clean and replays.
import { afterEach, expect, it, vi } from "vitest";
import { join } from "node:path";
import { lint } from "../../src/lint/lint.js";
import { driftCase } from "../helpers/drift-case.js";

const FOLDER = "/home/alice/data";
const given = {
  steps: [{ user: "Make a user for the folder", expectedState: "Done" }],
  turns: [{ calls: [{ tool: "create_user", input: { name: `${FOLDER}/notes` } }] }, { text: "Done." }],
};
const pathsIn = async (folder: string) => {
  const { findings } = await lint({ cwd: folder, paths: [join(folder, "cassettes")] });
  return findings.filter(({ rule }) => rule === "machine-path").map(({ message }) => message);
};

afterEach(() => vi.unstubAllEnvs());

it("a folder that the config names by a variable leaves no path, in arguments and in results", async () => {
  const plain = driftCase(given);
  await plain.record();
  expect(await pathsIn(plain.folder)).toEqual([
    expect.stringMatching(/^\/home\/alice is a path of one machine, on \d lines \(\d+, /) as string,
  ]);

  vi.stubEnv("DATA_DIR", FOLDER);
  const named = driftCase({ ...given, env: { DATA_DIR: "${DATA_DIR}" } });
  await named.record();
  expect(await pathsIn(named.folder)).toEqual([]);
  const seen = await named.replay();
  expect([seen.verdict, seen.drift]).toEqual(["passed", []]);
});
