/** Runs work with a timeout in milliseconds. Returns false if the timeout was exceeded. */
export type RegexTimeout = (ms: number, work: () => void) => boolean;
