// What the check of `wrap --record` learns: around the SDK's toolRunner, with a stand-in for the API.
import { afterAll, describe, expect, test } from "vitest";
import { AgentFolder, say, use } from "../helpers/tool-runner.js";

const END = [say("All orders are looked after.")];

describe("an id that the server makes again in each run", () => {
  const folder = new AgentFolder();
  afterAll(() => folder.remove());
  const scripts = {
    main: [[use("open_ticket", { about: "A-1" })], [use("close_ticket", { ticket: "{{[0-9a-f-]{36}}}" })], END],
  };

  test("is a variable after the check: it may differ, and goes where it was sent; another text may not", async () => {
    folder.answer({ ticket: null });
    const { code, stderr } = await folder.wrap(["--record", "a.yaml"], { scripts });
    expect([code, stderr]).toEqual([0, expect.stringMatching(/Checked: replays, with \S+ as variables/)]);
    expect(await folder.wrap(["a.yaml"])).toMatchObject({ code: 0 });
    folder.answer({ ticket: "an order" });
    expect(await folder.wrap(["a.yaml"])).toMatchObject({ code: 3 });
  });

  test("stops the replay where nobody learned it", async () => {
    folder.answer({ ticket: null });
    const { stderr } = await folder.wrap(["--no-check", "--record", "b.yaml"], { scripts });
    expect(stderr).not.toContain("Checked");
    const replayed = await folder.wrap(["--json", "b.yaml"]);
    expect(JSON.parse(replayed.stderr)).toMatchObject({ verdict: "inconclusive", stop: { tool: "open_ticket" } });
  });
});
