import type { MessageKind } from '../../../app/merge-requests/messages/merge-messages';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { orUndefined } from '../../../base/background';
import { t } from '../../../base/localize';
import {
  type ChosenMergeOptions,
  initialMergeOptions,
  type MergeWay,
  plannedOptions,
} from '../../../domain/merge-requests/merge-options';
import { type MergePlan, mergePlan, type MergeSettings } from '../../../domain/merge-requests/merge-plan';
import {
  mergeDescription,
  mergeDetail,
  type MergeFacts,
  mergeLabel,
  mergeTitle,
  messageLabel,
} from '../../../presentation/merge-requests/merge-options';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { PickItem, Prompts } from '../../shared/editor/prompts';
import type { ChoosingDeps, Chosen } from './choice';
import { type MergeMessageDeps, writeMessage } from './merge-message-writing';

type Step = MergeWay | 'squash' | 'remove' | 'merge-message' | 'squash-message';

/** A merge request that can be merged, and the rules of its project. */
export interface ReadyToMerge {
  readonly mergeRequest: MergeRequest;
  readonly ways: readonly MergeWay[];
  /** Undefined if the server doesn't return the project. */
  readonly settings: MergeSettings | undefined;
}

export interface MergeDialogDeps extends MergeMessageDeps {
  readonly store: Pick<ChoosingDeps['store'], 'part'>;
  readonly prompts: Pick<Prompts, 'pick'>;
}

/** Shows the consequences in a picker, in which the user can change the options before merging. */
export async function askHowToMerge(
  deps: MergeDialogDeps,
  { key, name }: Chosen,
  { mergeRequest, ways, settings, sha }: ReadyToMerge & { readonly sha: string },
): Promise<{ readonly options: ChosenMergeOptions; readonly way: MergeWay } | undefined> {
  const { source_branch: source, target_branch: target } = mergeRequest;
  const branches = { name, source: source ?? '', target: target ?? '' };
  const messages = () => ({
    mergeMessage: writtenFor(deps, key, 'merge'),
    squashMessage: writtenFor(deps, key, 'squash'),
  });
  let options = { ...initialMergeOptions(mergeRequest, sha), ...messages() };
  for (;;) {
    const now = options;
    const plan = mergePlan(settings, now);
    const step = await deps.prompts.pick<Step>({
      title: mergeTitle({ ...branches, ...UNKNOWN }),
      placeholder: t('Select merge options or merge'),
      // The picker reopens when the editor of a message closes, which moves the focus to the editor below it.
      stays: true,
      loading: t('Loading merge details…'),
      items: async (signal) =>
        itemsOf({ options: now, plan }, ways, { ...branches, ...(await consequences(deps, key, signal)) }),
    });
    switch (step) {
      case undefined:
        return undefined;
      case 'now':
      case 'auto':
      case 'train':
        return { options: plannedOptions(now, plan), way: step };
      case 'squash':
        options = { ...options, squash: !options.squash };
        break;
      case 'remove':
        options = { ...options, removeSourceBranch: !options.removeSourceBranch };
        break;
      case 'merge-message':
      case 'squash-message':
        if (!(await writeMessage(deps, key, step === 'merge-message' ? 'merge' : 'squash'))) return undefined;
        options = { ...options, ...messages() };
        break;
    }
  }
}

const UNKNOWN = { commits: undefined, closes: undefined, approvedBy: undefined, approvalsLeft: undefined };

/** Optional facts; failures to load them don't prevent the merge. */
async function consequences(
  { store }: MergeDialogDeps,
  key: Chosen['key'],
  signal: AbortSignal,
): Promise<Pick<MergeFacts, keyof typeof UNKNOWN>> {
  const [commits, closes, approvals] = await Promise.all([
    orUndefined(store.part(key, 'commits', { signal })),
    orUndefined(store.part(key, 'closes', { signal })),
    orUndefined(store.part(key, 'approvals', { signal })),
  ]);
  return {
    commits: commits === undefined || commits.cut ? undefined : commits.items.length,
    closes: closes?.items.map(({ id, iid }) => (typeof id === 'string' ? id : `#${iid ?? id}`)),
    approvedBy: approvals?.approved_by?.map(({ user }) => user.name),
    approvalsLeft: approvals?.approvals_left ?? undefined,
  };
}

const WAY_ICONS: Readonly<Record<MergeWay, string>> = { now: 'git-merge', auto: 'clock', train: 'layers' };

function itemsOf(
  { options, plan }: { readonly options: ChosenMergeOptions; readonly plan: MergePlan },
  ways: readonly MergeWay[],
  facts: MergeFacts,
): readonly PickItem<Step>[] {
  return [
    ...ways.map((way) => ({
      label: mergeLabel(way, options, facts),
      description: mergeDescription(way, plan),
      detail: mergeDetail(plan, facts),
      icon: WAY_ICONS[way],
      value: way,
    })),
    ...(plan.squashRule === 'free'
      ? ([
          {
            label: t('Squash commits'),
            description: yesOrNo(options.squash),
            icon: 'fold',
            value: 'squash',
          },
        ] as const)
      : []),
    {
      label: t('Delete source branch {0}', facts.source),
      description: yesOrNo(options.removeSourceBranch),
      icon: 'trash',
      value: 'remove',
    },
    ...(plan.hasMergeCommit
      ? ([
          {
            label: t('Edit Merge Commit Message...'),
            description: messageLabel(options.mergeMessage),
            icon: 'edit',
            value: 'merge-message',
          },
        ] as const)
      : []),
    ...(plan.squash
      ? ([
          {
            label: t('Edit Squash Commit Message...'),
            description: messageLabel(options.squashMessage),
            icon: 'edit',
            value: 'squash-message',
          },
        ] as const)
      : []),
  ];
}

/** Returns the saved message; undefined for the server's default. */
function writtenFor(
  { messages }: MergeMessageDeps,
  key: MergeRequestKey,
  kind: MessageKind,
): string | undefined {
  const text = messages.get(key, kind).trim();
  return text === '' ? undefined : text;
}

const yesOrNo = (value: boolean): string => (value ? t('yes') : t('no'));
