import { HeadMoved } from '../app/head-moved';
import type { MergeRequestKey } from '../app/keys';
import type { MessageKind } from '../app/merge-messages';
import { t } from '../base/localize';
import { firstWish, waysToMerge, type MergeWay, type MergeWish } from '../domain/merge-options';
import { MergeRequestRefused } from '../domain/merge-request-rules';
import type { PickItem } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import {
  mergeDetail,
  mergeLabel,
  mergeTitle,
  messageWords,
  movedSentence,
  shortOf,
  yesOrNo,
  type MergeFacts,
} from '../presentation/merge-option-words';
import { MERGE_REQUEST_VERBS, UNNAMED } from '../presentation/merge-request-action-words';
import { parts } from '../presentation/row';
import { ago } from '../presentation/time-words';
import type { MergeRequest } from '../schemas/merge-request';
import type { CommandRow } from './command-row';
import type { GitOffers } from './git-offers';
import { chooseMergeRequest, underWay, type Chosen, type ChoosingPorts } from './merge-request-choosing';

export interface MergePorts extends ChoosingPorts {
  readonly git: Pick<GitOffers, 'afterMerge' | 'showCommit'>;
  /** Messages of commits, as they were written before. */
  readonly messages: {
    get(key: MergeRequestKey, kind: MessageKind): string;
    /** In an editor; resolves when it is closed. */
    edit(key: MergeRequestKey, kind: MessageKind): Promise<void>;
    forget(key: MergeRequestKey): Promise<void>;
  };
}

export function mergeCommands(ports: MergePorts): readonly CommandRow[] {
  const verb = MERGE_REQUEST_VERBS.merge;
  return [
    {
      id: COMMAND.mergeMergeRequest,
      failure: () => verb.notDone(UNNAMED()),
      run: async (argument, failing) => {
        const chosen = await chooseMergeRequest(ports, 'merge', argument);
        if (chosen === undefined) return;
        failing(verb.notDone(chosen.name));
        await mergeFrom(ports, chosen, failing);
      },
    },
  ];
}

/** Says what will happen, asks, and merges what was looked at and nothing else. */
async function mergeFrom(
  ports: MergePorts,
  chosen: Chosen,
  failing: (what: string) => void = () => undefined,
): Promise<void> {
  const { key, name } = chosen;
  const { mergeRequest, ways } = await underWay(t('Looking at {0}…', name), () =>
    readyToMerge(ports, chosen),
  );
  // Only where nobody has seen any commit is it the one that is shown now.
  const sha = chosen.sha ?? mergeRequest.sha ?? undefined;
  if (sha === undefined) throw new MergeRequestRefused('merge', key.iid, 'no-head');
  const answer = await askHow(ports, chosen, { mergeRequest, ways, sha });
  if (answer === undefined) return;
  const { wish, way } = answer;
  const verb = MERGE_REQUEST_VERBS[way === 'auto' ? 'setAutoMerge' : 'merge'];
  failing(verb.notDone(name));
  try {
    const now = await underWay(verb.doing(name), () =>
      ports.actions.merge(key, { ...wish, auto: way === 'auto' }),
    );
    await ports.messages.forget(key);
    if (now.state === 'opened' && way === 'auto') ports.prompts.mention(verb.done(name));
    else if (now.state === 'merged') {
      ports.prompts.mention(MERGE_REQUEST_VERBS.merge.done(name));
      failing(t('{0} is merged, but its local branch could not be looked at.', name));
      await ports.git.afterMerge(key);
    } else ports.prompts.mention(t('{0} is being merged.', name));
  } catch (error) {
    if (!(error instanceof HeadMoved)) throw error;
    tellMoved(ports, chosen, error);
  }
}

interface Ready {
  readonly mergeRequest: MergeRequest;
  readonly ways: readonly MergeWay[];
}

/** What is known may be old: nobody is refused for what was. */
async function readyToMerge({ store }: MergePorts, { key }: Chosen): Promise<Ready> {
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
  ports: MergePorts,
  { key, name }: Chosen,
  { mergeRequest, ways, sha }: Ready & { readonly sha: string },
): Promise<{ readonly wish: MergeWish; readonly way: MergeWay } | undefined> {
  const { source_branch: source, target_branch: target, title } = mergeRequest;
  const branches = { name, title, source: source ?? '', target: target ?? '' };
  const messages = () => ({
    mergeMessage: writtenFor(ports, key, 'merge'),
    squashMessage: writtenFor(ports, key, 'squash'),
  });
  let wish = { ...firstWish(mergeRequest, sha), ...messages() };
  for (;;) {
    const now = wish;
    const step = await ports.prompts.pick<Step>({
      title: mergeTitle({ ...branches, ...UNKNOWN }),
      placeholder: title,
      looking: t('Looking at what the merge brings about…'),
      items: async (signal) =>
        itemsOf(now, ways, { ...branches, ...(await consequences(ports, key, signal)) }),
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
        await ports.messages.edit(key, step === 'merge-message' ? 'merge' : 'squash');
        wish = { ...wish, ...messages() };
        break;
    }
  }
}

const UNKNOWN = { closes: undefined, approvedBy: undefined, approvalsLeft: undefined };

/** What else is told before: it helps, but a merge does not depend on it. */
async function consequences(
  { store }: MergePorts,
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
      label: t('Delete {0} Afterwards', facts.source),
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

/** As it was written and kept. Undefined: as the project makes it. */
function writtenFor({ messages }: MergePorts, key: MergeRequestKey, kind: MessageKind): string | undefined {
  const text = messages.get(key, kind).trim();
  return text === '' ? undefined : text;
}

function tellMoved(ports: MergePorts, chosen: Chosen, moved: HeadMoved): void {
  const { name } = chosen;
  const { expected, head, commits, rewritten } = moved;
  const show = {
    title: t('Show New Commits'),
    run: () => showCommits(ports, chosen, moved),
    failure: () => t('The commits were not shown.'),
  };
  const again = {
    title: t('Merge Anyway...'),
    run: () => mergeFrom(ports, { ...chosen, sha: head }),
    failure: () => MERGE_REQUEST_VERBS.merge.notDone(name),
  };
  ports.prompts.tell(
    'error',
    movedSentence({ name, expected, head, count: commits.length, rewritten }),
    commits.length === 0 ? [again] : [show, again],
  );
}

async function showCommits(ports: MergePorts, { key, name }: Chosen, { commits }: HeadMoved): Promise<void> {
  const sha = await ports.prompts.pick<string>({
    title: t('New Commits of {0}', name),
    placeholder: t('The commit to show'),
    items: commits.map(({ id, title, author_name: author, created_at: at }) => ({
      label: title ?? shortOf(id),
      description: parts(shortOf(id), author ?? undefined, ago(at, ports.now())),
      icon: 'git-commit',
      value: id,
    })),
  });
  if (sha !== undefined) await ports.git.showCommit(key, sha);
}
