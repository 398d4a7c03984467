import { HeadMovedError } from '../../../app/merge-requests/head-moved';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { MergeRequestRefusedError } from '../../../domain/merge-requests/action-errors';
import { waysToMerge } from '../../../domain/merge-requests/merge-options';
import { mergePlan, type MergeSettings } from '../../../domain/merge-requests/merge-plan';
import { MERGE_REQUEST_VERBS } from '../../../presentation/merge-requests/action-messages';
import { movedSentence, shortHeadSha } from '../../../presentation/merge-requests/merge-options';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { parts } from '../../../presentation/shared/row';
import { ago } from '../../../presentation/shared/time-labels';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { GitPrompts } from '../../git/commands/prompts';
import type { CommandRow } from '../../shared/commands/command-row';
import { actionCommand, type ChoosingDeps, type Chosen, mergeRequestName } from './choice';
import { askHowToMerge, type ReadyToMerge } from './merge-dialog';
import type { MergeMessageDeps } from './merge-message-writing';

export interface MergeDeps extends ChoosingDeps {
  readonly git: Pick<GitPrompts, 'afterMerge' | 'showCommit'>;
  readonly messages: MergeMessageDeps['messages'] & {
    /** Saves and closes the editor of a message. Returns its merge request if no merge is waiting for it. */
    finish(argument: CommandArgument): Promise<MergeRequestKey | undefined>;
    forget(key: MergeRequestKey): Promise<void>;
  };
}

export function mergeCommands(deps: MergeDeps): readonly CommandRow[] {
  const verb = MERGE_REQUEST_VERBS.merge;
  return [
    actionCommand(deps, 'merge', COMMAND.mergeMergeRequest, (chosen, failing) =>
      mergeFrom(deps, chosen, failing),
    ),
    {
      id: COMMAND.continueMerge,
      failure: () => t("Couldn't save the message."),
      run: async (argument, failing) => {
        const key = await deps.messages.finish(argument);
        if (key === undefined) return;
        const name = mergeRequestName(key);
        failing(verb.notDone(name));
        await mergeFrom(deps, { key, name, sha: deps.store.peek(key)?.sha ?? undefined }, failing);
      },
    },
  ];
}

/** Shows the consequences, asks for confirmation, and merges only the commit that the user saw. */
async function mergeFrom(
  deps: MergeDeps,
  chosen: Chosen,
  failing: (what: string) => void = () => undefined,
): Promise<void> {
  const { key, name } = chosen;
  const ready = await deps.prompts.progress.inStatusBar(t('Loading {0}…', name), () =>
    readyToMerge(deps, chosen),
  );
  const { mergeRequest } = ready;
  // Uses the current commit only if no commit was displayed before.
  const sha = chosen.sha ?? mergeRequest.sha ?? undefined;
  if (sha === undefined) throw new MergeRequestRefusedError('merge', key.iid, 'no-head');
  const choice = await askHowToMerge(deps, chosen, { ...ready, sha });
  if (choice === undefined) return;
  const { options, way } = choice;
  const verb = MERGE_REQUEST_VERBS[way === 'auto' ? 'setAutoMerge' : 'merge'];
  failing(verb.notDone(name));
  try {
    const doing = way === 'train' ? t('Adding {0} to the merge train…', name) : verb.doing(name);
    const now = await deps.prompts.progress.inStatusBar(doing, () =>
      deps.actions.merge(key, { ...options, auto: way === 'auto', train: way === 'train' }),
    );
    await deps.messages.forget(key);
    if (now.state === 'opened' && way === 'auto') deps.prompts.showStatus(verb.done(name));
    else if (now.state === 'opened' && way === 'train')
      deps.prompts.showStatus(t('{0} added to the merge train.', name));
    else if (now.state === 'merged') {
      deps.prompts.showStatus(MERGE_REQUEST_VERBS.merge.done(name));
      failing(t("{0} merged. Couldn't check whether its local branch can be deleted.", name));
      await deps.git.afterMerge(key);
    } else deps.prompts.showStatus(t('{0} is being merged.', name));
  } catch (error) {
    if (!(error instanceof HeadMovedError)) throw error;
    showHeadMoved(deps, chosen, error);
  }
}

/** Reads cached data again before refusing, because it may be outdated. */
async function readyToMerge({ store }: MergeDeps, { key }: Chosen): Promise<ReadyToMerge> {
  const settings = await mergeSettings(store, key);
  const train = { hasTrain: mergePlan(settings, { squash: false }).hasTrain };
  const wasRead = store.isRead(key);
  let mergeRequest = await store.get(key);
  let ways = waysToMerge(mergeRequest, train);
  if (typeof ways === 'string' && wasRead) {
    mergeRequest = await store.refresh(key);
    ways = waysToMerge(mergeRequest, train);
  }
  if (typeof ways === 'string') {
    throw new MergeRequestRefusedError('merge', key.iid, ways, mergeRequest.detailed_merge_status);
  }
  return { mergeRequest, ways, settings };
}

/** The rules of the project, which may have changed since they were read. */
const mergeSettings = (store: MergeDeps['store'], key: MergeRequestKey): Promise<MergeSettings | undefined> =>
  store.refreshPart(key, 'project').catch(() => store.peekPart(key, 'project'));

function showHeadMoved(deps: MergeDeps, chosen: Chosen, moved: HeadMovedError): void {
  const { name } = chosen;
  const { expected, head, commits, rewritten } = moved;
  const show = {
    title: t('Show New Commits'),
    run: () => showCommits(deps, chosen, moved),
    failure: () => t("Couldn't show the commits."),
  };
  const again = {
    title: t('Merge Anyway...'),
    run: () => mergeFrom(deps, { ...chosen, sha: head }),
    failure: () => MERGE_REQUEST_VERBS.merge.notDone(name),
  };
  deps.prompts.showMessage(
    'error',
    movedSentence({ name, expected, head, count: commits.length, rewritten }),
    commits.length === 0 ? [again] : [show, again],
  );
}

async function showCommits(
  deps: MergeDeps,
  { key, name }: Chosen,
  { commits }: HeadMovedError,
): Promise<void> {
  const sha = await deps.prompts.pick<string>({
    title: t('Show New Commits in {0}', name),
    placeholder: t('Select a commit to show'),
    items: commits.map(({ id, title, author_name: author, created_at: at }) => ({
      label: title ?? shortHeadSha(id),
      description: parts(shortHeadSha(id), author ?? undefined, ago(at, deps.now())),
      icon: 'git-commit',
      value: id,
    })),
  });
  if (sha !== undefined) await deps.git.showCommit(key, sha);
}
