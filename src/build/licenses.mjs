// The licences of the packages whose code stands in what is built, as each of them asks for.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes the licences of all packages whose modules stand in a build; throws for one without a licence. */
export async function keepLicenses(file, modules) {
  const folders = [...new Set(modules.flatMap((path) => folderOf(path) ?? []))].sort(byText);
  const texts = [];
  for (const folder of folders) texts.push(await licenseOf(folder));
  await writeFile(file, [...new Set(texts)].join(`\n${"-".repeat(80)}\n\n`));
}

/** The paths of the modules of which esbuild put something into its output. */
export function modulesOf({ outputs }) {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  );
}

const byText = (a, b) => (a < b ? -1 : 1);

/** The package of `node_modules/a/node_modules/@b/c/lib/x.js`: its folder. */
function folderOf(path) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0];
}

async function licenseOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file)).sort(byText);
  if (license === undefined && files.length === 0) throw new Error(`${folder} says no licence`);
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return [`${name} ${version}, ${license}\n`, ...texts.map((text) => `${text.trim()}\n`)].join("\n");
}
