import type { Repository } from '../shared/stores';
import { likelyServer } from './likely-server';

/**
 * Returns the server that a user without an account is offered to sign in to: the one of the remotes, if the user signed
 * in to it before, or if its name contains "gitlab". Sends no request.
 */
export function serverToOffer(
  repositories: readonly Repository[],
  hasSignedOut: (base: string) => boolean,
): string | undefined {
  const base = likelyServer(repositories);
  if (base === undefined) return undefined;
  return hasSignedOut(base) || new URL(base).hostname.includes('gitlab') ? base : undefined;
}
