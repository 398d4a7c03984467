import { knownUsername } from '../../app/accounts/known-username';
import type { Disposable } from '../../base/disposable';
import { registerCommentCompletions } from '../../ui/review/documents/comment-completions';
import type { Core } from '../core';

export const composeCommentCompletions = ({
  accounts,
  clientFor,
  clock,
  mergeRequests,
  projects,
  prompts,
}: Core): Disposable =>
  registerCommentCompletions({
    clientFor,
    clock,
    mergeRequests,
    projects,
    prompts,
    me: (base) => knownUsername(accounts, base),
  });
