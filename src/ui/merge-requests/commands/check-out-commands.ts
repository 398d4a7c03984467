import { env } from 'vscode';
import type { Fetched, Forwarded } from '../../../app/git/check-out';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { mergeRequestTargetOf } from '../../../app/shared/merge-request-target';
import { t } from '../../../base/localize';
import {
  divergedWorktreeSentence,
  elsewhereBehindSentence,
  elsewhereSentence,
  forwardedElsewhereSentence,
  isAbsolute,
  notForwardedWorktreeSentence,
  worktreeFolder,
  worktreeSentence,
} from '../../../presentation/git/check-out-messages';
import { COMMAND, type RowCommandId } from '../../../presentation/shared/command-ids';
import { explain } from '../../../presentation/shared/error-messages';
import { VIEW } from '../../../presentation/shared/view-ids';
import { type GitPromptDeps, type GitPrompts, inView, showNoCloneMessage } from '../../git/commands/prompts';
import { chooseClone, switchBranch } from '../../git/commands/switch-branch';
import type { CommandRow } from '../../shared/commands/command-row';
import { button } from '../../shared/commands/message-button';

export interface CheckOutCommandDeps extends GitPromptDeps {
  readonly offers: GitPrompts;
  /** Asks for a merge request if the command has no row. Undefined if the user cancels. */
  readonly choose: (title: string, placeholder: string) => Promise<MergeRequestKey | undefined>;
}

type Use = (deps: CheckOutCommandDeps, key: MergeRequestKey, fetched: Fetched) => Promise<void>;

export function checkOutCommands(deps: CheckOutCommandDeps): readonly CommandRow[] {
  const checkingOut = (id: RowCommandId, title: () => string, use: Use): CommandRow => ({
    id,
    failure: () => t("Couldn't check out the branch."),
    run: async (argument, failing) => {
      const key =
        mergeRequestTargetOf(argument) ??
        (await deps.choose(title(), t('Select a merge request to check out')));
      if (key === undefined) return;
      failing(t("Couldn't check out the branch of !{0}.", key.iid));
      const fetched = await fetch(deps, key, title());
      if (fetched === undefined) return;
      if (fetched.elsewhere !== undefined) await showElsewhereMessage(deps, fetched, fetched.elsewhere);
      else await use(deps, key, fetched);
    },
  });
  return [
    checkingOut(COMMAND.checkOutMergeRequest, () => t('Check Out Merge Request Branch'), switchTo),
    checkingOut(COMMAND.checkOutInWorktree, () => t('Check Out Merge Request in Worktree'), intoWorktree),
    {
      id: COMMAND.showCommit,
      failure: () => t("Couldn't show the commit."),
      run: async (argument) => {
        const target = argument?.target;
        if (target?.kind === 'commit') await deps.offers.showCommit(target.mergeRequest, target.sha);
      },
    },
    {
      id: COMMAND.copyCommitSha,
      failure: () => t("Couldn't copy the commit SHA."),
      run: async (argument, failing, selected) => {
        const shas = (selected.length > 1 ? selected : [argument]).flatMap((row) => {
          const target = row?.target;
          return target?.kind === 'commit' ? [target.sha] : [];
        });
        if (shas.length > 1) failing(t("Couldn't copy the commit SHAs."));
        if (shas.length > 0) await env.clipboard.writeText(shas.join('\n'));
      },
    },
  ];
}

/**
 * Fetches the branch into an open clone. Undefined if there is no clone (with a message) or the user cancels.
 */
async function fetch(
  deps: CheckOutCommandDeps,
  key: MergeRequestKey,
  title: string,
): Promise<Fetched | undefined> {
  const { mergeRequests, checkOut, prompts } = deps;
  const mergeRequest = await mergeRequests.get(key);
  const clones = await deps.prompts.progress.inView(
    t('Finding a clone…'),
    (signal) => checkOut.clonesFor(key, mergeRequest, signal),
    VIEW.mergeRequests,
  );
  const [only, ...others] = clones;
  if (only === undefined) {
    await showNoCloneMessage(deps, key, mergeRequest.web_url);
    return undefined;
  }
  const clone = await chooseClone(prompts, title, [only, ...others]);
  if (clone === undefined) return undefined;
  return deps.prompts.progress.inView(
    t('Fetching the branch of !{0}…', key.iid),
    (signal) => checkOut.fetch(key, mergeRequest, clone, signal),
    VIEW.mergeRequests,
  );
}

/** If the branch lacks commits of the server, offers to fast-forward it in the other folder. */
async function showElsewhereMessage(
  deps: CheckOutCommandDeps,
  fetched: Fetched,
  folder: string,
): Promise<void> {
  const { checkOut, prompts, report } = deps;
  const { branch } = fetched;
  const open = openWindow(deps, folder);
  const behind = await checkOut.behind(fetched);
  if (behind === 0) {
    prompts.showMessage('info', elsewhereSentence(branch, folder), [open]);
    return;
  }
  const forward = button(report, t('Fast-Forward'), t("Couldn't fast-forward {0}.", branch), async () => {
    await checkOut.forwardIn(fetched, folder);
    prompts.showMessage('info', forwardedElsewhereSentence(branch, folder), [open]);
  });
  prompts.showMessage('info', elsewhereBehindSentence(branch, folder, behind), [forward, open]);
}

/** Returns the result of checking out a branch in a new worktree. */
function worktreeResult({ outcome, failure }: Forwarded, branch: string, folder: string): string {
  if (failure !== undefined) return notForwardedWorktreeSentence(branch, folder, explain(failure).why);
  return outcome === 'diverged' ? divergedWorktreeSentence(branch, folder) : worktreeSentence(branch, folder);
}

const openWindow = ({ show, report }: Pick<CheckOutCommandDeps, 'show' | 'report'>, folder: string) =>
  button(report, t('Open in New Window'), t("Couldn't open the folder."), () => show.folder(folder));

const switchTo: Use = (deps, { iid }, fetched) => switchBranch(deps, `!${iid}`, fetched);

const intoWorktree: Use = async (deps, { iid }, fetched) => {
  const { checkOut, prompts } = deps;
  const { clone, branch, isCurrent } = fetched;
  if (isCurrent) {
    await showElsewhereMessage(deps, fetched, clone.folder);
    return;
  }
  let folder: string | undefined;
  const accepted = await prompts.input({
    title: t('Check Out Merge Request in Worktree'),
    step: [1, 1],
    prompt: t('Enter a folder path for {0}. A worktree of {1} will be created there.', branch, clone.name),
    value: worktreeFolder(clone.folder, branch),
    accept: async (typed) => {
      const chosen = typed.trim();
      if (!isAbsolute(chosen)) return t('Enter the full path of a folder.');
      if (await deps.show.isOccupied(chosen)) return t("This folder already exists and isn't empty.");
      folder = chosen;
      return undefined;
    },
  });
  if (accepted !== true || folder === undefined) return;
  const chosen: string = folder;
  const result = await inView(t('Checking out !{0} in a worktree…', iid), () =>
    checkOut.inWorktree(fetched, chosen),
  );
  prompts.showMessage('info', worktreeResult(result, branch, chosen), [openWindow(deps, chosen)]);
};
