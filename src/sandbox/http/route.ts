import type { ArgsOf, Endpoint } from '../../api/endpoint';
import type { Call } from './call';
import { areArgs } from './params';
import { refuse, type Reply } from './reply';

/** An endpoint of the API client with its handler, so that paths and parameters are defined only once. */
export interface Route {
  readonly endpoint: Endpoint;
  /** The required authentication. The handler checks which data is visible. */
  readonly access: 'anyone' | 'signed-in' | 'job';
  readonly run: (call: Call, values: unknown) => Reply | Promise<Reply>;
}

/** Creates a route. By default, it requires a signed-in user. */
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

/** The result of matching a path: a route with its path parameters, or the methods that the path supports. */
export type Match =
  | { readonly route: Route; readonly path: Readonly<Record<string, string>> }
  | { readonly allow: readonly string[] };

/**
 * Matches routes with the raw path, so that an encoded slash doesn't separate segments
 * (server-behavior.md#path-parameters).
 */
export class Router {
  readonly #routes: readonly { readonly route: Route; readonly segments: readonly string[] }[];

  constructor(routes: readonly Route[]) {
    this.#routes = routes.map((each) => ({ route: each, segments: each.endpoint.path.split('/') }));
  }

  /** `path` is the part after `/api/v4`. Returns undefined if no route matches. */
  match(method: string, path: string): Match | undefined {
    const [primary, noted] = readingsOf(path);
    return this.#find(method, primary) ?? (noted === undefined ? undefined : this.#find(method, noted));
  }

  #find(method: string, path: string): Match | undefined {
    const segments = path.split('/');
    const found = this.#routes.flatMap((each) => {
      const values = valuesOf(each.segments, segments);
      return values === undefined ? [] : [{ route: each.route, path: values }];
    });
    if (found.length === 0) return undefined;
    const effectiveMethod = method === 'HEAD' ? 'GET' : method;
    const exact = found.find(({ route: { endpoint } }) => endpoint.method === effectiveMethod);
    return exact ?? { allow: allowed(found.map(({ route: { endpoint } }) => endpoint.method)) };
  }
}

/** Returns the allowed methods of a path, including HEAD and OPTIONS. */
const allowed = (own: readonly string[]): string[] => [
  ...new Set(['OPTIONS', ...own.flatMap((each) => (each === 'GET' ? [each, 'HEAD'] : [each]))]),
];

/**
 * Returns the possible interpretations of a path. Like the framework of the real service, ignores a trailing
 * slash and the format `.json`.
 */
function readingsOf(path: string): readonly [string, string?] {
  const whole = path.replace(/(?<=[^/])\/+$/, '');
  const withoutFormat = whole.replace(/\.json$/, '');
  if (withoutFormat === whole) return [whole];
  // IDs contain no dot, but names can end with `.json`.
  return /\/\d+$/.test(withoutFormat) ? [withoutFormat] : [whole, withoutFormat];
}

function valuesOf(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  const rest = pattern.at(-1)?.startsWith('*') === true;
  if (rest ? segments.length < pattern.length : pattern.length !== segments.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const given = segments[index] ?? '';
    if (expected.startsWith('*')) {
      const path = decoded(segments.slice(index).join('/'));
      if (path === undefined) return undefined;
      values[expected.slice(1)] = path;
      continue;
    }
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
