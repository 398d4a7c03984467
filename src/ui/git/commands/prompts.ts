import { env, Uri, window } from 'vscode';
import type { BranchCleanUp, MergedBranch } from '../../../app/git/branch-clean-up';
import type { CheckOut } from '../../../app/git/check-out';
import type { Clone, Clones } from '../../../app/git/clones';
import type { LocalCommits } from '../../../app/git/local-commits';
import type { StartedStashes } from '../../../app/git/started-stashes';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { GitPort, GitShow } from '../../../app/shared/git-port';
import { mergeRequestId, type MergeRequestKey, type ProjectKey } from '../../../app/shared/keys';
import { notifyOnce } from '../../../app/shared/notify-once';
import type { KeyValueStore } from '../../../app/shared/stores';
import { t } from '../../../base/localize';
import { rebaseCommandLine } from '../../../domain/git/names';
import { mergedShaOf } from '../../../domain/merge-requests/facts';
import {
  commitTitle,
  deletedSentence,
  filesSentence,
  leftSentence,
  mergeResultTitle,
  newCommitsSentence,
  noCloneSentence,
  uncommittedChangesSentence,
} from '../../../presentation/git/check-out-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { webPage } from '../../../presentation/shared/links';
import { plainText } from '../../../presentation/shared/plain-text';
import { VIEW } from '../../../presentation/shared/view-ids';
import { button } from '../../shared/commands/message-button';
import { execute } from '../../shared/editor/execute';
import type { Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';

export interface GitPromptDeps {
  readonly mergeRequests: Pick<MergeRequests, 'get' | 'refresh'>;
  readonly git: GitPort;
  readonly started: StartedStashes;
  readonly show: GitShow;
  readonly clones: Clones;
  readonly checkOut: CheckOut;
  readonly cleanUp: BranchCleanUp;
  readonly localCommits: LocalCommits;
  readonly prompts: Prompts;
  readonly report: Report;
  /** Stores for all windows which branches were offered for deletion. */
  readonly memory: KeyValueStore;
}

/** Git features that other commands and panels use. */
export interface GitPrompts {
  /** Offers once, after a merge, to delete the local branch if there is one. */
  readonly afterMerge: (key: MergeRequestKey) => Promise<void>;
  /** Shows the changes of the merge. `sha`: the merge ref's commit (server-behavior.md#merge-ref). */
  readonly showMergeResult: (key: MergeRequestKey, sha: string) => Promise<void>;
  readonly showCommit: (key: MergeRequestKey, sha: string) => Promise<void>;
  /** Opens a terminal in the clone with the rebase command typed, for rebases that the server can't do. */
  readonly openTerminalToRebase: (key: MergeRequestKey) => Promise<void>;
}

export function gitPrompts(deps: GitPromptDeps): GitPrompts {
  return {
    afterMerge: (key) => afterMerge(deps, key),
    showMergeResult: (key, sha) => showMergeResult(deps, key, sha),
    showCommit: (key, sha) => showCommit(deps, key, sha),
    openTerminalToRebase: (key) => openTerminalToRebase(deps, key),
  };
}

/** Runs local work with progress in the view. Git commands can't be canceled. */
export const inView = <T>(
  title: string,
  work: () => Promise<T>,
  viewId: string = VIEW.mergeRequests,
): Thenable<T> => window.withProgress({ location: { viewId }, title: plainText(title) }, work);

/** Shows that no clone is open, and how to get one. */
export async function showNoCloneMessage(
  { clones, prompts, report }: Pick<GitPromptDeps, 'clones' | 'prompts' | 'report'>,
  key: ProjectKey,
  page: string | null | undefined,
): Promise<void> {
  const details = await clones.details(key);
  const address = details?.http_url_to_repo ?? details?.ssh_url_to_repo;
  const web = webPage(page);
  prompts.showMessage('info', noCloneSentence(details?.path_with_namespace ?? String(key.project)), [
    ...(address
      ? [
          button(report, t('Copy Clone URL'), t("Couldn't copy the clone URL."), () =>
            env.clipboard.writeText(address),
          ),
        ]
      : []),
    ...(web === undefined
      ? []
      : [
          button(report, t('Open in Browser'), t("Couldn't open the page."), async () => {
            await env.openExternal(Uri.parse(web, true));
          }),
        ]),
  ]);
}

async function afterMerge(deps: GitPromptDeps, key: MergeRequestKey): Promise<void> {
  const { mergeRequests, cleanUp, prompts, report, memory } = deps;
  const mergeRequest = await mergeRequests.get(key);
  const sha = mergedShaOf(mergeRequest);
  for (const merged of await cleanUp.leftBy(key, mergeRequest)) {
    const { branch, clone, isCurrent } = merged;
    // Each clone has its own branch; windows with the same clone share the state.
    await notifyOnce(memory, 'offered-clean-ups', `${mergeRequestId(key)} ${clone.repository}`, () => {
      const title = isCurrent ? t('Switch and Delete Branch') : t('Delete Branch');
      prompts.showMessage('info', leftSentence(key.iid, sha, merged), [
        button(report, title, t("Couldn't delete the local branch {0}.", branch), () =>
          removeBranch(deps, merged),
        ),
      ]);
    });
  }
}

/** Deletes a local branch that remains after a merge, with Undo. */
export async function removeBranch(
  { cleanUp, prompts, report }: GitPromptDeps,
  merged: MergedBranch,
): Promise<void> {
  if (await cleanUp.isInTheWay(merged)) {
    prompts.showMessage('info', uncommittedChangesSentence(merged.branch), []);
    return;
  }
  const outcome = await inView(t('Deleting {0}…', merged.branch), () => cleanUp.remove(merged));
  if (outcome === 'moved-on') {
    prompts.showMessage('info', newCommitsSentence(merged.branch), []);
    return;
  }
  prompts.showMessage('info', deletedSentence(merged.branch, merged.sha), [
    button(report, t('Undo'), t("Couldn't restore the local branch {0}.", merged.branch), () =>
      cleanUp.restore(merged),
    ),
  ]);
}

/** Finds a commit in a clone. If there is none, shows a message and returns undefined. */
async function placeOf(
  deps: GitPromptDeps,
  key: MergeRequestKey,
  sha: string,
  kind: 'head' | 'merge',
): Promise<Clone | undefined> {
  const { localCommits, mergeRequests, prompts, report } = deps;
  const found = await deps.prompts.progress.inView(
    t('Finding the commit in the clone…'),
    (signal) => localCommits.find(key, sha, kind, signal),
    VIEW.mergeRequests,
  );
  if (typeof found === 'object') return found.clone;
  const { web_url: page } = await mergeRequests.get(key);
  if (found === 'no-clone') {
    await showNoCloneMessage(deps, key, page);
    return undefined;
  }
  const web = webPage(page);
  const actions =
    web === undefined
      ? []
      : [
          button(report, t('Open in Browser'), t("Couldn't open the page."), async () => {
            await env.openExternal(Uri.parse(kind === 'head' ? `${web}/diffs?commit_id=${sha}` : web, true));
          }),
        ];
  prompts.showMessage(
    'info',
    t("The commit isn't in the clone and can't be fetched from the server."),
    actions,
  );
  return undefined;
}

async function showMergeResult(deps: GitPromptDeps, key: MergeRequestKey, sha: string): Promise<void> {
  const clone = await placeOf(deps, key, sha, 'merge');
  if (clone === undefined) return;
  const { target_branch: target } = await deps.mergeRequests.get(key);
  // The first parent is the head of the target branch before the merge.
  const title = mergeResultTitle(key.iid, target ?? '');
  showFilesMessage(await deps.show.changes(clone.repository, title, `${sha}^1`, sha));
}

async function showCommit(deps: GitPromptDeps, key: MergeRequestKey, sha: string): Promise<void> {
  const clone = await placeOf(deps, key, sha, 'head');
  if (clone === undefined) return;
  const subject = await deps.git.subject(clone.repository, sha);
  showFilesMessage(await deps.show.changes(clone.repository, commitTitle(sha, subject), `${sha}^1`, sha));
}

/** How long status bar messages are displayed. */
export const STATUS_MESSAGE_MS = 6_000;

function showFilesMessage(files: { readonly shown: number; readonly all: number }): void {
  const sentence = filesSentence(files);
  if (sentence !== undefined) window.setStatusBarMessage(sentence, STATUS_MESSAGE_MS);
}

async function openTerminalToRebase(deps: GitPromptDeps, key: MergeRequestKey): Promise<void> {
  const { mergeRequests, checkOut, git, show, prompts, report } = deps;
  const mergeRequest = await mergeRequests.get(key);
  const [clone] = await checkOut.clonesFor(key, mergeRequest);
  if (clone === undefined) {
    await showNoCloneMessage(deps, key, mergeRequest.web_url);
    return;
  }
  const left = await checkOut.localBranchOf(clone, mergeRequest);
  if (left === undefined) {
    prompts.showMessage(
      'info',
      t("The clone {1} doesn't have a local branch for !{0} yet.", key.iid, clone.name),
      [
        button(report, t('Check Out Branch'), t("Couldn't check out the branch."), async () => {
          await execute(COMMAND.checkOutMergeRequest, {
            target: { kind: 'merge-request', mergeRequest: key },
          });
        }),
      ],
    );
    return;
  }
  const target = mergeRequest.target_branch ?? '';
  const into = `refs/remotes/${clone.remote.name}/${target}`;
  const tip = await inView(t('Fetching {0}…', target), async () => {
    await git.fetch(clone.repository, clone.remote.name, `refs/heads/${target}`, into);
    return git.resolve(clone.repository, into);
  });
  const line = rebaseCommandLine({
    onto: { name: `${clone.remote.name}/${target}`, sha: tip ?? '' },
    // With its name, git switches to the branch first.
    branch: left.name === (await git.current(clone.repository)) ? undefined : left,
  });
  await show.terminal(clone.repository, t('Rebase !{0}', key.iid), line);
}
