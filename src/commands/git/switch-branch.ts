import { window } from 'vscode';
import type { CheckOut, Fetched } from '../../app/git/check-out';
import type { Clone } from '../../app/git/clones';
import type { GitPort } from '../../app/shared/git-port';
import { t } from '../../base/localize';
import type { PickItem, Prompts } from '../../editor/shared/prompts';
import type { Report } from '../../editor/shared/report';
import {
  checkedOutSentence,
  stashedSentence,
  stashName,
  stashQuestion,
} from '../../presentation/git/check-out-messages';
import { plainText } from '../../presentation/shared/plain-text';
import { VIEW } from '../../presentation/shared/view-ids';
import { button, inView, REMARK_MS } from './prompts';

export interface SwitchDeps {
  readonly checkOut: CheckOut;
  readonly git: GitPort;
  readonly prompts: Prompts;
  readonly report: Report;
}

/**
 * Switches to a fetched branch; asks first if there are uncommitted changes. `what`: for the name of the
 * stash.
 */
export async function switchBranch(deps: SwitchDeps, what: string, fetched: Fetched): Promise<void> {
  const { checkOut, prompts } = deps;
  const { clone, branch } = fetched;
  const isDirty = await checkOut.needsStash(fetched);
  if (isDirty && !(await prompts.confirm(stashQuestion(branch, clone.name)))) return;
  const stash = isDirty ? stashName(what, clone.branch) : undefined;
  const outcome = await inView(t('Checking out {0}…', branch), () => checkOut.switchTo(fetched, stash));
  if (stash !== undefined) {
    showStashMessage(deps, clone, stashedSentence(outcome, branch, stash));
    return;
  }
  const sentence = checkedOutSentence(outcome, branch);
  if (outcome === 'diverged') prompts.showMessage('info', sentence, []);
  else window.setStatusBarMessage(plainText(sentence), REMARK_MS);
}

/**
 * Checks out a commit without a branch; asks first if there are uncommitted changes. `what`: its tag or short
 * SHA.
 */
export async function switchToCommit(
  deps: SwitchDeps,
  { what, sha, clone }: { readonly what: string; readonly sha: string; readonly clone: Clone },
): Promise<void> {
  const { checkOut, git, prompts } = deps;
  const isDirty = await git.isDirty(clone.repository);
  if (isDirty && !(await prompts.confirm(stashQuestion(what, clone.name)))) return;
  const stash = isDirty ? stashName(what, clone.branch) : undefined;
  await inView(t('Checking out {0}…', what), () => checkOut.detach(clone, sha, stash), VIEW.pipelines);
  if (stash === undefined) prompts.showMessage('info', t('Checked out {0}. HEAD is detached.', what), []);
  else showStashMessage(deps, clone, stashedSentence('switched', what, stash));
}

/** Shows that changes were stashed, with a button that restores them. */
function showStashMessage(
  { git, prompts, report }: SwitchDeps,
  { repository }: Clone,
  sentence: string,
): void {
  const failure = t("Couldn't pop the stash. Your changes are still in it.");
  prompts.showMessage('info', sentence, [
    button(report, t('Pop Stash'), failure, () => git.unstash(repository)),
  ]);
}

/** Returns the only clone, or the one that the user selects. */
export function chooseClone(
  prompts: Prompts,
  title: string,
  clones: readonly [Clone, ...Clone[]],
): Promise<Clone | undefined> {
  const [only, ...others] = clones;
  if (others.length === 0) return Promise.resolve(only);
  return prompts.pick({
    title,
    placeholder: t('Select a clone to use'),
    items: clones.map(cloneItem),
  });
}

const cloneItem = (clone: Clone): PickItem<Clone> => ({
  label: clone.name,
  description: clone.branch ?? '',
  detail: clone.folder,
  icon: 'repo',
  value: clone,
});
