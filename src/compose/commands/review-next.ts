import type { CurrentMergeRequest } from '../../commands/merge-requests/current';
import { reviewNextCommand } from '../../commands/review/review-next-command';
import type { CommandRow } from '../../commands/shared/command-row';
import { execute } from '../../editor/shared/execute';
import { COMMAND } from '../../presentation/shared/command-ids';
import type { Core } from '../core';
import type { MergeRequestViewModule } from '../merge-request-view';

export const composeReviewNext = (
  { prompts }: Core,
  { queue }: MergeRequestViewModule,
  current: CurrentMergeRequest,
): CommandRow =>
  reviewNextCommand({
    queue,
    prompts,
    active: current.inEditor,
    openMergeRequest: (mergeRequest) =>
      execute(COMMAND.openMergeRequest, { target: { kind: 'merge-request', mergeRequest } }),
  });
