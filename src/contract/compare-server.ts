// Compares what two contracts say about the server as a whole: its name, its protocol, its instructions.
import { buildPointer } from "../json/pointer.js";
import type { JsonObject } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import type { ContractChange } from "./change.js";
import { fieldOf, fieldsOf, isSame } from "./compare-fields.js";
import { buildChange } from "./contract-change.js";

/** The first protocol version without `initialize`. */
const MODERN = "2026-07-28";
const VERSION = /^\d{4}-\d\d-\d\d$/;
const SERVER = { kind: "server" } as const;

/** Compares `serverInfo`, field by field. */
export function compareServerInfo(before: JsonObject, after: JsonObject): ContractChange[] {
  return fieldsOf(before, after).flatMap((key) => {
    const [one, other] = [fieldOf(before, key), fieldOf(after, key)];
    if (isSame(one, other)) return [];
    return [
      buildChange("server-info-changed", SERVER, {
        path: buildPointer([key]),
        before: one,
        after: other,
        message: `The server's ${key} ${one === undefined ? "is new" : other === undefined ? "is gone" : "changed"}.`,
      }),
    ];
  });
}

/** Compares the protocol versions that both servers negotiated with the same client. */
export function compareProtocols(before: string, after: string): ContractChange[] {
  // A side without a version says nothing about the other one.
  if (before === after || before === "" || after === "") return [];
  const values = { path: "/protocolVersion", before, after };
  if (!VERSION.test(before) || !VERSION.test(after)) {
    return [
      buildChange("protocol-older", SERVER, {
        ...values,
        message: "The server agrees on a different protocol version.",
        note: "One of them is not a version of the protocol, so which is newer cannot be decided.",
      }),
    ];
  }
  if (before >= MODERN !== after >= MODERN) {
    const way =
      after >= MODERN ? "no longer uses `initialize`, and older clients cannot connect" : "needs `initialize`";
    return [buildChange("protocol-era-changed", SERVER, { ...values, message: `The server ${way}.` })];
  }
  const newer = after > before;
  return [
    buildChange(newer ? "protocol-newer" : "protocol-older", SERVER, {
      ...values,
      message: `The server agrees on ${newer ? "a newer" : "an older"} protocol version.`,
    }),
  ];
}

/** Compares the instructions without surrounding white space. */
export function compareInstructions(before: Contract, after: Contract): ContractChange[] {
  const [one, other] = [before.instructions, after.instructions];
  if (one?.trim() === other?.trim()) return [];
  return [
    buildChange(
      "instructions-changed",
      { kind: "instructions" },
      {
        path: "",
        before: one,
        after: other,
        message: `The server's instructions ${one === undefined ? "are new" : other === undefined ? "are gone" : "changed"}.`,
        note: "Claude is given them: they influence what it does.",
      },
    ),
  ];
}
