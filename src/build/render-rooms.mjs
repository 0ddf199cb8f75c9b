// Renders src/build/rooms.mjs as rules for the linter and as the table of docs/architecture.md. Reads and writes nothing.
import { ROOMS } from "./rooms.mjs";

const SDKS = ["@anthropic-ai", "openai", "@modelcontextprotocol"];
const OUTSIDE = ["node:*", "node:*/**", "undici"];
const GLOBALS = ["error", "process", "fetch", "setTimeout", "Date"];

/** The linter's configuration: an entry for each room, with the rooms and SDKs that it must not import. */
export function renderLintRules() {
  // A room in a room comes later: what is said last counts.
  const names = Object.keys(ROOMS).toSorted((a, b) => a.split("/").length - b.split("/").length);
  return { overrides: names.map((name) => ({ files: filesOf(name), rules: rulesOf(name) })) };
}

/** The table of rooms in Markdown. */
export function renderRooms() {
  const rows = Object.entries(ROOMS).map(([name, { does, ignores = "", pure, sdk }]) => {
    const marks = [pure ? "pure" : "", sdk === undefined ? "" : `the SDK of ${sdk}`].filter((mark) => mark !== "");
    const imports = importsOf(name).map((other) => `\`${other}\``);
    return `| \`${name}\` | ${[does, ...marks].join("; ")} | ${ignores} | ${imports.join(", ")} |`;
  });
  return ["| room | what it does | must not know | imports |", "| --- | --- | --- | --- |", ...rows].join("\n");
}

/** The rooms that a room imports. */
export function importsOf(name) {
  return ROOMS[name].may.split(" ").filter((other) => other !== "");
}

function filesOf(name) {
  if (name === "base") return ["src/*.ts"];
  if (name === "library") return ["src/index.ts", "src/library.ts", "src/vitest.ts"];
  return [`src/${name}/**`];
}

function rulesOf(name) {
  const { pure = false, sdk } = ROOMS[name];
  const may = new Set([...importsOf(name), name, "base", "library"]);
  const others = Object.keys(ROOMS).filter((other) => !may.has(other));
  const message = `${name} does not import this: see src/build/rooms.mjs`;
  const packages = SDKS.filter((other) => other !== sdk).flatMap((other) => [other, `${other}/**`]);
  const patterns = [
    { regex: `^(?:\\.\\./)+(?:${others.map(patternOf).join("|")})`, message },
    { group: pure ? [...packages, ...OUTSIDE] : packages, message },
  ];
  return {
    "no-restricted-imports": ["error", { patterns }],
    "no-restricted-globals": pure ? GLOBALS : "off",
  };
}

/** What an import of a room looks like from outside: `../drift/comparer.js`, and `../safe/xml.js` beside `render/safe`. */
function patternOf(room) {
  const [outer = "", inner] = room.split("/");
  // A room of rooms owns the files beside them, and no more.
  const holdsRooms = Object.keys(ROOMS).some((other) => other.startsWith(`${room}/`));
  if (inner !== undefined) return `(?:${outer}/)?${inner}/`;
  return holdsRooms ? `${outer}/[^/]+\\.js$` : `${outer}/`;
}
