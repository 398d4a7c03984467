import type { StartedStashes } from '../../../app/git/started-stashes';
import type { GitPort, Stash } from '../../../app/shared/git-port';
import { t } from '../../../base/localize';
import { leftStashSentence, missingStashSentence } from '../../../presentation/git/check-out-messages';
import { button } from '../../shared/commands/message-button';
import type { MessageAction, Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';

export interface StashDeps {
  readonly git: Pick<GitPort, 'clones' | 'findStash' | 'unstash'>;
  readonly started: Pick<StartedStashes, 'current' | 'begin' | 'end' | 'setMissing'>;
  readonly prompts: Pick<Prompts, 'showMessage'>;
  readonly report: Report;
}

/**
 * Stores the name of a stash, if there is one, until `work` has shown it to the user. After a failure, the name stays
 * stored if git fails to check whether the stash exists.
 */
export async function withStoredStash<T>(
  { git, started }: Pick<StashDeps, 'git' | 'started'>,
  repository: string,
  stashName: string | undefined,
  work: () => PromiseLike<T>,
): Promise<T> {
  if (stashName === undefined) return work();
  await started.begin(repository, stashName);
  try {
    const result = await work();
    await started.end(stashName);
    return result;
  } catch (error) {
    const isGone = await git.findStash(repository, stashName).then(
      (stash) => stash === undefined,
      () => false,
    );
    if (isGone) await started.end(stashName);
    throw error;
  }
}

/**
 * Offers to restore changes that a check-out stashed in a previous session, which ended before the user was informed.
 * Stashes in repositories that aren't open are offered when they are.
 */
export async function offerLeftStashes(deps: StashDeps): Promise<void> {
  const { git, started, prompts } = deps;
  // Later ones are of this session.
  const left = started.current;
  if (left.length === 0) return;
  const clones = await git.clones();
  for (const { repository, name } of left) {
    const clone = clones.find((each) => each.repository === repository);
    if (clone === undefined) continue;
    const stash = await git.findStash(repository, name);
    if (stash === undefined) await started.setMissing(name);
    else {
      prompts.showMessage('info', leftStashSentence(clone.name, name), [popButton(deps, repository, stash)]);
      await started.end(name);
    }
  }
}

/** Returns a button that restores changes from their stash. */
export function popButton(
  { git, prompts, report }: Pick<StashDeps, 'git' | 'prompts' | 'report'>,
  repository: string,
  { sha, name }: Stash,
): MessageAction {
  const failure = t("Couldn't pop the stash. Your changes are still in it.");
  return button(report, t('Pop Stash'), failure, async () => {
    if (!(await git.unstash(repository, sha))) prompts.showMessage('info', missingStashSentence(name), []);
  });
}
