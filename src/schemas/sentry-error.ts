import * as z from 'zod/mini';
import { datetime, elements, optionalFlag, optionalNumber, optionalText, part, partElements } from './wire';

/**
 * An error as the GraphQL type SentryError (server-behavior.md#errors-of-a-project), with its field names.
 * `status` is UNRESOLVED, RESOLVED, IGNORED, or a newer value.
 */
const sentryErrorSchema = z.looseObject({
  sentryId: z.string(),
  title: z.string(),
  type: optionalText,
  message: optionalText,
  culprit: optionalText,
  count: optionalNumber,
  userCount: optionalNumber,
  firstSeen: datetime,
  lastSeen: datetime,
  status: optionalText,
  shortId: optionalText,
  externalUrl: optionalText,
  frequency: partElements(z.looseObject({ time: z.string(), count: z.number() })),
});

export const sentryErrorDetailSchema = z.extend(sentryErrorSchema, {
  firstReleaseVersion: optionalText,
  lastReleaseVersion: optionalText,
  integrated: optionalFlag,
  tags: part(z.looseObject({ level: optionalText, logger: optionalText })),
});

/**
 * A frame of a stack trace; the oldest call is first. `line` and `col` start at 1; `code` is a line of the
 * source code.
 */
const frameSchema = z.looseObject({
  fileName: optionalText,
  function: optionalText,
  line: optionalNumber,
  col: optionalNumber,
  traceContext: partElements(z.looseObject({ line: z.number(), code: z.string() })),
});

export const sentryStackTraceSchema = z.looseObject({
  issueId: z.string(),
  dateReceived: datetime,
  stackTraceEntries: z.nullish(elements(frameSchema)),
});

/** Sort order of a list. */
export const errorOrderSchema = z.enum(['last_seen', 'first_seen', 'frequency']);
export type ErrorOrder = z.infer<typeof errorOrderSchema>;

/**
 * A page of errors. `nodes` is null while the server loads the errors from an external backend, or if it
 * can't.
 */
export const sentryErrorsPageSchema = z.looseObject({
  nodes: z.nullish(elements(z.nullish(sentryErrorSchema))),
  pageInfo: z.looseObject({ hasNextPage: z.boolean(), endCursor: optionalText }),
});
