/** ISO 8601 with milliseconds (server-behavior.md#identifiers); null if there is no time. */
export const isoTime = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/** Returns the duration in seconds. The unit is an assumption, because it isn't documented. */
export function secondsBetween(from: number | undefined, to: number): number | null {
  return from === undefined ? null : Math.max(0, to - from) / 1000;
}
