import * as z from 'zod/mini';
import { createDraftSchema } from './new-merge-request';
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

/** The ID of each, and its `updated_at` when it was opened last. */
export const seenMergeRequestsSchema = storedList(
  z.tuple([z.string(), z.string().check(z.refine((value) => !Number.isNaN(Date.parse(value))))], z.unknown()),
);

export const runningTimerSchema = z.object({
  key: storedMergeRequestKey,
  branch: lenient(z.string()),
  since: z.number(),
});

/** Forms that aren't sent yet, by the name of their branch. */
export const createDraftsSchema = storedList(z.tuple([z.string(), createDraftSchema], z.unknown()));

const textOrNull = z.catch(z.nullable(z.string()), null);

/** Descriptions that aren't sent yet, and the texts that they were written for. */
export const descriptionDraftsSchema = storedRecord(
  z.object({
    text: z.string(),
    base: z.object({ title: z.string(), description: textOrNull, updated_at: textOrNull }),
  }),
);

/** Commit messages. */
export const mergeMessagesSchema = storedRecord(z.string());
