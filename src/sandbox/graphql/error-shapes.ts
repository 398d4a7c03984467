import { plain, type FieldShape, type Shape } from './shape';

const ERROR: Record<string, FieldShape> = {
  ...plain(
    'id',
    'sentryId',
    'title',
    'type',
    'message',
    'culprit',
    'count',
    'userCount',
    'firstSeen',
    'lastSeen',
    'status',
    'shortId',
    'externalUrl',
    'sentryProjectId',
    'sentryProjectName',
    'sentryProjectSlug',
  ),
  frequency: { of: { name: 'SentryErrorFrequency', fields: plain('time', 'count') } },
};

const SENTRY_ERROR: Shape = { name: 'SentryError', fields: ERROR };

const DETAILED_ERROR: Shape = {
  name: 'SentryDetailedError',
  fields: {
    ...ERROR,
    ...plain(
      'externalBaseUrl',
      'firstReleaseShortVersion',
      'firstReleaseVersion',
      'lastReleaseShortVersion',
      'lastReleaseVersion',
      'gitlabCommit',
      'gitlabCommitPath',
      'gitlabIssuePath',
      'integrated',
    ),
    tags: { of: { name: 'SentryErrorTags', fields: plain('level', 'logger') } },
  },
};

const STACK_TRACE: Shape = {
  name: 'SentryErrorStackTrace',
  fields: {
    ...plain('issueId', 'dateReceived'),
    stackTraceEntries: {
      of: {
        name: 'SentryErrorStackTraceEntry',
        fields: {
          ...plain('fileName', 'function', 'line', 'col'),
          traceContext: { of: { name: 'SentryErrorStackTraceContext', fields: plain('line', 'code') } },
        },
      },
    },
  },
};

const CONNECTION: Shape = {
  name: 'SentryErrorConnection',
  fields: {
    nodes: { of: SENTRY_ERROR },
    edges: { of: { name: 'SentryErrorEdge', fields: { ...plain('cursor'), node: { of: SENTRY_ERROR } } } },
    pageInfo: {
      of: { name: 'PageInfo', fields: plain('hasNextPage', 'hasPreviousPage', 'startCursor', 'endCursor') },
    },
  },
};

/** The errors of a project (facts §8). */
export const COLLECTION: Shape = {
  name: 'SentryErrorCollection',
  fields: {
    externalUrl: {},
    errors: {
      args: {
        first: 'Int',
        last: 'Int',
        after: 'String',
        before: 'String',
        searchTerm: 'String',
        sort: 'String',
      },
      of: CONNECTION,
    },
    detailedError: { args: { id: 'ID!' }, of: DETAILED_ERROR },
    errorStackTrace: { args: { id: 'ID!' }, of: STACK_TRACE },
  },
};
