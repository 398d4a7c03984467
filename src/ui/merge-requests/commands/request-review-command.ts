import { t } from '../../../base/localize';
import { canRequestAgain, isReviewRequested } from '../../../domain/merge-requests/review-request';
import { MERGE_REQUEST_VERBS } from '../../../presentation/merge-requests/action-messages';
import { reviewerState } from '../../../presentation/merge-requests/part-rows';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { ReviewerEntry } from '../../../schemas/merge-request';
import type { CommandRow } from '../../shared/commands/command-row';
import type { PickItem } from '../../shared/editor/prompts';
import { chooseMergeRequest, type ChoosingDeps, type Chosen } from './choice';

/** The command that requests another review from a user who has reviewed a merge request. */
export const requestReviewCommand = (deps: ChoosingDeps): CommandRow => ({
  id: COMMAND.requestReviewAgain,
  failure: () => t("Couldn't request another review."),
  run: async (argument, failing) => {
    const chosen = await chooseMergeRequest(deps, 'edit', ofReviewer(argument), t('Request Review Again'));
    if (chosen === undefined) return;
    const reviewer = await reviewerOf(deps, chosen, argument);
    if (reviewer === undefined) return;
    failing(t("Couldn't request another review of {0} from {1}.", chosen.name, reviewer.user.name));
    if (reviewer.state === 'approved' && !(await confirmApproved(deps, chosen, reviewer))) return;
    await request(deps, chosen, reviewer);
  },
});

/** The merge request of a reviewer's row. */
function ofReviewer(argument: CommandArgument): CommandArgument {
  const target = argument?.target;
  return target?.kind === 'reviewer'
    ? { target: { kind: 'merge-request', mergeRequest: target.mergeRequest } }
    : argument;
}

/** Returns the reviewer of the row or page, or asks for one. */
async function reviewerOf(
  { store, prompts }: ChoosingDeps,
  { key, name }: Chosen,
  argument: CommandArgument,
): Promise<ReviewerEntry | undefined> {
  const target = argument?.target;
  const of = await store.get(key);
  const reviewers = async (signal?: AbortSignal): Promise<readonly ReviewerEntry[]> => {
    const part = await store.part(key, 'reviewers', { signal });
    return (part?.items ?? []).filter((each) => canRequestAgain(each, of));
  };
  const none = t('No reviewer has reviewed {0} yet.', name);
  if (target?.kind === 'reviewer') {
    const found = (await reviewers()).find(({ user }) => user.id === target.user);
    if (found === undefined) prompts.showMessage('info', none, []);
    return found;
  }
  const found: { items?: readonly ReviewerEntry[] } = {};
  const picked = await prompts.pick<ReviewerEntry>({
    title: t('Request Review Again'),
    placeholder: t('Select a reviewer of {0}', name),
    loading: t('Loading reviewers…'),
    items: async (signal) => {
      found.items = await reviewers(signal);
      return found.items.map(itemOf);
    },
  });
  if (found.items?.length === 0) prompts.showMessage('info', none, []);
  return picked;
}

function itemOf(reviewer: ReviewerEntry): PickItem<ReviewerEntry> {
  const { word, icon } = reviewerState(reviewer.state);
  return { label: reviewer.user.name, description: word, icon, value: reviewer };
}

const confirmApproved = ({ prompts }: ChoosingDeps, { name }: Chosen, { user }: ReviewerEntry) =>
  prompts.confirm({
    message: t('Request another review of {0} from {1}?', name, user.name),
    detail: t('{0} has approved {1}. The server may remove this approval.', user.name, name),
    action: t('Request Review'),
  });

async function request(
  { actions, prompts }: ChoosingDeps,
  { key, name }: Chosen,
  { user }: ReviewerEntry,
): Promise<void> {
  const doing = MERGE_REQUEST_VERBS.edit.doing(name);
  const state = await prompts.progress.inStatusBar(doing, () => actions.requestReview(key, user.username));
  if (state === undefined || isReviewRequested(state))
    prompts.showStatus(t('Another review of {0} requested from {1}.', name, user.name));
  else {
    const { host } = new URL(key.base);
    const message = t(
      '{0} accepted the request, but the review state of {1} is still "{2}".',
      host,
      user.name,
      reviewerState(state).word,
    );
    prompts.showMessage('info', message, []);
  }
}
