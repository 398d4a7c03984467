import * as z from 'zod/mini';
import { optionalNumber, optionalText } from './wire';

/**
 * An issue that closes with the merge: of the built-in tracker, or just id and title of an external one
 * (server-behavior.md#issues-closed-by-a-merge).
 */
export const closedIssueSchema = z.looseObject({
  id: z.union([z.number(), z.string()]),
  title: z.string(),
  iid: optionalNumber,
  project_id: optionalNumber,
  state: optionalText,
  web_url: optionalText,
});
