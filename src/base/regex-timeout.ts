/** Does the work, or gives it up after so many milliseconds and says false. */
export type RegexTimeout = (ms: number, work: () => void) => boolean;
