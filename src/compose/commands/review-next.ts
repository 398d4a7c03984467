import type { CurrentMergeRequest } from '../../ui/merge-requests/commands/current';
import { reviewNextCommand } from '../../ui/review/commands/review-next-command';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import { execute } from '../../ui/shared/editor/execute';
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
