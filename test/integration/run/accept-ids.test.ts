// What was accepted stays accepted although the server makes new ids and times in every run.
import { describe, expect, it } from "vitest";
import { accept } from "../../../src/index.js";
import { driftCase, type RecordedCase } from "../../helpers/drift-case.js";

const env = { ...process.env, CI: "" };
const take = (one: RecordedCase, ids: string[]) =>
  accept(one.config, { cwd: one.folder, env, ids, why: "Cy came to stay" });

/** A list that ends with the user just made, whose id is another one in every run. */
const made = () =>
  driftCase({
    steps: [{ user: "Make Dan, list all and look at him", expectedState: "Dan" }],
    turns: [
      { calls: [{ tool: "create_user", input: { name: "Dan" } }] },
      { calls: [{ tool: "list_users", input: {} }] },
      { calls: [{ tool: "get_user", input: { id: { $result: 1, pointer: "/id" } } }] },
      { text: "Dan is there." },
    ],
  });

describe("a list that is longer now, with an id of the server's own in it", () => {
  it("drifts under one id, and is accepted once and for all", async () => {
    const one = made();
    const seen = await one.replay("one-more");
    expect(seen).toMatchObject({ verdict: "inconclusive", drift: ["changed call 2 list_users /content/0/json"] });
    const again = await one.replay("one-more");
    const [drift, other] = [seen, again].map(({ all }) => all.find(({ class: kind }) => kind === "changed"));
    expect(other?.present).not.toEqual(drift?.present);
    expect(other?.id).toBe(drift?.id);
    const id = drift?.id ?? "none";
    expect(seen.evaluation.settle.at(-1)).toBe(`mcpvals accept ${id} -m "why it is harmless"`);

    expect(await take(one, [id])).toMatchObject({ accepted: [{ id }], left: [] });
    for (const _ of [1, 2]) {
      expect(await one.replay("one-more")).toMatchObject({ verdict: "passed", exitCode: 0 });
    }
    // The id that is put in is the one of this run, and another order is another drift.
    const then = await one.replay("one-more");
    expect(then.calls[2]).toEqual(["get_user", { id: then.substitutions[0]?.live }]);
    expect(await one.replay("one-more,other-order")).toMatchObject({ verdict: "inconclusive" });
  });
});
