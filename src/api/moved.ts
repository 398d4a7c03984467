import type { BaseAddress } from './base-address';
import type { Endpoint } from './endpoint';

/** A project that is found under another reference than it was asked for. */
export interface Moved {
  /** The project as the call named it, such as `old-group/name`. */
  readonly from: string;
  /** Its id, which no later move changes. */
  readonly to: number;
}

const PROJECT = /^\/projects\/([^/]+)(.*)$/;

/**
 * What a followed redirect says about a project (server-behavior.md#moved-projects). Only the same route with a number
 * in the place of the path counts: the real service answers so for a moved project, other redirects say nothing about
 * one.
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

/** The path below `/api/v4`, with everything in it still encoded. */
function pathOf(url: string, base: BaseAddress): string {
  const { origin, pathname } = new URL(url);
  const whole = `${origin}${pathname}`;
  return whole.startsWith(`${base.apiUrl}/`) ? whole.slice(base.apiUrl.length) : '';
}

/** Tells each move once. */
export function onceEach(notify: (moved: Moved) => void): (moved: Moved) => void {
  const told = new Map<string, number>();
  return (moved) => {
    if (told.get(moved.from) === moved.to) return;
    told.set(moved.from, moved.to);
    notify(moved);
  };
}
