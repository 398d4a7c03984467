import { knownUsername } from '../../app/accounts/known-username';
import type { Disposable } from '../../base/disposable';
import { registerCommentCompletions } from '../../documents/review/comment-completions';
import { activeMergeRequest } from '../../editor/review/active-review';
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
    // In a comment box, the diff is still the active editor.
    current: activeMergeRequest,
    me: (base) => knownUsername(accounts, base),
  });
