/**
 * True if there may be an account. Doesn't read secrets or parse the stored list, because it decides which
 * commands the palette lists at startup. Stored sign-outs count too, so the exact result follows later.
 */
export function mayBeSignedIn(storedAccounts: unknown, environmentHost: string | undefined): boolean {
  return environmentHost !== undefined || (Array.isArray(storedAccounts) && storedAccounts.length > 0);
}
