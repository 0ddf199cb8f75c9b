// Starts a PostgreSQL of its own in a temporary folder, on a free port of this machine, and stops it again.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "../wire.mjs";
import { findProgram, postgresFolders } from "./find-program.mjs";

const run = promisify(execFile);

/** Its port; pushes what stops it. It refuses to run as root, so root starts it as the user postgres or nobody. */
export async function startPostgres(folder, stops) {
  const [initdb, postgres] = ["initdb", "postgres"].map((name) => findProgram([name], postgresFolders()));
  const psql = findProgram(["psql"], postgresFolders());
  const user = process.getuid?.() === 0 ? await findUser() : {};
  // Not in the folder of the run: that is closed to other users.
  const data = await mkdtemp(join(tmpdir(), "mcpvals-postgres-"));
  stops.push(() => rm(data, { recursive: true, force: true }));
  if (user.uid !== undefined) await chown(data, user.uid, user.gid);
  const options = { ...user, cwd: "/", env: { ...process.env, HOME: folder } };
  await run(initdb, ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C", "--no-sync"], options);
  const port = await freePort();
  const flags = ["-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="];
  const server = spawn(postgres, ["-D", data, ...flags, "-c", "fsync=off"], { ...options, stdio: "ignore" });
  const gone = once(server, "exit");
  stops.push(async () => {
    server.kill("SIGINT");
    await gone;
  });
  const url = `postgresql://postgres@127.0.0.1:${port}/postgres`;
  for (let attempt = 1; ; attempt += 1) {
    try {
      await run(psql, [url, "-c", "select 1"]);
      return { url, psql };
    } catch (error) {
      if (attempt === 100) throw new Error("PostgreSQL does not answer", { cause: error });
      await new Promise((done) => setTimeout(done, 100));
    }
  }
}

async function findUser() {
  for (const name of ["postgres", "nobody"]) {
    try {
      const [uid, gid] = await Promise.all(["-u", "-g"].map((flag) => run("id", [flag, name])));
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // No such user.
    }
  }
  throw new Error("PostgreSQL does not run as root, and there is no user postgres or nobody");
}
