// Runs a `Recorder` in the tape's thread and exchanges messages with it. A file of its own, because a thread starts
// from a file.
import { isMainThread, parentPort, workerData } from "node:worker_threads";
import { IDLE_MS, THREAD_NAME, type FromTape, type ThreadData, type ToTape } from "./proxy-messages.js";
import { eachPiece } from "./proxy-pieces.js";
import { Recorder } from "./proxy-recorder.js";

/** Milliseconds that other work may take before messages are read again. */
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
  let isWorking = false;
  /** While no message comes, write the session as far as the journal goes. */
  const work = (): void => {
    isWorking = true;
    order = order.then(async () => {
      isWorking = waiting === 0 && (await tape.advance(IDLE_WORK_MS));
      if (isWorking) setImmediate(work);
    });
  };
  const workLater = (): void => {
    clearTimeout(idle);
    if (!isWorking) idle = setTimeout(work, tape.isFarBehind() ? 0 : IDLE_MS);
  };
  port.on("message", (message: ToTape) => {
    waiting += 1;
    clearTimeout(idle);
    order = order.then(async () => {
      waiting -= 1;
      switch (message.type) {
        case "pieces": {
          const size = eachPiece(
            message,
            (...piece) => tape.push(...piece),
            (end) => tape.httpEnd(end),
          );
          tape.flush();
          tell({ type: "done", size });
          break;
        }
        case "know":
          tape.know(message.values);
          break;
        case "open":
          tell({ type: "open", requests: tape.openRequests() });
          break;
        case "finish":
          clearTimeout(idle);
          await tape.finish(message.at, (left) => tell({ type: "writing", left }));
          tell({ type: "finished" });
          port.close();
          return;
      }
      workLater();
    });
  });
}
