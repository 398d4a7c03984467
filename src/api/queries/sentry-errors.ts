import * as z from 'zod/mini';
import {
  sentryErrorDetailSchema,
  sentryErrorsPageSchema,
  sentryStackTraceSchema,
} from '../../schemas/sentry-error';
import { integer, oneOf, required, string } from '../params';
import { query } from '../query';

const ERROR = `sentryId title type message culprit count userCount firstSeen lastSeen status shortId externalUrl
  frequency { time count }`;

/** `project` is null if the token can't see it, `sentryErrors` if the feature is disabled. */
const inProject = <T>(collection: z.ZodMiniType<T>) =>
  z.looseObject({ project: z.nullish(z.looseObject({ sentryErrors: z.nullish(collection) })) });

/** The errors of a project, at most 100 per page; `after` is the `endCursor` of the previous page. */
export const listSentryErrors = query({
  name: 'sentryErrors',
  text: `query sentryErrors($fullPath: ID!, $first: Int, $after: String, $searchTerm: String, $sort: String) {
  project(fullPath: $fullPath) { sentryErrors { externalUrl
    errors(first: $first, after: $after, searchTerm: $searchTerm, sort: $sort) {
      nodes { ${ERROR} } pageInfo { hasNextPage endCursor } } } } }`,
  variables: {
    fullPath: required(string),
    first: integer,
    after: string,
    searchTerm: string,
    sort: oneOf(['last_seen', 'first_seen', 'frequency']),
  },
  data: inProject(
    z.looseObject({ externalUrl: z.nullish(z.string()), errors: z.nullish(sentryErrorsPageSchema) }),
  ),
});

/** The ID for requesting a single error, from its `sentryId`. */
export const sentryErrorId = (sentryId: string): string =>
  `gid://gitlab/Gitlab::ErrorTracking::DetailedError/${sentryId}`;

const ONE = { fullPath: required(string), id: required(string) };
const ONE_HEAD = '($fullPath: ID!, $id: GitlabErrorTrackingDetailedErrorID!)';

/** One error, by `sentryErrorId`. */
export const getSentryError = query({
  name: 'sentryError',
  text: `query sentryError${ONE_HEAD} {
  project(fullPath: $fullPath) { sentryErrors {
    detailedError(id: $id) { ${ERROR} firstReleaseVersion lastReleaseVersion integrated tags { level logger } } } } }`,
  variables: ONE,
  data: inProject(z.looseObject({ detailedError: z.nullish(sentryErrorDetailSchema) })),
});

/** The latest stack trace of an error, by `sentryErrorId`. */
export const getSentryStackTrace = query({
  name: 'sentryStackTrace',
  text: `query sentryStackTrace${ONE_HEAD} {
  project(fullPath: $fullPath) { sentryErrors { errorStackTrace(id: $id) { issueId dateReceived
    stackTraceEntries { fileName function line col traceContext { line code } } } } } }`,
  variables: ONE,
  data: inProject(z.looseObject({ errorStackTrace: z.nullish(sentryStackTraceSchema) })),
});
