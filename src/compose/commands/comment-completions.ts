import { knownUsername } from '../../app/accounts/known-username';
import type { Disposable } from '../../base/disposable';
import { registerCommentCompletions } from '../../documents/review/comment-completions';
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
