import * as z from 'zod/mini';
import { suggestionSchema } from '../../schemas/discussion';
import { endpoint, one } from '../endpoint';
import { integers, required, string } from '../params';

// Suggested changes in comments: additional endpoints (server-behavior.md#suggestions).

/**
 * `PUT /suggestions/:id/apply`: commits a suggestion to the source branch. The response contains the suggestion as it
 * was before. Without `commit_message`, the server uses its default message.
 */
export const applySuggestion = endpoint({
  method: 'PUT',
  path: '/suggestions/:id/apply',
  body: { commit_message: string },
  response: one(suggestionSchema),
});

/** `PUT /suggestions/batch_apply`: commits several suggestions of a merge request with one commit. */
export const applySuggestions = endpoint({
  method: 'PUT',
  path: '/suggestions/batch_apply',
  body: { ids: required(integers), commit_message: string },
  response: one(z.array(suggestionSchema)),
});
