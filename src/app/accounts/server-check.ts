import { type BaseAddress, parseBaseAddress } from '../../api/base-address';
import { type CheckDeps, checkServer } from '../../api/check-server';
import { isApiError } from '../../api/errors';

/** The result of checking a URL. `base` is the probable URL of the server. */
export type ServerCheck =
  | { readonly kind: 'found' }
  | { readonly kind: 'elsewhere'; readonly base: string }
  | { readonly kind: 'none'; readonly error: unknown };

/** Maximum number of path segments to remove, one after the other. */
const MAX_CUTS = 6;
const API = '/api/v4/version';

/**
 * Checks whether there is a server at a URL or at one of its parent paths, because the URL may be that of a
 * page. Sends no token.
 */
export async function findServer(
  address: BaseAddress,
  deps: CheckDeps,
  signal?: AbortSignal,
): Promise<ServerCheck> {
  try {
    await checkServer(address, deps, signal);
    return { kind: 'found' };
  } catch (error) {
    if (isApiError(error, 'moved') && error.location?.endsWith(API) === true)
      return { kind: 'elsewhere', base: error.location.slice(0, -API.length) };
    if (!isOtherPage(error)) return { kind: 'none', error };
    for (const above of foldersAbove(address)) {
      try {
        await checkServer(above, deps, signal);
        return { kind: 'elsewhere', base: above.base };
      } catch (other) {
        if (!isOtherPage(other)) break;
      }
    }
    return { kind: 'none', error };
  }
}

/** True if the URL exists, but isn't an API. */
const isOtherPage = (error: unknown): boolean =>
  isApiError(error, 'not-found') || isApiError(error, 'not-json') || isApiError(error, 'moved');

function foldersAbove({ base, origin }: BaseAddress): readonly BaseAddress[] {
  const parts = base.slice(origin.length).split('/').filter(Boolean);
  return parts.slice(0, MAX_CUTS).flatMap((_, index) => {
    const parsed = parseBaseAddress([origin, ...parts.slice(0, parts.length - 1 - index)].join('/'));
    return parsed.ok ? [parsed.address] : [];
  });
}
