import type { ArgsOf, Endpoint } from '../../api/endpoint';
import type { Call } from './call';
import { areArgs } from './params';
import { refuse, type Reply } from './reply';

/** An endpoint of the client with what the sandbox does for it. Paths and parameters stay in one place. */
export interface Route {
  readonly endpoint: Endpoint;
  /** Who may ask at all; what they may see is the handler's matter. */
  readonly access: 'anyone' | 'signed-in' | 'job';
  readonly run: (call: Call, values: unknown) => Reply | Promise<Reply>;
}

/** A row of the route table; for people who are signed in unless said otherwise. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call, args: ArgsOf<E>) => Reply | Promise<Reply>,
  access: Route['access'] = endpoint.token === 'job' ? 'job' : 'signed-in',
): Route {
  return {
    endpoint,
    access,
    run: (call, values) => {
      if (!areArgs(endpoint, values)) throw refuse.invalid('parameters are invalid');
      return handle(call, values);
    },
  };
}

/** What a path leads to: a route with its path parameters, or the methods that the path knows. */
export type Match =
  | { readonly route: Route; readonly path: Readonly<Record<string, string>> }
  | { readonly allow: readonly string[] };

/** Finds routes by the raw path: an encoded slash stays inside its segment (server-behavior.md#path-parameters). */
export class Router {
  readonly #routes: readonly { readonly route: Route; readonly segments: readonly string[] }[];

  constructor(routes: readonly Route[]) {
    this.#routes = routes.map((each) => ({ route: each, segments: each.endpoint.path.split('/') }));
  }

  /** `path` begins after `/api/v4`. Undefined where no route has this path. */
  match(method: string, path: string): Match | undefined {
    const [bare, noted] = readingsOf(path);
    return this.#find(method, bare) ?? (noted === undefined ? undefined : this.#find(method, noted));
  }

  #find(method: string, path: string): Match | undefined {
    const segments = path.split('/');
    const found = this.#routes.flatMap((each) => {
      const values = valuesOf(each.segments, segments);
      return values === undefined ? [] : [{ route: each.route, path: values }];
    });
    if (found.length === 0) return undefined;
    const asked = method === 'HEAD' ? 'GET' : method;
    const exact = found.find(({ route: { endpoint } }) => endpoint.method === asked);
    return exact ?? { allow: allowed(found.map(({ route: { endpoint } }) => endpoint.method)) };
  }
}

/** All that a path takes: its own methods, and those that come with them. */
const allowed = (own: readonly string[]): string[] => [
  ...new Set(['OPTIONS', ...own.flatMap((each) => (each === 'GET' ? [each, 'HEAD'] : [each]))]),
];

/** As the framework of the real service reads a path: without a slash at the end, and without the name of the format. */
function readingsOf(path: string): readonly [string, string?] {
  const whole = path.replace(/(?<=[^/])\/+$/, '');
  const bare = whole.replace(/\.json$/, '');
  if (bare === whole) return [whole];
  // A number has no dot, and a name may have one.
  return /\/\d+$/.test(bare) ? [bare] : [whole, bare];
}

function valuesOf(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const given = segments[index] ?? '';
    if (!expected.startsWith(':')) {
      if (expected !== given) return undefined;
      continue;
    }
    const value = decoded(given);
    if (value === undefined || value === '') return undefined;
    values[expected.slice(1)] = value;
  }
  return values;
}

function decoded(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}
