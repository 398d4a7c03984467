import * as z from 'zod/mini';
import { optionalNumber, optionalText } from './wire';

/**
 * An issue that is closed by the merge: of the built-in tracker, or only ID and title of an issue of an
 * external tracker (server-behavior.md#issues-closed-by-a-merge).
 */
export const closedIssueSchema = z.looseObject({
  id: z.union([z.number(), z.string()]),
  title: z.string(),
  iid: optionalNumber,
  project_id: optionalNumber,
  state: optionalText,
  web_url: optionalText,
});

/** An issue of the built-in tracker, in a list of a project's issues. */
export const issueSchema = z.looseObject({
  id: z.number(),
  iid: z.number(),
  title: z.string(),
  state: optionalText,
});
