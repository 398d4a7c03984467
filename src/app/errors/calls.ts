import type { CallOptions, Client } from '../../api/client';
import * as tracking from '../../api/endpoints/error-tracking';
import { isApiError } from '../../api/errors';
import {
  getSentryError,
  getSentryStackTrace,
  listSentryErrors,
  sentryErrorId,
} from '../../api/queries/sentry-errors';
import type { QueryResult } from '../../api/query';
import type { ErrorOrder } from '../../schemas/sentry-error';
import type { ErrorPlace, TrackedErrorKey } from '../shared/error-keys';

type Project = NonNullable<QueryResult<typeof listSentryErrors>['project']>;
type Page = NonNullable<NonNullable<Project['sentryErrors']>['errors']>;

/** An error in a list. */
export type TrackedError = NonNullable<NonNullable<Page['nodes']>[number]>;
type Detailed = NonNullable<QueryResult<typeof getSentryError>['project']>['sentryErrors'];
/** An error with fields that are available only for single errors: releases, level. */
export type TrackedErrorDetail = NonNullable<NonNullable<Detailed>['detailedError']>;
type Traced = NonNullable<QueryResult<typeof getSentryStackTrace>['project']>['sentryErrors'];
export type ServerTrace = NonNullable<NonNullable<Traced>['errorStackTrace']>;

/** The state of a list. All states except `listed` are the reason why it is empty. */
export type ListState =
  | 'listed'
  /** Error tracking is disabled in the project. */
  | 'off'
  /** The errors are on an external server, which hasn't responded yet or isn't available. */
  | 'pending'
  /** The token doesn't have access to the project. */
  | 'unseen'
  /** The server doesn't support lists of errors. */
  | 'no-list';

export interface ErrorPage {
  readonly state: ListState;
  readonly items: readonly TrackedError[];
  /** Cursor of the next page; undefined at the end. */
  readonly cursor: string | undefined;
}

export interface ErrorListParams {
  /** Empty text matches everything. */
  readonly search: string;
  readonly order: ErrorOrder;
}

/** The parameters of one page. */
export interface ErrorPageParams extends ErrorListParams {
  /** Cursor of the previous page; undefined for the first page. */
  readonly after: string | undefined;
}

/** Maximum page size of the server. */
const PAGE_SIZE = 100;

const nothing = (state: ListState): ErrorPage => ({ state, items: [], cursor: undefined });

/** Reads one page of a project's errors. */
export async function readErrors(
  client: Client,
  { path }: ErrorPlace,
  { search, order, after }: ErrorPageParams,
  options: CallOptions,
): Promise<ErrorPage> {
  const args = {
    fullPath: path,
    first: PAGE_SIZE,
    sort: order,
    ...(search === '' ? {} : { searchTerm: search }),
    ...(after === undefined ? {} : { after }),
  };
  let response: QueryResult<typeof listSentryErrors>;
  try {
    response = await client.query(listSentryErrors, args, options);
  } catch (error) {
    // The server is older or a different product: it has no GraphQL API or doesn't support the query.
    const unknown = isApiError(error, 'not-found') || isApiError(error, 'bad-request');
    if (unknown && after === undefined) return nothing('no-list');
    throw error;
  }
  if (response.project === null || response.project === undefined) return nothing('unseen');
  const { sentryErrors } = response.project;
  if (sentryErrors === null || sentryErrors === undefined) return nothing('off');
  const page = sentryErrors.errors;
  if (page === null || page === undefined) return nothing('pending');
  const { hasNextPage, endCursor } = page.pageInfo;
  return {
    state: 'listed',
    items: (page.nodes ?? []).flatMap((node) => node ?? []),
    cursor: hasNextPage ? (endCursor ?? undefined) : undefined,
  };
}

export async function readError(
  client: Client,
  { path, error }: TrackedErrorKey,
  options: CallOptions,
): Promise<TrackedErrorDetail | undefined> {
  const args = { fullPath: path, id: sentryErrorId(error) };
  const { project } = await client.query(getSentryError, args, options);
  return project?.sentryErrors?.detailedError ?? undefined;
}

/** Reads the stack trace of the latest event. */
export async function readLatestTrace(
  client: Client,
  { path, error }: TrackedErrorKey,
  options: CallOptions,
): Promise<ServerTrace | undefined> {
  const args = { fullPath: path, id: sentryErrorId(error) };
  const { project } = await client.query(getSentryStackTrace, args, options);
  return project?.sentryErrors?.errorStackTrace ?? undefined;
}

/**
 * Error tracking settings. `disabled` if the server has none for the project
 * (server-behavior.md#error-tracking-settings), `unknown` if the user can't read them.
 */
export type TrackingSettings =
  | { readonly state: 'known'; readonly active: boolean; readonly integrated: boolean }
  | { readonly state: 'disabled' | 'unknown' };

export async function readSettings(
  client: Client,
  { project }: ErrorPlace,
  options: CallOptions,
): Promise<TrackingSettings> {
  try {
    const read = await client.call(tracking.getErrorTrackingSettings, { id: project }, options);
    return { state: 'known', active: read.active, integrated: read.integrated };
  } catch (error) {
    if (isApiError(error, 'not-found')) return { state: 'disabled' };
    if (isApiError(error, 'forbidden') || isApiError(error, 'unauthorized')) return { state: 'unknown' };
    throw error;
  }
}
