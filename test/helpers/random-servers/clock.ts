// The clock of a random server, and the forms in which servers print it.

export const DAY = 86_400_000;
const pad = (value: number): string => String(value).padStart(2, "0");
const MONTHS = "January February March April May June July August September October November December".split(" ");
const WEEKDAYS = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

export const CLOCK_FORMS = [
  "iso",
  "isoSeconds",
  "date",
  "rfc",
  "epoch",
  "epochMs",
  "european",
  "long",
  "compact",
  "weekday",
  "us",
  "space",
] as const;
export type ClockForm = (typeof CLOCK_FORMS)[number];

/** A time in a form; epochs are numbers. */
export function formatTime(form: ClockForm, at: number): string | number {
  const date = new Date(at);
  const iso = date.toISOString();
  const day = iso.slice(0, 10);
  const [month, weekday] = [MONTHS[date.getUTCMonth()] ?? "", WEEKDAYS[date.getUTCDay()] ?? ""];
  switch (form) {
    case "iso":
      return iso;
    case "isoSeconds":
      return `${iso.slice(0, 19)}Z`;
    case "date":
      return day;
    case "rfc":
      return date.toUTCString();
    case "epoch":
      return Math.floor(at / 1000);
    case "epochMs":
      return at;
    case "european":
      return `${pad(date.getUTCDate())}.${pad(date.getUTCMonth() + 1)}.${String(date.getUTCFullYear())}`;
    case "long":
      return `${month} ${String(date.getUTCDate())}, ${String(date.getUTCFullYear())}`;
    case "compact":
      return day.replaceAll("-", "");
    case "weekday":
      return `${weekday}, ${String(date.getUTCDate())} ${month.slice(0, 3)} ${String(date.getUTCFullYear())}`;
    case "us":
      return `${String(date.getUTCMonth() + 1)}/${String(date.getUTCDate())}/${String(date.getUTCFullYear())}`;
    case "space":
      return iso.slice(0, 19).replace("T", " ");
  }
}
