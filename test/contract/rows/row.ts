import type { COMMAND } from '../../../src/presentation/shared/command-ids';

/** The uses of an endpoint: names of commands, and parts of the user interface as text. */
interface Use {
  readonly commands?: readonly (keyof typeof COMMAND)[];
  readonly seen?: string;
}

/** Parts of the user interface that show the results of several endpoints. */
export const SEEN = {
  pipelines: 'Pipelines view',
  mergeRequests: 'Merge Requests view',
  errors: 'Errors view',
  page: 'page of a merge request',
  changes: 'row Changes',
  pickers: 'suggestions in forms and pickers',
} as const;

/**
 * The documentation of one endpoint, written by hand. It is never derived from the definition with which it
 * is compared.
 */
export interface Row {
  /** The part of the API; `additional` for endpoints that a server may not support. */
  readonly source: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Success status codes (server-behavior.md#success-codes). Clients accept any 2xx. */
  readonly success: readonly number[];
  readonly query: readonly string[];
  readonly body: readonly string[];
  readonly responseKind: 'one' | 'optional' | 'list' | 'text' | 'none';
  readonly token: 'personal' | 'job';
  /** Its uses; undefined if the endpoint isn't used yet. */
  readonly usedBy: Use | undefined;
}

/** Defaults for a GET request that returns one object. */
export const reading = (source: string) =>
  ({
    source,
    method: 'GET',
    success: [200],
    query: [],
    body: [],
    responseKind: 'one',
    token: 'personal',
  }) as const;

/** Parameters of paginated lists. */
export const PAGE = ['page', 'per_page'] as const;
