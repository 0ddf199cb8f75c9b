// Takes the pictures of the HTML pages in docs/pictures: `npm run screenshots`. The pages are those of the built command
// line: suites of this repository, replayed after their servers changed. Needs a Chromium (src/build/chromium.mjs).
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { CHROMIUM, CHROMIUM_ARGS } from "./chromium.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PICTURES = join(ROOT, "docs/pictures");
const MAIN = join(ROOT, "dist/bin/main.cjs");
const SIZES = [
  { width: 1440, height: 1600 },
  { width: 768, height: 1600 },
  { width: 360, height: 1600 },
];
const EVERYTHING = "@modelcontextprotocol/server-everything";
/** A red square. */
const OTHER_IMAGE =
  "iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAAAGklEQVR42mM4YaNBNmIY1TyqeVTzqOaB1QwAMcbU0Nyv1RcAAAAASUVORK5CYII=";

function mcpvals(folder, wanted, args, env = process.env) {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [MAIN, ...args, "-q"], { cwd: folder, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : error.code;
      if (code === wanted) resolve();
      else reject(new Error(`${args.join(" ")} ended with ${code} and not with ${wanted}:\n${stdout}${stderr}`));
    });
  });
}

async function change(file, from, to) {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} does not say ${from}`);
  await writeFile(
    file,
    text.replace(from, () => to),
  );
}

/** The suites and cassettes as they are, and servers of which some changed. */
async function makeProject(folder) {
  const copy = (path) =>
    cp(join(ROOT, path), join(folder, path), { recursive: true, filter: (one) => !one.endsWith("/.mcpvals") });
  await copy("cassettes");
  await copy("fixtures/suites");
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await cp(join(ROOT, "node_modules", EVERYTHING), join(folder, "everything"), { recursive: true });
  await change(join(folder, "fixtures/suites/everything.config.json"), `node_modules/${EVERYTHING}`, "everything");
  const tools = join(folder, "everything/dist/tools");
  const image = /MCP_TINY_IMAGE = "([^"]+)"/.exec(await readFile(join(tools, "get-tiny-image.js"), "utf8"))?.[1];
  await change(join(tools, "get-tiny-image.js"), image ?? "MCP_TINY_IMAGE", OTHER_IMAGE);
  await change(join(tools, "get-structured-content.js"), "temperature: 36", "temperature: 97");
  await change(join(tools, "echo.js"), "return {", "return { isError: true,");
  await change(join(folder, "fixtures/suites/files/notes/festival.md"), "4 October", "11 October");
}

async function makePages(folder) {
  const oldServer = "node ../../node_modules/server-everything-2025.12.18/dist/index.js stdio";
  const newServer = "node ../../everything/dist/index.js stdio";
  const suites = ["everything", "filesystem", "memory"].map((name) => `fixtures/suites/${name}.config.json`);
  await mcpvals(folder, 1, ["replay", ...suites, "-r", "html=report.html"]);
  const sides = ["--from", oldServer, "--to", newServer];
  await mcpvals(folder, 1, ["diff", suites[0], ...sides, "-r", "html=diff.html"]);
  await makeReview(folder);
  return ["report", "diff", "review"];
}

/** The cassettes of the TypeScript example before and after its server changed, and Claude with it, as a commit and a work tree. */
async function makeReview(folder) {
  const project = join(folder, "review");
  const git = (...args) =>
    promisify(execFile)("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { cwd: project });
  await cp(join(ROOT, "examples/typescript"), project, {
    recursive: true,
    filter: (one) => !/\/(?:dist|\.mcpvals)$/.test(one),
  });
  await git("init", "-q", "-b", "main");
  await git("add", "-A");
  await git("commit", "-q", "-m", "base");
  await git("checkout", "-q", "-b", "topic");
  await recordColderWeather(project);
  await mcpvals(project, 0, ["review", "--format", "html=../review.html"]);
}

/** The server says 22 °C where it said 72 °F, and Claude, played by a stand-in, books inside. */
async function recordColderWeather(project) {
  await change(join(project, "src/server.ts"), 'temperature: 72, unit: "F"', 'temperature: 22, unit: "F"');
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  await promisify(execFile)(process.execPath, [tsc], { cwd: project });
  const script = await readFile(join(ROOT, "fixtures/model/examples/typescript.json"), "utf8");
  const colder = script
    .replace("72 °F is warm enough for the terrace", "22 °F is too cold to sit outside")
    .replaceAll("on the terrace", "inside")
    .replaceAll("terrace", "inside");
  const model = await startStandIn(JSON.parse(colder));
  const env = { ...process.env, ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: model.url };
  try {
    await mcpvals(project, 1, ["record", "--mode", "all"], env);
  } finally {
    await model.close();
  }
}

/** One picture for each width, light and dark; of the others one that is wide and light, and one narrow and dark. */
function picturesOf(name) {
  const all = SIZES.flatMap((size) => ["light", "dark"].map((scheme) => ({ ...size, scheme })));
  return name === "report" ? all : [all.at(0), all.at(-1)];
}

async function takePictures(folder, names) {
  const context = await chromium.launchPersistentContext(join(folder, "profile"), {
    executablePath: CHROMIUM,
    headless: true,
    args: [...CHROMIUM_ARGS, "--hide-scrollbars"],
  });
  try {
    for (const name of names) {
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      for (const { width, height, scheme } of picturesOf(name)) {
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme: scheme });
        await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
        await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
        const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality: 60 });
        await writeFile(join(PICTURES, `${name}-${width}-${scheme}.webp`), Buffer.from(data, "base64"));
      }
      await page.close();
    }
  } finally {
    await context.close();
  }
}

if (CHROMIUM === undefined) throw new Error("there is no Chromium in /usr/bin");
const folder = await mkdtemp(join(tmpdir(), "mcpvals-screenshots-"));
try {
  await mkdir(PICTURES, { recursive: true });
  await makeProject(folder);
  await takePictures(folder, await makePages(folder));
} finally {
  await rm(folder, { recursive: true, force: true });
}
