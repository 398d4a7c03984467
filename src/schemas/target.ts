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

/** Where a stack trace comes from: the latest event of an error, or pasted text. */
export const traceSourceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('latest'), error: trackedErrorSchema }),
  z.object({ kind: z.literal('pasted'), id: z.string() }),
]);

/** A frame of a stack trace. */
export const frameKeySchema = z.object({ source: traceSourceSchema, trace: z.number(), frame: z.number() });

/** What a command is about, as rows, menus, links, and editors pass it: IDs only. */
export const targetSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('project'), project: projectKeySchema, path: z.string() }),
  z.object({ kind: z.literal('pipeline'), pipeline: pipelineKeySchema }),
  z.object({ kind: z.literal('stage'), pipeline: pipelineKeySchema, stage: z.string() }),
  z.object({ kind: z.enum(['job', 'bridge']), pipeline: pipelineKeySchema, job: z.number() }),
  z.object({ kind: z.literal('older'), project: projectKeySchema }),
  z.object({ kind: z.literal('merge-request'), mergeRequest }),
  /** A file that a merge request changes: its path among the changes that are shown. */
  z.object({ kind: z.literal('change'), mergeRequest, path: z.string() }),
  /** A folder of changed files, as rows group them; the empty path stands for the whole group. */
  z.object({ kind: z.literal('change-folder'), mergeRequest, group: z.string(), path: z.string() }),
  z.object({ kind: z.literal('thread'), mergeRequest, discussion: z.string() }),
  /** A comment that isn't on the server yet, by its ID in the outbox. */
  z.object({ kind: z.literal('unsent'), mergeRequest, id: z.string() }),
  z.object({ kind: z.literal('commit'), mergeRequest, sha: z.string() }),
  /** An issue that closes with a merge request; the ID in an external tracker may be text. */
  z.object({ kind: z.literal('issue'), mergeRequest, issue: id }),
  /** A list of merge requests: the queries whose results it shows together; `saved` is the ID of a saved query. */
  z.object({
    kind: z.literal('merge-request-list'),
    queries: z.readonly(z.array(querySchema)),
    saved: z.optional(z.string()),
  }),
  /** A host, group or project whose merge requests are listed. */
  z.object({ kind: z.literal('place'), place: placeSchema }),
  /** An error on a server. */
  z.object({ kind: z.literal('tracked-error'), error: trackedErrorSchema }),
  z.object({ kind: z.literal('frame'), frame: frameKeySchema }),
  /** A stack trace that was pasted in this window. */
  z.object({ kind: z.literal('pasted-trace'), id: z.string() }),
  z.object({ kind: z.literal('client-key'), clientKey: z.object({ ...errorPlace, key: z.number() }) }),
]);
export type Target = z.infer<typeof targetSchema>;

/** A row of a tree that a command can be about. */
export interface HasTarget {
  readonly target: Target | undefined;
}
