import * as z from 'zod/mini';
import { required, string } from '../params';
import { query } from '../query';

/**
 * The messages that a merge gets if none is sent: made from the project's templates. The REST interface doesn't
 * return them.
 */
export const getDefaultMessages = query({
  name: 'defaultMessages',
  text: `query defaultMessages($fullPath: ID!, $iid: String!) {
  project(fullPath: $fullPath) { mergeRequest(iid: $iid) {
    defaultMergeCommitMessage defaultSquashCommitMessage } } }`,
  variables: { fullPath: required(string), iid: required(string) },
  data: z.looseObject({
    project: z.nullish(
      z.looseObject({
        mergeRequest: z.nullish(
          z.looseObject({
            defaultMergeCommitMessage: z.nullish(z.string()),
            defaultSquashCommitMessage: z.nullish(z.string()),
          }),
        ),
      }),
    ),
  }),
});
