import {
  changesSchema,
  diffEntrySchema,
  diffVersionSchema,
  singleDiffVersionSchema,
} from '../../schemas/diff';
import { endpoint, list, one } from '../endpoint';
import { boolean, integer } from '../params';

const page = { page: integer, per_page: integer };

/**
 * `GET …/diffs`: 20 entries per page; truncated if the diff limits are exceeded
 * (server-behavior.md#diff-limits).
 */
export const listDiffs = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/diffs',
  query: { ...page, unidiff: boolean },
  response: list(diffEntrySchema),
  pages: ['offset'],
});

/**
 * `GET …/changes`: deprecated in 15.7. With `access_raw_diffs`, the database's diff limits don't apply
 * (server-behavior.md#diff-limits).
 */
export const getChanges = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/changes',
  query: { access_raw_diffs: boolean, unidiff: boolean },
  response: one(changesSchema),
});

/** `GET …/versions`: newest first. */
export const listDiffVersions = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/versions',
  query: page,
  response: list(diffVersionSchema),
  pages: ['offset'],
});

/** `GET …/versions/:version_id`: with commits and diffs. */
export const getDiffVersion = endpoint({
  method: 'GET',
  path: '/projects/:id/merge_requests/:merge_request_iid/versions/:version_id',
  query: { unidiff: boolean },
  response: one(singleDiffVersionSchema),
});
