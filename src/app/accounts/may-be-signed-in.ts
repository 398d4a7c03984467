/**
 * Whether there may be an account, by what is known without reading secrets or parsing what is stored: commands are
 * listed in the palette from the start. A sign-out is stored as well, so the exact answer follows later.
 */
export function mayBeSignedIn(storedAccounts: unknown, environmentHost: string | undefined): boolean {
  return environmentHost !== undefined || (Array.isArray(storedAccounts) && storedAccounts.length > 0);
}
