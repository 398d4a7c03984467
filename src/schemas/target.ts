import * as z from 'zod/mini';
import { queryFiltersSchema } from './merge-request-query';

const id = z.union([z.number(), z.string()]);

const projectKey = { base: z.string(), project: id };
const errorPlace = { ...projectKey, path: z.string() };
const projectKeySchema = z.object(projectKey);
const pipelineKeySchema = z.object({ ...projectKey, pipeline: z.number() });
const trackedErrorSchema = z.object({ ...errorPlace, error: z.string() });
const mergeRequest = z.object({ ...projectKey, iid: z.number() });

const placeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('host'), base: z.string() }),
  z.object({ kind: z.literal('group'), base: z.string(), group: id }),
  z.object({ kind: z.literal('project'), base: z.string(), project: id }),
]);
const querySchema = z.object({ place: placeSchema, filters: queryFiltersSchema });

/** The source of a stack trace: the latest event of an error, or pasted text. */
export const traceSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('latest'), error: trackedErrorSchema }),
  z.object({ kind: z.literal('pasted'), id: z.string() }),
]);

export const frameKeySchema = z.object({ source: traceSourceSchema, trace: z.number(), frame: z.number() });

/** The object of a command, passed by rows, menus, links, and editors. Contains only identifiers. */
export const targetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project'), project: projectKeySchema, path: z.string() }),
  z.object({ kind: z.literal('pipeline'), pipeline: pipelineKeySchema }),
  z.object({ kind: z.literal('stage'), pipeline: pipelineKeySchema, stage: z.string() }),
  z.object({ kind: z.enum(['job', 'bridge']), pipeline: pipelineKeySchema, job: z.number() }),
  /** A file or folder of the artifacts of a job; the path of the root is empty. */
  z.object({ kind: z.literal('artifact'), pipeline: pipelineKeySchema, job: z.number(), path: z.string() }),
  z.object({ kind: z.literal('older'), project: projectKeySchema }),
  z.object({ kind: z.literal('merge-request'), mergeRequest }),
  /** A changed file of a merge request, by its path in the displayed changes. */
  z.object({ kind: z.literal('change'), mergeRequest, path: z.string() }),
  /** A folder of changed files, as grouped in rows. The empty path is the whole group. */
  z.object({ kind: z.literal('change-folder'), mergeRequest, group: z.string(), path: z.string() }),
  /** A thread, or a comment in it. */
  z.object({
    kind: z.literal('thread'),
    mergeRequest,
    discussion: z.string(),
    note: z.optional(z.number()),
  }),
  /** A pending comment of the user. */
  z.object({ kind: z.literal('draft'), mergeRequest, draft: z.number() }),
  /** A comment that the server hasn't confirmed, by its ID in the outbox. */
  z.object({ kind: z.literal('unsent'), mergeRequest, id: z.string() }),
  /** A reviewer, by user ID. */
  z.object({ kind: z.literal('reviewer'), mergeRequest, user: z.number() }),
  z.object({ kind: z.literal('commit'), mergeRequest, sha: z.string() }),
  /** An issue that is closed by the merge. IDs of external trackers can be text. */
  z.object({ kind: z.literal('issue'), mergeRequest, issue: id }),
  /**
   * A list of merge requests, with the combined results of its queries. `saved` is the ID of a saved query.
   */
  z.object({
    kind: z.literal('merge-request-list'),
    queries: z.readonly(z.array(querySchema)),
    saved: z.optional(z.string()),
  }),
  /** A host, group, or project whose merge requests are listed. */
  z.object({ kind: z.literal('place'), place: placeSchema }),
  /** A to-do item of the user, and the list of them on a server. */
  z.object({ kind: z.literal('todo'), base: z.string(), todo: z.number() }),
  z.object({ kind: z.literal('todo-list'), base: z.string() }),
  z.object({ kind: z.literal('tracked-error'), error: trackedErrorSchema }),
  z.object({ kind: z.literal('frame'), frame: frameKeySchema }),
  /** A stack trace that was pasted in this window. */
  z.object({ kind: z.literal('pasted-trace'), id: z.string() }),
  z.object({ kind: z.literal('client-key'), clientKey: z.object({ ...errorPlace, key: z.number() }) }),
]);
export type Target = z.infer<typeof targetSchema>;

/** A tree row that commands can act on. */
export interface HasTarget {
  readonly target: Target | undefined;
}
