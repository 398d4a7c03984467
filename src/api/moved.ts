import type { BaseAddress } from './base-address';
import type { Endpoint } from './endpoint';

/** A project that was found under another path than the requested one. */
export interface Moved {
  /** The project as named by the call, for example `old-group/name`. */
  readonly from: string;
  /** Its ID, which never changes. */
  readonly to: number;
}

const PROJECT = /^\/projects\/([^/]+)(.*)$/;

/**
 * Derives a project's move from a redirect that was followed (server-behavior.md#moved-projects). Only the
 * same route with a number in place of the path counts, because the real service redirects in this way for a
 * moved project. Other redirects don't indicate a move.
 */
export function movedProject(
  endpoint: Pick<Endpoint, 'path'>,
  base: BaseAddress,
  from: string,
  to: string,
): Moved | undefined {
  if (!/^\/projects\/:id(\/|$)/.test(endpoint.path)) return undefined;
  const [before, after] = [from, to].map((url) => PROJECT.exec(pathOf(url, base)));
  const [, name, rest] = before ?? [];
  const [, id, restAfter] = after ?? [];
  if (name === undefined || id === undefined || rest !== restAfter || !/^\d{1,15}$/.test(id))
    return undefined;
  return name === id ? undefined : { from: decodeURIComponent(name), to: Number(id) };
}

/** The path after `/api/v4`, still encoded. */
function pathOf(url: string, base: BaseAddress): string {
  const { origin, pathname } = new URL(url);
  const whole = `${origin}${pathname}`;
  return whole.startsWith(`${base.apiUrl}/`) ? whole.slice(base.apiUrl.length) : '';
}

/** Reports each move once. */
export function onceEach(notify: (moved: Moved) => void): (moved: Moved) => void {
  const reported = new Map<string, number>();
  return (moved) => {
    if (reported.get(moved.from) === moved.to) return;
    reported.set(moved.from, moved.to);
    notify(moved);
  };
}
