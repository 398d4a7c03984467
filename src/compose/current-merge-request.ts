import { MergeRequestChoice } from '../app/merge-requests/choice';
import type { MergeRequestKey } from '../app/shared/keys';
import { type ChoosingDeps, pickMergeRequest } from '../ui/merge-requests/commands/choice';
import { CurrentMergeRequest } from '../ui/merge-requests/commands/current';
import { activeMergeRequest } from '../ui/review/editor/active-review';
import type { Panels } from '../ui/shared/panels/panel-frame';
import type { Core } from './core';

/** How commands determine their merge request. */
export interface CurrentMergeRequestModule {
  readonly choosing: Pick<ChoosingDeps, 'choice' | 'choices' | 'now'>;
  readonly current: CurrentMergeRequest;
}

export function composeCurrentMergeRequest(
  { branch, choices, clientFor, clock, projects }: Core,
  page: Panels<MergeRequestKey>,
): CurrentMergeRequestModule {
  const choosing = { choice: new MergeRequestChoice(clientFor, projects), choices, now: () => clock.now() };
  const current = new CurrentMergeRequest({
    ofEditor: () => page.active ?? activeMergeRequest(),
    ofBranch: () => branch.details?.mergeRequests[0],
    choose: (title, placeholder) => pickMergeRequest(choosing, { title, placeholder, state: undefined }),
  });
  return { choosing, current };
}
