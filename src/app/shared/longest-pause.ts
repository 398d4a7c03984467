/** A host, and the end of the pause that it requested, in Unix milliseconds. */
interface PausedHost {
  readonly host: string;
  readonly pausedUntil: number | undefined;
}

/** Returns the pause that ends last; undefined if no host requested one. */
export function longestPause(
  hosts: readonly PausedHost[],
): { readonly host: string; readonly until: number } | undefined {
  const pauses = hosts.flatMap(({ host, pausedUntil: until }) =>
    until === undefined ? [] : [{ host, until }],
  );
  return pauses.sort((a, b) => b.until - a.until)[0];
}
