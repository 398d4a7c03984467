import type { COMMAND } from '../../../src/presentation/shared/command-ids';

/** Where users meet an endpoint: names of commands, and surfaces in words. */
interface Use {
  readonly commands?: readonly (keyof typeof COMMAND)[];
  readonly seen?: string;
}

/** Surfaces that show the results of several endpoints. */
export const SEEN = {
  pipelines: 'Pipelines view',
  mergeRequests: 'Merge Requests view',
  errors: 'Errors view',
  page: 'page of a merge request',
  changes: 'row Changes',
  pickers: 'suggestions in forms and pickers',
} as const;

/**
 * What the documentation of the API says about one endpoint, restated by hand: never computed from the declaration it
 * is held against.
 */
export interface Row {
  /** Which part of the API it belongs to; `additional` for endpoints that a server may lack. */
  readonly source: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /**
   * Codes of success (server-behavior.md#success-codes). A client takes any
   * 2xx.
   */
  readonly success: readonly number[];
  readonly query: readonly string[];
  readonly body: readonly string[];
  readonly answer: 'one' | 'optional' | 'list' | 'text' | 'none';
  readonly token: 'personal' | 'job';
  /** Where users meet it; undefined if nothing uses it yet. */
  readonly usedBy: Use | undefined;
}

/** A read that answers with one thing. */
export const reading = (source: string) =>
  ({ source, method: 'GET', success: [200], query: [], body: [], answer: 'one', token: 'personal' }) as const;

/** Parameters of a list in pages. */
export const PAGE = ['page', 'per_page'] as const;
