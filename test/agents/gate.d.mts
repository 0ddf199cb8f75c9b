/** Names of situations. */
export const GATE_UNCHANGED: readonly string[];
export const GATE_CHANGED: readonly string[];
