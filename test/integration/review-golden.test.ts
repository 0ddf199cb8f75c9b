// What a review says of each kind of change, byte by byte: test/fixtures/review/*.md. UPDATE_GOLDEN=1 writes them.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { serializeAccepted } from "../../src/cassette/accepted-file.js";
import { renderReview } from "../../src/render/comment/render-markdown.js";
import { reviewCassettes } from "../../src/review/files/review.js";
import { NOTHING_LEARNED } from "../../src/variables/learned.js";
import { makeTool } from "../helpers/make-trace.js";
import { endRepos, ENVIRONMENT, FAILED, makeRepo, run, type Repo } from "../helpers/review-repository.js";

const GOLDEN = join(import.meta.dirname, "../fixtures/review");

let repo: Repo;
afterAll(endRepos);
afterEach(() => repo.end());

async function review(): Promise<string> {
  return renderReview(await reviewCassettes({ cwd: repo.root, env: ENVIRONMENT, base: "main" }), {});
}

async function expectGolden(name: string): Promise<string> {
  const text = await review();
  const file = join(GOLDEN, `${name}.md`);
  if (process.env["UPDATE_GOLDEN"] === "1") {
    mkdirSync(GOLDEN, { recursive: true });
    writeFileSync(file, text);
  }
  expect(text).toBe(readFileSync(file, "utf8"));
  return text;
}

function branch(make: () => void): void {
  repo = makeRepo();
  make();
  repo.commit("base");
  repo.git("checkout", "-q", "-b", "topic");
}

const weather = (temperature: number) => ({ json: { city: "Graz", temperature, sky: "sunny" } });
const booking = { user: "Book a table outside if it is warm.", final: "Booked for 19:00, outside." };

function bookTable(temperature: number, again = false) {
  const warm = temperature > 20;
  return run(
    "book-a-table",
    {
      ...booking,
      final: warm ? booking.final : "It is too cold to sit outside, so I booked nothing.",
      tools: [makeTool("get_weather"), makeTool("book_table")],
      turns: warm
        ? [
            [["get_weather", { city: "Graz" }, weather(temperature)]],
            [["book_table", { time: "19:00", place: "outside" }, { json: { ok: true } }]],
          ]
        : [[["get_weather", { city: "Graz" }, weather(temperature)]]],
    },
    again,
  );
}

const remember = (again = false) =>
  run("remember", { user: "Remember that I like plums.", turns: [[["remember", { text: "plums" }, "Noted."]]] }, again);

describe("the review of", () => {
  test("one regression says first that something got worse, and why it likely did", async () => {
    branch(() => {
      repo.record("travel", bookTable(24));
      repo.record("travel", remember());
    });
    repo.record("travel", bookTable(11, true), { scores: FAILED });
    repo.record("travel", remember(true));
    const text = await expectGolden("one-regression");
    expect(text).toMatch(
      /^<!-- mcpvals review -->\n\*\*1 of 2 changed workflows got worse, likely because of a different server result/,
    );
  });

  test("chance: Claude did something else though it was given the same", async () => {
    branch(() => repo.record("travel", bookTable(24)));
    const again = bookTable(24, true);
    const [step] = again.steps;
    const last = step?.turns.at(-1);
    if (last !== undefined) last.content = [{ type: "text", text: "Done: 19:00, outside." }];
    repo.record("travel", again);
    expect(await expectGolden("chance")).toContain("| chance |");
  });

  test("a new contract with the same deeds", async () => {
    const tools = (description: string) => [makeTool("remember", { type: "object" }, { description })];
    const one = (workflow: string, description: string, again: boolean, more = false) =>
      run(
        workflow,
        {
          user: `Remember ${workflow}.`,
          tools: [...tools(description), ...(more ? [makeTool("forget")] : [])],
          turns: [[["remember", { text: workflow }, "Noted."]]],
        },
        again,
      );
    branch(() => {
      for (const name of ["plums", "pears", "figs"]) repo.record("memory", one(name, "Remembers a text.", false));
    });
    for (const name of ["plums", "pears", "figs"]) {
      repo.record("memory", one(name, "Keeps a text for later.", true, true));
    }
    const text = await expectGolden("contract-only");
    expect(text).toContain("Nothing got worse");
    expect(text.match(/1 tool changed, 1 tool new/g)).toHaveLength(1);
  });

  test("600 workflows with one cause is one entry with their names", async () => {
    const one = (number: number, again: boolean) =>
      run(
        `workflow ${String(number).padStart(3, "0")}`,
        {
          user: `Look up ${number}.`,
          final: again ? "I could not find it." : `It is ${number}.`,
          turns: [[["look_up", { number }, { json: again ? { error: "moved" } : { value: number } }]]],
        },
        again,
      );
    branch(() => {
      for (let number = 1; number <= 600; number++) repo.record("many", one(number, false));
    });
    for (let number = 1; number <= 600; number++) repo.record("many", one(number, true), { scores: FAILED });
    const text = await expectGolden("600-workflows");
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain("`workflow 001` and 599 more");
    expect(text).toContain("`workflow 600`");
  });

  test("a changed result for the same arguments comes before a third more tokens", async () => {
    const time = (hour: string, tokens: number, again = false) => {
      const made = run(
        "what-time-is-it",
        {
          user: "What time is it in Berlin?",
          final: `It is ${hour}.`,
          turns: [[["get_time", { zone: "Europe/Berlin" }, { json: { time: `2026-03-01 ${hour}` } }]]],
        },
        again,
      );
      for (const turn of made.steps.flatMap(({ turns }) => turns)) turn.usage = { input: tokens, output: 10 };
      return made;
    };
    branch(() => repo.record("clock", time("11:00", 30)));
    repo.record("clock", time("10:00", 60, true));
    const text = await expectGolden("changed-result");
    expect(text).toContain("**No score got worse, but results changed for the same arguments in 1 workflow: ");
    expect(text).toContain("`call 1, get_time /content/0/json/time`");
    expect(text.indexOf("A result changed for the same arguments")).toBeLessThan(text.indexOf("A third more tokens"));
  });

  test("accepted drift shows the values, the reason, and a command that names the config", async () => {
    branch(() => {
      repo.record("travel", bookTable(24));
      repo.write("travel.mcp-eval.config.json", '{ "server": { "command": "travel" }, "workflows": [] }\n');
    });
    repo.write(
      "cassettes/travel/accepted.yaml",
      serializeAccepted([
        {
          id: "d-0a1b2c3d",
          workflow: "book-a-table",
          class: "changed",
          where: { part: "result", step: 1, call: 1, tool: "get_weather", path: "/content/0/json/sky" },
          recorded: "sunny",
          present: "clear",
          why: "The weather service renamed it; nobody reads it.",
        },
      ]),
    );
    const text = await expectGolden("accepted-drift");
    expect(text).toContain("**Drift was accepted**: `book-a-table`");
    expect(text).toContain("`mcpvals replay travel.mcp-eval.config.json --strict -t book-a-table`");
    expect(text).toContain('`"sunny"` → `"clear"`');
  });

  test("scores edited by hand comes first, and nothing is called well", async () => {
    branch(() => repo.record("travel", bookTable(11), { scores: FAILED }));
    const path = "cassettes/travel/book-a-table.yaml";
    repo.write(path, repo.read(path).replace("end-to-end-success: 0", "end-to-end-success: 1"));
    const text = await expectGolden("hand-edited-scores");
    expect(text).toContain("**Whether anything got worse is unknown");
    expect(text).toContain("**The seal does not fit");
    expect(text).toContain("**Scores changed without a new recording**");
  });

  test("variables that a check learned anew says first how calls are made", async () => {
    const made = run("open-and-close", {
      user: "Open 1 ticket and close it.",
      final: "Closed.",
      turns: [
        [["open_ticket", { title: "Printer" }, { json: { id: 1, tags: ["a", "b"] } }]],
        [["close_ticket", { id: 1, note: "see 1" }, { json: { id: 1, closed: true } }]],
      ],
    });
    const ticket = {
      name: "ticket-id",
      kind: "value" as const,
      seen: [1, 3],
      places: [{ call: 1, at: "/content/0/json/id" }],
      sent: [{ call: 2, at: "/id", by: "name" as const }],
    };
    branch(() => repo.record("tickets", made, { checks: 1, learned: { ...NOTHING_LEARNED, variables: [ticket] } }));
    repo.record("tickets", made, {
      checks: 2,
      learned: {
        ...NOTHING_LEARNED,
        variables: [
          {
            ...ticket,
            seen: [1, 3, 4],
            places: [...ticket.places, { call: 2, at: "/content/0/json/id" }],
            sent: [{ call: 2, at: "/id", by: "pin" }],
          },
        ],
        orders: [{ call: 1, at: "/content/0/json/tags" }],
        doubtful: [{ call: 2, at: "/note", token: 2, value: "1", readings: ["ticket-id", "constant"] }],
      },
    });
    const text = await expectGolden("variables");
    expect(text).toContain('`close_ticket, call 2 /id`: `"ticket-id (name)"` → `"ticket-id (pin)"`');
    expect(text.indexOf("made differently")).toBeLessThan(text.indexOf("doubtful"));
    expect(text.indexOf("doubtful")).toBeLessThan(text.indexOf("may differ on their own"));
    expect(text).not.toContain("without a new recording**");
  });

  test("a deleted cassette", async () => {
    branch(() => {
      repo.record("travel", bookTable(24));
      repo.record("travel", remember());
    });
    repo.remove("cassettes/travel/book-a-table.yaml");
    const text = await expectGolden("deleted-cassette");
    expect(text).toContain("Nothing that is still recorded got worse");
    expect(text).toContain("**The cassette was deleted**: `book-a-table`");
  });
});
