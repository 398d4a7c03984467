import * as z from 'zod/mini';
import { createDraftSchema } from '../new-merge-request';
import {
  lenient,
  projectReference,
  serverAddress,
  storedList,
  storedMergeRequestKey,
  storedRecord,
} from './stored-value';

const pinnedSchema = z.object({
  base: serverAddress,
  project: projectReference,
  iid: z.number(),
});
export const pinnedMergeRequestsSchema = storedList(pinnedSchema);

export const snoozedMergeRequestsSchema = storedList(
  z.extend(pinnedSchema, { until: lenient(z.number()), changes: lenient(z.string()) }),
);

/** Searches that are shown as rows. */
export const keptSearchesSchema = storedList(
  z.object({
    place: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('host'), base: serverAddress }),
      z.object({ kind: z.literal('group'), base: serverAddress, group: projectReference }),
      z.object({ kind: z.literal('project'), base: serverAddress, project: projectReference }),
    ]),
    text: z.string().check(z.minLength(1)),
  }),
);

/** ID of each merge request, and its `updated_at` when it was last seen. */
export const seenMergeRequestsSchema = storedList(
  z.tuple([z.string(), z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value))))], z.unknown()),
);

export const runningTimerSchema = z.object({
  key: storedMergeRequestKey,
  branch: lenient(z.string()),
  since: z.number(),
});

/** Unsent forms by project and branch. */
export const createDraftsSchema = storedList(z.tuple([z.string(), createDraftSchema], z.unknown()));

const textOrNull = z.catch(z.nullable(z.string()), null);

/** Unsent descriptions by merge request, and the version that each is based on. */
export const descriptionDraftsSchema = storedRecord(
  z.object({
    text: z.string(),
    base: z.object({ title: z.string(), description: textOrNull, updated_at: textOrNull }),
  }),
);

/** Edited commit messages by merge request and kind of message. */
export const mergeMessagesSchema = storedRecord(z.string());
