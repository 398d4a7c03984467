import { issueSchema } from '../../schemas/closed-issue';
import { diffEntrySchema } from '../../schemas/diff';
import { milestoneSchema } from '../../schemas/merge-request';
import {
  branchSchema,
  commitWithParentsSchema,
  listedCommitSchema,
  memberSchema,
  projectLabelSchema,
  tagSchema,
} from '../../schemas/repository';
import { endpoint, list, one, text } from '../endpoint';
import { boolean, integer, integers, oneOf, string } from '../params';

// Endpoints for pickers and file views, all of them additional.

const page = { page: integer, per_page: integer };

/** `GET /projects/:id/repository/branches`. */
export const listBranches = endpoint({
  method: 'GET',
  path: '/projects/:id/repository/branches',
  query: { ...page, search: string },
  response: list(branchSchema),
  pages: ['offset'],
});

/** `GET /projects/:id/repository/tags`: latest first. */
export const listTags = endpoint({
  method: 'GET',
  path: '/projects/:id/repository/tags',
  query: { ...page, search: string },
  response: list(tagSchema),
  pages: ['offset'],
});

/** `GET /projects/:id/repository/files/:file_path/raw`: the bytes of a file at a ref. */
export const getRawFile = endpoint({
  method: 'GET',
  path: '/projects/:id/repository/files/:file_path/raw',
  query: { ref: string },
  response: text,
});

/** `GET /projects/:id/repository/commits`: the commits of a ref, or with `all` of all refs, newest first. */
export const listCommits = endpoint({
  method: 'GET',
  path: '/projects/:id/repository/commits',
  query: { ...page, ref_name: string, all: boolean },
  response: list(listedCommitSchema),
  pages: ['offset'],
});

/** `GET /projects/:id/repository/commits/:sha`: with its parents, which lists of commits may omit. */
export const getCommit = endpoint({
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha',
  response: one(commitWithParentsSchema),
});

/** `GET /projects/:id/repository/commits/:sha/diff`: the changed files, compared with its first parent. */
export const listCommitDiff = endpoint({
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/diff',
  query: page,
  response: list(diffEntrySchema),
  pages: ['offset'],
});

/** `GET /projects/:id/members/all`. */
export const listMembers = endpoint({
  method: 'GET',
  path: '/projects/:id/members/all',
  query: { ...page, query: string },
  response: list(memberSchema),
  pages: ['offset'],
});

/** `GET /projects/:id/labels`. */
export const listLabels = endpoint({
  method: 'GET',
  path: '/projects/:id/labels',
  query: { ...page, search: string },
  response: list(projectLabelSchema),
  pages: ['offset'],
});

/** `GET /projects/:id/milestones`. */
export const listMilestones = endpoint({
  method: 'GET',
  path: '/projects/:id/milestones',
  query: { ...page, state: oneOf(['active', 'closed']), search: string },
  response: list(milestoneSchema),
  pages: ['offset'],
});

/** `GET /projects/:id/issues`. `search`: part of the title or description. */
export const listIssues = endpoint({
  method: 'GET',
  path: '/projects/:id/issues',
  query: {
    ...page,
    iids: integers,
    state: oneOf(['opened', 'closed', 'all']),
    search: string,
    order_by: oneOf(['created_at', 'updated_at']),
  },
  response: list(issueSchema),
  pages: ['offset'],
});
