import * as z from 'zod/mini';
import { required, string } from '../params';
import { query } from '../query';

/**
 * The default messages of a merge, generated from the project's templates. The REST API doesn't return them.
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
