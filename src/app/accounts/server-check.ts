import { type BaseAddress, parseBaseAddress } from '../../api/base-address';
import { type CheckDeps, checkServer } from '../../api/check-server';
import { isApiError } from '../../api/errors';

/** What was found at a typed address. `base` of `elsewhere` is where the server seems to be. */
export type ServerCheck =
  | { readonly kind: 'found' }
  | { readonly kind: 'elsewhere'; readonly base: string }
  | { readonly kind: 'none'; readonly error: unknown };

/** Parts of a path that are cut off, one after the other. */
const MAX_CUTS = 6;
const API = '/api/v4/version';

/** Finds out whether a server is at an address, or, for the address of one of its pages, above it. Sends no token. */
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

/** Something answers there, and it isn't the API. */
const isOtherPage = (error: unknown): boolean =>
  isApiError(error, 'not-found') || isApiError(error, 'not-json') || isApiError(error, 'moved');

function foldersAbove({ base, origin }: BaseAddress): readonly BaseAddress[] {
  const parts = base.slice(origin.length).split('/').filter(Boolean);
  return parts.slice(0, MAX_CUTS).flatMap((_, index) => {
    const parsed = parseBaseAddress([origin, ...parts.slice(0, parts.length - 1 - index)].join('/'));
    return parsed.ok ? [parsed.address] : [];
  });
}
