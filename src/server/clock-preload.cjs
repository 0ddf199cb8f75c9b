// Moves the clock of a Node process by MCPVALS_CLOCK_MS: Date, Intl, Temporal and performance.timeOrigin; no timer.
// Runs in other people's servers, before their code: it prints nothing, throws nothing, and needs nothing but Node.
"use strict";
try {
  const shift = Number(process.env.MCPVALS_CLOCK_MS);
  if (Number.isSafeInteger(shift) && shift !== 0) {
    move(shift);
    announce(process.env.MCPVALS_CLOCK_FILE);
  }
} catch {
  // The server goes on by the real clock, and nobody was told that it was moved.
}

function move(shift) {
  const Real = Date;
  const real = Real.now;
  const now = { now: () => real() + shift }.now;
  const set = (object, key, value) =>
    Object.defineProperty(object, key, { ...Object.getOwnPropertyDescriptor(object, key), value });

  const Moved = new Proxy(Real, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made),
    apply: () => new Real(now()).toString(),
  });
  set(Real, "now", now);
  set(Real.prototype, "constructor", Moved);
  set(globalThis, "Date", Moved);

  const format = Intl.DateTimeFormat.prototype;
  const { get, ...rest } = Object.getOwnPropertyDescriptor(format, "format");
  const formats = new WeakMap();
  Object.defineProperty(format, "format", {
    ...rest,
    get() {
      const bound = get.call(this);
      if (!formats.has(bound)) formats.set(bound, (date) => bound(date === undefined ? now() : date));
      return formats.get(bound);
    },
  });
  const parts = format.formatToParts;
  set(
    format,
    "formatToParts",
    {
      formatToParts(date) {
        return parts.call(this, date === undefined ? now() : date);
      },
    }.formatToParts,
  );

  const origin = performance.timeOrigin + shift;
  Object.defineProperty(performance, "timeOrigin", { configurable: true, enumerable: true, get: () => origin });
  const json = performance.toJSON;
  if (typeof json === "function") performance.toJSON = () => ({ ...json.call(performance), timeOrigin: origin });

  const clock = globalThis.Temporal?.Now;
  if (clock === undefined) return;
  const { Instant } = globalThis.Temporal;
  const moment = clock.instant.bind(clock);
  const instant = () => Instant.fromEpochNanoseconds(moment().epochNanoseconds + BigInt(shift) * 1_000_000n);
  const zoned = (zone = clock.timeZoneId()) => instant().toZonedDateTimeISO(zone);
  set(clock, "instant", instant);
  set(clock, "zonedDateTimeISO", zoned);
  set(clock, "plainDateTimeISO", (zone) => zoned(zone).toPlainDateTime());
  set(clock, "plainDateISO", (zone) => zoned(zone).toPlainDate());
  set(clock, "plainTimeISO", (zone) => zoned(zone).toPlainTime());
}

/** Writes into the file that this process is moved, and when it first asks for its input. */
function announce(file) {
  if (!file) return;
  const tell = (what) => {
    try {
      require("node:fs").appendFileSync(
        file,
        `${JSON.stringify({ what, pid: process.pid, script: process.argv[1] ?? "" })}\n`,
      );
    } catch {
      // Then mcpvals says that it could not move the clock.
    }
  };
  tell("moved");
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin");
  if (!stdin?.configurable || stdin.get === undefined || !require("node:worker_threads").isMainThread) return;
  Object.defineProperty(process, "stdin", {
    ...stdin,
    get() {
      Object.defineProperty(process, "stdin", stdin);
      tell("input");
      return process.stdin;
    },
  });
}
