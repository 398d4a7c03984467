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

/** An error as a server lists it. */
export type TrackedError = NonNullable<NonNullable<Page['nodes']>[number]>;
type Detailed = NonNullable<QueryResult<typeof getSentryError>['project']>['sentryErrors'];
/** The same with what is asked for each alone: releases, level. */
export type TrackedErrorDetail = NonNullable<NonNullable<Detailed>['detailedError']>;
type Traced = NonNullable<QueryResult<typeof getSentryStackTrace>['project']>['sentryErrors'];
export type ServerTrace = NonNullable<NonNullable<Traced>['errorStackTrace']>;

/** `in` which state a list is: every state but `listed` says why there are no rows. */
export type ListState =
  | 'listed'
  /** Error tracking is off in the project. */
  | 'off'
  /** An external server keeps the errors, and is still being asked or cannot be. */
  | 'pending'
  /** The token may not see the project this way. */
  | 'unseen'
  /** The server has no list of errors. */
  | 'no-list';

export interface ErrorPage {
  readonly state: ListState;
  readonly items: readonly TrackedError[];
  /** Where the next page begins; undefined at the end. */
  readonly cursor: string | undefined;
}

export interface ErrorQuestion {
  /** The empty text finds everything. */
  readonly search: string;
  readonly order: ErrorOrder;
}

/** A question for one page of its answer. */
export interface ErrorPageQuestion extends ErrorQuestion {
  /** The cursor of the page before; undefined for the first page. */
  readonly after: string | undefined;
}

/** Most that a server gives at once. */
const PAGE_SIZE = 100;

const nothing = (state: ListState): ErrorPage => ({ state, items: [], cursor: undefined });

/** One page of the errors of a project. */
export async function readErrors(
  client: Client,
  { path }: ErrorPlace,
  { search, order, after }: ErrorPageQuestion,
  options: CallOptions,
): Promise<ErrorPage> {
  const args = {
    fullPath: path,
    first: PAGE_SIZE,
    sort: order,
    ...(search === '' ? {} : { searchTerm: search }),
    ...(after === undefined ? {} : { after }),
  };
  let answer: QueryResult<typeof listSentryErrors>;
  try {
    answer = await client.query(listSentryErrors, args, options);
  } catch (error) {
    // No GraphQL interface, or one that does not know the question: an older server, or another product.
    const unknown = isApiError(error, 'not-found') || isApiError(error, 'bad-request');
    if (unknown && after === undefined) return nothing('no-list');
    throw error;
  }
  if (answer.project === null || answer.project === undefined) return nothing('unseen');
  const { sentryErrors } = answer.project;
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

/** The stack trace of its latest event. */
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
 * Settings of error tracking; `disabled` where the server has none for the project
 * (server-behavior.md#error-tracking-settings), `unknown` for who may not read them.
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
