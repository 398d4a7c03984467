/** ISO 8601 with milliseconds (server-behavior.md#identifiers); null where it did not happen. */
export const isoTime = (ms: number | undefined): string | null =>
  ms === undefined ? null : new Date(ms).toISOString();

/** Seconds between two moments; the unit is an assumption: it is not documented. */
export function secondsBetween(from: number | undefined, to: number): number | null {
  return from === undefined ? null : Math.max(0, to - from) / 1000;
}
