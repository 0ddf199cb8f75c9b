/** Undefined where there is none. */
export const CHROMIUM: string | undefined;
export const CHROMIUM_ARGS: string[];
