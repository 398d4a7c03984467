import { randomUUID } from 'node:crypto';
import { window } from 'vscode';
import type { CheckOut, Fetched } from '../../../app/git/check-out';
import type { Clone } from '../../../app/git/clones';
import type { StartedStashes } from '../../../app/git/started-stashes';
import { ChangesStashedError, type GitPort } from '../../../app/shared/git-port';
import { t } from '../../../base/localize';
import {
  checkedOutSentence,
  notForwardedSentence,
  stashedSentence,
  stashName as nameOfStash,
  stashQuestion,
  underWaySentence,
} from '../../../presentation/git/check-out-messages';
import { explain, failureText } from '../../../presentation/shared/error-messages';
import { plainText } from '../../../presentation/shared/plain-text';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { PickItem, Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';
import { popButton, withStoredStash } from './left-stashes';
import { inView, STATUS_MESSAGE_MS } from './prompts';

export interface SwitchDeps {
  readonly checkOut: CheckOut;
  readonly git: GitPort;
  readonly started: StartedStashes;
  readonly prompts: Prompts;
  readonly report: Report;
}

/**
 * Switches to a fetched branch; asks first if there are uncommitted changes. `what`: the text in the name of the
 * stash.
 */
export async function switchBranch(deps: SwitchDeps, what: string, fetched: Fetched): Promise<void> {
  const { checkOut, prompts } = deps;
  const { clone, branch, isCurrent } = fetched;
  if (!isCurrent && (await refuses(deps, clone, branch))) return;
  const isDirty = await checkOut.needsStash(fetched);
  if (isDirty && !(await prompts.confirm(stashQuestion(branch, clone.name)))) return;
  const stashName = isDirty ? nameOfStash(what, clone.branch, stashId()) : undefined;
  await withStoredStash(deps, clone.repository, stashName, () => switchWith(deps, fetched, stashName));
}

/** Returns true, and shows why, if an operation is in progress, which a check-out would lose. */
async function refuses({ git, prompts }: SwitchDeps, clone: Clone, what: string): Promise<boolean> {
  const operation = await git.operation(clone.repository);
  if (operation === undefined) return false;
  prompts.showMessage('error', underWaySentence(operation, clone.name, what), []);
  return true;
}

const stashId = (): string => randomUUID().slice(0, 8);

async function switchWith(deps: SwitchDeps, fetched: Fetched, stashName: string | undefined): Promise<void> {
  const { checkOut, prompts } = deps;
  const { clone, branch } = fetched;
  const done = await orStashed(
    deps,
    clone,
    branch,
    inView(t('Checking out {0}…', branch), () => checkOut.switchTo(fetched, stashName)),
  );
  if (done === undefined) return;
  const { outcome, stash, failure } = done;
  const actions = stash === undefined ? [] : [popButton(deps, clone.repository, stash)];
  if (outcome === 'not-forwarded') {
    prompts.showMessage('error', notForwardedSentence(branch, explain(failure).why, stash?.name), actions);
    return;
  }
  const sentence =
    stash === undefined ? checkedOutSentence(outcome, branch) : stashedSentence(outcome, branch, stash.name);
  if (stash !== undefined || outcome === 'diverged') prompts.showMessage('info', sentence, actions);
  else window.setStatusBarMessage(plainText(sentence), STATUS_MESSAGE_MS);
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
  if (await refuses(deps, clone, what)) return;
  const isDirty = await git.isDirty(clone.repository);
  if (isDirty && !(await prompts.confirm(stashQuestion(what, clone.name)))) return;
  const stashName = isDirty ? nameOfStash(what, clone.branch, stashId()) : undefined;
  const title = t('Checking out {0}…', what);
  const work = async () => ({ stash: await checkOut.detach(clone, sha, stashName) });
  await withStoredStash(deps, clone.repository, stashName, async () => {
    const done = await orStashed(deps, clone, what, inView(title, work, VIEW.pipelines));
    if (done === undefined) return;
    const { stash } = done;
    if (stash === undefined) prompts.showMessage('info', t('Checked out {0}. HEAD is detached.', what), []);
    else
      prompts.showMessage('info', stashedSentence('switched', what, stash.name), [
        popButton(deps, clone.repository, stash),
      ]);
  });
}

/** Resolves to undefined if nothing was checked out and the changes are still stashed, which is then shown. */
async function orStashed<T>(
  deps: SwitchDeps,
  clone: Clone,
  what: string,
  work: PromiseLike<T>,
): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof ChangesStashedError)) throw error;
    const sentence = failureText(t("Couldn't check out {0}.", what), error);
    deps.prompts.showMessage('error', sentence, [popButton(deps, clone.repository, error.stash)]);
    return undefined;
  }
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
