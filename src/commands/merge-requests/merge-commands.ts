import { HeadMoved } from '../../app/merge-requests/head-moved';
import type { MessageKind } from '../../app/merge-requests/merge-messages';
import type { MergeRequestKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import { MergeRequestRefused } from '../../domain/merge-requests/action-errors';
import {
  firstWish,
  type MergeWay,
  type MergeWish,
  waysToMerge,
} from '../../domain/merge-requests/merge-options';
import type { PickItem } from '../../editor/shared/prompts';
import { MERGE_REQUEST_VERBS, UNNAMED } from '../../presentation/merge-requests/action-messages';
import {
  mergeDetail,
  type MergeFacts,
  mergeLabel,
  mergeTitle,
  messageWords,
  movedSentence,
  shortOf,
} from '../../presentation/merge-requests/merge-options';
import { COMMAND } from '../../presentation/shared/command-ids';
import { parts } from '../../presentation/shared/row';
import { ago } from '../../presentation/shared/time-labels';
import type { CommandArgument } from '../../schemas/command-argument';
import type { MergeRequest } from '../../schemas/merge-request';
import type { GitPrompts } from '../git/prompts';
import type { CommandRow } from '../shared/command-row';
import { chooseMergeRequest, type ChoosingDeps, type Chosen, mergeRequestName } from './choice';
import { type MergeMessageDeps, writeMessage } from './merge-message-writing';

export interface MergeDeps extends ChoosingDeps {
  readonly git: Pick<GitPrompts, 'afterMerge' | 'showCommit'>;
  readonly messages: MergeMessageDeps['messages'] & {
    /** Saves and closes the editor of a message. Returns its merge request if no merge waits for it. */
    finish(argument: CommandArgument): Promise<MergeRequestKey | undefined>;
    forget(key: MergeRequestKey): Promise<void>;
  };
}

export function mergeCommands(deps: MergeDeps): readonly CommandRow[] {
  const verb = MERGE_REQUEST_VERBS.merge;
  return [
    {
      id: COMMAND.mergeMergeRequest,
      failure: () => verb.notDone(UNNAMED()),
      run: async (argument, failing) => {
        const chosen = await chooseMergeRequest(deps, 'merge', argument);
        if (chosen === undefined) return;
        failing(verb.notDone(chosen.name));
        await mergeFrom(deps, chosen, failing);
      },
    },
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

/** Says what will happen, asks, and merges what was looked at and nothing else. */
async function mergeFrom(
  deps: MergeDeps,
  chosen: Chosen,
  failing: (what: string) => void = () => undefined,
): Promise<void> {
  const { key, name } = chosen;
  const { mergeRequest, ways } = await deps.prompts.progress.inStatusBar(t('Loading {0}…', name), () =>
    readyToMerge(deps, chosen),
  );
  // Only where nobody has seen any commit is it the one that is shown now.
  const sha = chosen.sha ?? mergeRequest.sha ?? undefined;
  if (sha === undefined) throw new MergeRequestRefused('merge', key.iid, 'no-head');
  const answer = await askHow(deps, chosen, { mergeRequest, ways, sha });
  if (answer === undefined) return;
  const { wish, way } = answer;
  const verb = MERGE_REQUEST_VERBS[way === 'auto' ? 'setAutoMerge' : 'merge'];
  failing(verb.notDone(name));
  try {
    const now = await deps.prompts.progress.inStatusBar(verb.doing(name), () =>
      deps.actions.merge(key, { ...wish, auto: way === 'auto' }),
    );
    await deps.messages.forget(key);
    if (now.state === 'opened' && way === 'auto') deps.prompts.showStatus(verb.done(name));
    else if (now.state === 'merged') {
      deps.prompts.showStatus(MERGE_REQUEST_VERBS.merge.done(name));
      failing(t("{0} was merged, but its local branch couldn't be checked.", name));
      await deps.git.afterMerge(key);
    } else deps.prompts.showStatus(t('{0} is being merged.', name));
  } catch (error) {
    if (!(error instanceof HeadMoved)) throw error;
    showHeadMoved(deps, chosen, error);
  }
}

interface Ready {
  readonly mergeRequest: MergeRequest;
  readonly ways: readonly MergeWay[];
}

/** What is known may be old: nobody is refused for what was. */
async function readyToMerge({ store }: MergeDeps, { key }: Chosen): Promise<Ready> {
  const wasRead = store.isRead(key);
  let mergeRequest = await store.get(key);
  let ways = waysToMerge(mergeRequest);
  if (typeof ways === 'string' && wasRead) {
    mergeRequest = await store.refresh(key);
    ways = waysToMerge(mergeRequest);
  }
  if (typeof ways === 'string') {
    throw new MergeRequestRefused('merge', key.iid, ways, mergeRequest.detailed_merge_status);
  }
  return { mergeRequest, ways };
}

type Step = MergeWay | 'squash' | 'remove' | 'merge-message' | 'squash-message';

/** One list that says what will happen, and in which it can be changed until it is right. */
async function askHow(
  deps: MergeDeps,
  { key, name }: Chosen,
  { mergeRequest, ways, sha }: Ready & { readonly sha: string },
): Promise<{ readonly wish: MergeWish; readonly way: MergeWay } | undefined> {
  const { source_branch: source, target_branch: target } = mergeRequest;
  const branches = { name, source: source ?? '', target: target ?? '' };
  const messages = () => ({
    mergeMessage: writtenFor(deps, key, 'merge'),
    squashMessage: writtenFor(deps, key, 'squash'),
  });
  let wish = { ...firstWish(mergeRequest, sha), ...messages() };
  for (;;) {
    const now = wish;
    const step = await deps.prompts.pick<Step>({
      title: mergeTitle({ ...branches, ...UNKNOWN }),
      placeholder: t('Select merge options or merge'),
      // It comes back when the editor of a message is closed, and what is below that takes the focus.
      stays: true,
      loading: t('Loading merge details…'),
      items: async (signal) =>
        itemsOf(now, ways, { ...branches, ...(await consequences(deps, key, signal)) }),
    });
    switch (step) {
      case undefined:
        return undefined;
      case 'now':
      case 'auto':
        return { wish, way: step };
      case 'squash':
        wish = { ...wish, squash: !wish.squash };
        break;
      case 'remove':
        wish = { ...wish, removeSourceBranch: !wish.removeSourceBranch };
        break;
      case 'merge-message':
      case 'squash-message':
        if (!(await writeMessage(deps, key, step === 'merge-message' ? 'merge' : 'squash'))) return undefined;
        wish = { ...wish, ...messages() };
        break;
    }
  }
}

const UNKNOWN = { closes: undefined, approvedBy: undefined, approvalsLeft: undefined };

/** What else is told before: it helps, but a merge does not depend on it. */
async function consequences(
  { store }: MergeDeps,
  key: Chosen['key'],
  signal: AbortSignal,
): Promise<Pick<MergeFacts, keyof typeof UNKNOWN>> {
  const [closes, approvals] = await Promise.all([
    store.part(key, 'closes', { signal }).catch(() => undefined),
    store.part(key, 'approvals', { signal }).catch(() => undefined),
  ]);
  return {
    closes: closes?.items.map(({ id, iid }) => (typeof id === 'string' ? id : `#${iid ?? id}`)),
    approvedBy: approvals?.approved_by?.map(({ user }) => user.name),
    approvalsLeft: approvals?.approvals_left ?? undefined,
  };
}

function itemsOf(wish: MergeWish, ways: readonly MergeWay[], facts: MergeFacts): readonly PickItem<Step>[] {
  return [
    ...ways.map((way) => ({
      label: mergeLabel(way, wish, facts),
      detail: mergeDetail(facts),
      icon: way === 'now' ? 'git-merge' : 'clock',
      value: way,
    })),
    { label: t('Squash Commits'), description: yesOrNo(wish.squash), icon: 'fold', value: 'squash' },
    {
      label: t('Delete Source Branch {0}', facts.source),
      description: yesOrNo(wish.removeSourceBranch),
      icon: 'trash',
      value: 'remove',
    },
    {
      label: t('Edit Merge Commit Message...'),
      description: messageWords(wish.mergeMessage),
      icon: 'edit',
      value: 'merge-message',
    },
    ...(wish.squash
      ? ([
          {
            label: t('Edit Squash Commit Message...'),
            description: messageWords(wish.squashMessage),
            icon: 'edit',
            value: 'squash-message',
          },
        ] as const)
      : []),
  ];
}

/** As it was written and kept. Undefined: the server's default. */
function writtenFor({ messages }: MergeDeps, key: MergeRequestKey, kind: MessageKind): string | undefined {
  const text = messages.get(key, kind).trim();
  return text === '' ? undefined : text;
}

function showHeadMoved(deps: MergeDeps, chosen: Chosen, moved: HeadMoved): void {
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

async function showCommits(deps: MergeDeps, { key, name }: Chosen, { commits }: HeadMoved): Promise<void> {
  const sha = await deps.prompts.pick<string>({
    title: t('Show New Commits in {0}', name),
    placeholder: t('Select a commit to show'),
    items: commits.map(({ id, title, author_name: author, created_at: at }) => ({
      label: title ?? shortOf(id),
      description: parts(shortOf(id), author ?? undefined, ago(at, deps.now())),
      icon: 'git-commit',
      value: id,
    })),
  });
  if (sha !== undefined) await deps.git.showCommit(key, sha);
}

const yesOrNo = (value: boolean): string => (value ? t('yes') : t('no'));
