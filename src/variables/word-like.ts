// Tells whether letters are a word that reports an outcome: in the place of an id, it is not another id.

const TELLING = new Set(
  (
    "ok no none null nil undefined unknown invalid error errors failed failure fail rejected denied refused declined blocked " +
    "timeout expired missing empty deleted removed cancelled canceled aborted closed pending queued disabled revoked " +
    "forbidden unauthorized unavailable offline stopped skipped ignored success accepted approved active inactive sent taken paid done waiting running ready open broken lost full busy"
  ).split(" "),
);

/** True for a word that reports an outcome, also with a number after it. */
export function isOutcome(value: string): boolean {
  return TELLING.has(value.replace(/\d{1,4}$/, "").toLowerCase());
}

/** True for a word that reports an outcome, by itself or by its ending. Random letters hardly ever form one. */
export function isWordLike(value: string): boolean {
  return isOutcome(value) || /^[a-z]{4,18}(?:ed|ing|able|less|out)$/i.test(value);
}
