import { env, window } from 'vscode';
import type { Fetched } from '../app/check-out';
import type { Clone } from '../app/clones';
import type { MergeRequestKey } from '../app/keys';
import { mergeRequestTargetOf, targetOf } from '../app/targets';
import { t } from '../base/localize';
import type { PickItem } from '../editor/prompts';
import {
  checkedOutSentence,
  elsewhereSentence,
  isAbsolute,
  stashName,
  stashQuestion,
  worktreeFolder,
  worktreeSentence,
} from '../presentation/check-out-words';
import { COMMAND } from '../presentation/command-ids';
import { plainText } from '../presentation/plain-text';
import { VIEW } from '../presentation/view-ids';
import type { CommandRow } from './command-row';
import { button, inView, REMARK_MS, tellNoClone, type GitOfferPorts, type GitOffers } from './git-offers';
import { withPatience } from './patience';

export interface CheckOutCommandPorts extends GitOfferPorts {
  readonly offers: GitOffers;
  /** Asks for a merge request where the command was used without a row; undefined where none was chosen. */
  readonly choose: (title: string, placeholder: string) => Promise<MergeRequestKey | undefined>;
}

type Use = (ports: CheckOutCommandPorts, key: MergeRequestKey, fetched: Fetched) => Promise<void>;

export function checkOutCommands(ports: CheckOutCommandPorts): readonly CommandRow[] {
  const checkingOut = (id: CommandRow['id'], title: () => string, use: Use): CommandRow => ({
    id,
    failure: () => t('The branch was not checked out.'),
    run: async (argument, failing) => {
      const key =
        mergeRequestTargetOf(argument) ??
        (await ports.choose(title(), t('The merge request whose branch to check out')));
      if (key === undefined) return;
      failing(t('The branch of !{0} was not checked out.', key.iid));
      const fetched = await fetch(ports, key, title());
      if (fetched === undefined) return;
      if (fetched.elsewhere !== undefined) tellElsewhere(ports, fetched.branch, fetched.elsewhere);
      else await use(ports, key, fetched);
    },
  });
  return [
    checkingOut(COMMAND.checkOutMergeRequest, () => t('Check Out Branch'), switchTo),
    checkingOut(COMMAND.checkOutInWorktree, () => t('Check Out in Worktree'), intoWorktree),
    {
      id: COMMAND.showCommit,
      failure: () => t('The commit was not shown.'),
      run: async (argument) => {
        const target = targetOf(argument);
        if (target?.kind === 'commit') await ports.offers.showCommit(target.mergeRequest, target.sha);
      },
    },
    {
      id: COMMAND.copyCommitSha,
      failure: () => t('The commit SHA was not copied.'),
      run: async (argument, _failing, selected) => {
        const shas = (selected.length > 1 ? selected : [argument]).flatMap((row) => {
          const target = targetOf(row);
          return target?.kind === 'commit' ? [target.sha] : [];
        });
        if (shas.length > 0) await env.clipboard.writeText(shas.join('\n'));
      },
    },
  ];
}

/** The branch in a clone that is open here; undefined where there is none, which is told, or none was chosen. */
async function fetch(
  ports: CheckOutCommandPorts,
  key: MergeRequestKey,
  title: string,
): Promise<Fetched | undefined> {
  const { mergeRequests, checkOut, prompts } = ports;
  const mergeRequest = await mergeRequests.get(key);
  const clones = await withPatience(
    t('Looking for a clone…'),
    (signal) => checkOut.clonesFor(key, mergeRequest, signal),
    VIEW.mergeRequests,
  );
  const [only, ...others] = clones;
  if (only === undefined) {
    await tellNoClone(ports, key, mergeRequest.web_url);
    return undefined;
  }
  const clone =
    others.length === 0
      ? only
      : await prompts.pick({
          title,
          placeholder: t('The clone that takes the branch'),
          items: clones.map(cloneItem),
        });
  if (clone === undefined) return undefined;
  return withPatience(
    t('Fetching the branch of !{0}…', key.iid),
    (signal) => checkOut.fetch(key, mergeRequest, clone, signal),
    VIEW.mergeRequests,
  );
}

const cloneItem = (clone: Clone): PickItem<Clone> => ({
  label: clone.name,
  description: clone.branch ?? '',
  detail: clone.folder,
  icon: 'repo',
  value: clone,
});

function tellElsewhere(
  { prompts, show, report }: CheckOutCommandPorts,
  branch: string,
  folder: string,
): void {
  prompts.tell('info', elsewhereSentence(branch, folder), [openWindow({ show, report }, folder)]);
}

const openWindow = ({ show, report }: Pick<CheckOutCommandPorts, 'show' | 'report'>, folder: string) =>
  button(report, t('Open in New Window'), t('The folder was not opened.'), () => show.folder(folder));

const switchTo: Use = async ({ checkOut, git, prompts, report }, { iid }, fetched) => {
  const { clone, branch } = fetched;
  const isDirty = await checkOut.needsStash(fetched);
  if (isDirty && !(await prompts.confirm(stashQuestion(branch, clone.name)))) return;
  const stash = isDirty ? stashName(iid, clone.branch) : undefined;
  const outcome = await inView(t('Switching to {0}…', branch), () => checkOut.switchTo(fetched, stash));
  const sentence = checkedOutSentence(outcome, branch);
  if (stash !== undefined) {
    const bring = button(
      report,
      t('Bring Changes Here'),
      t('The changes were not brought back; they are still in the stash.'),
      () => git.unstash(clone.repository),
    );
    prompts.tell('info', t('{0} What was not committed is in the stash "{1}".', sentence, stash), [bring]);
  } else if (outcome === 'diverged') prompts.tell('info', sentence, []);
  else window.setStatusBarMessage(plainText(sentence), REMARK_MS);
};

const intoWorktree: Use = async (ports, { iid }, fetched) => {
  const { checkOut, prompts } = ports;
  const { clone, branch, isCurrent } = fetched;
  if (isCurrent) {
    tellElsewhere(ports, branch, clone.folder);
    return;
  }
  let folder: string | undefined;
  const accepted = await prompts.input({
    title: t('Check Out in Worktree'),
    step: [1, 1],
    prompt: t('The folder for {0}; it is made, and shares its history with {1}', branch, clone.name),
    value: worktreeFolder(clone.folder, branch),
    accept: async (typed) => {
      const chosen = typed.trim();
      if (!isAbsolute(chosen)) return t('The full path of a folder is needed.');
      if (await ports.show.isTaken(chosen)) return t('This folder exists and is not empty.');
      folder = chosen;
      return undefined;
    },
  });
  if (accepted !== true || folder === undefined) return;
  const chosen: string = folder;
  await inView(t('Checking out !{0} in a worktree…', iid), () => checkOut.inWorktree(fetched, chosen));
  prompts.tell('info', worktreeSentence(branch, chosen), [openWindow(ports, chosen)]);
};
