// The thread of the tape: a `Recorder` behind messages. A file of its own, that a thread is started with.
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { MARKS, THREAD_NAME, type FromTape, type ThreadData, type ToTape } from "./proxy-messages.js";
import { Recorder } from "./proxy-recorder.js";

/**
 * After so many milliseconds without a message there is time for other work, and this much of it at a time. A server that is
 * busy says nothing either, and wants the processor.
 */
const IDLE_MS = 1000;
const IDLE_WORK_MS = 5;

function isOurs(data: unknown): data is ThreadData {
  return typeof data === "object" && data !== null && "name" in data && data.name === THREAD_NAME;
}

if (!isMainThread && parentPort !== null && isOurs(workerData)) {
  const port = parentPort;
  const tell = (message: FromTape): void => port.postMessage(message);
  const { options } = workerData;
  const tape = new Recorder(options, (message) => tell({ type: "told", message }));
  let order: Promise<unknown> = tape.start();
  let waiting = 0;
  let idle: NodeJS.Timeout | undefined;
  /** While nothing comes, the session is written as far as it goes. */
  const work = (): void => {
    order = order.then(async () => {
      if (waiting === 0 && (await tape.advance(IDLE_WORK_MS))) setImmediate(work);
    });
  };
  port.on("message", (message: ToTape) => {
    waiting += 1;
    clearTimeout(idle);
    order = order.then(async () => {
      waiting -= 1;
      clearTimeout(idle);
      idle = setTimeout(work, IDLE_MS);
      switch (message.type) {
        case "pieces": {
          const { bytes, marks, http } = message;
          let done = 0;
          for (let mark = 0; mark < marks.length; mark += MARKS) {
            const from = marks[mark] === 0 ? "client" : "server";
            const at = marks[mark + 1] ?? 0;
            const end = done + (marks[mark + 2] ?? 0);
            const facts = http?.[mark / MARKS];
            tape.push({ from, at, bytes: bytes.subarray(done, end), ...(facts === undefined ? {} : { http: facts }) });
            done = end;
          }
          tape.flush();
          tell({ type: "done", size: done });
          break;
        }
        case "httpEnd":
          tape.httpEnd(message.end);
          tape.flush();
          break;
        case "know":
          tape.know(message.values);
          break;
        case "open":
          tell({ type: "open", requests: tape.openRequests() });
          break;
        case "finish":
          clearTimeout(idle);
          await tape.finish(message.at, () => tell({ type: "writing" }));
          tell({ type: "finished" });
          port.close();
      }
    });
  });
}
