import type { MergeRequestComments } from '../../app/review/discussions';
import type { SubmittedReview, Verdict } from '../../app/review/review-submission';
import { unfinishedPlace } from '../../app/review/unfinished-comments';
import type { MergeRequestKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import { ignoreFailure } from '../../base/log-failure';
import { threadPlaceOf } from '../../domain/review/threads';
import { execute } from '../../editor/shared/execute';
import type { PickItem } from '../../editor/shared/prompts';
import { excerpt } from '../../presentation/review/comment-markdown';
import { commentsMissing, linePlaceLabel, pendingComments } from '../../presentation/review/comment-messages';
import { COMMAND } from '../../presentation/shared/command-ids';
import type { CommandRow } from '../shared/command-row';
import {
  type CommentArgument,
  commentCommand,
  type CommentCommandDeps,
  commentedMergeRequestOf,
  couldNotSend,
  showPostResult,
} from './comment-deps';
import { askAndDiscardDraft } from './edit-comment-commands';
import { openDraft } from './open-thread';

type Draft = NonNullable<MergeRequestComments['drafts']>[number];
type Choice =
  { readonly verdict: Verdict } | { readonly draft: Draft; readonly act: 'open' | 'edit' | 'discard' };

/** The command that submits pending comments together with a summary and a verdict. */
export const submitReviewCommand = (deps: CommentCommandDeps): CommandRow =>
  commentCommand(deps, {
    id: COMMAND.publishReview,
    failure: () => t("Couldn't submit the review."),
    run: (argument, failing) => submit(deps, argument, failing),
  });

async function submit(
  deps: CommentCommandDeps,
  argument: CommentArgument,
  failing: (message: string) => void,
): Promise<void> {
  const key = await commentedMergeRequestOf(deps, argument, t('Submit Review'));
  if (key === undefined) return;
  // The commit that the user saw, before anything is read again.
  const sha = deps.mergeRequests.peek(key)?.sha ?? undefined;
  const { drafts, missing } = await deps.discussions.get(key);
  if (missing !== undefined) {
    deps.prompts.showMessage('info', commentsMissing(missing, key.base), []);
    return;
  }
  const review = await askReview(deps, key, drafts !== undefined);
  if (review === undefined) return;
  const { verdict, summary } = review;
  const title = t('Submitting the review of !{0}…', key.iid);
  const submitted = await deps.prompts.progress.inStatusBar(title, () =>
    deps.submission.submit(key, verdict, summary),
  );
  const done = (): Promise<void> =>
    deps.offer.submitted(key, { count: submitted.comments, verdict, next: review.next });
  // If it isn't known whether the summary was sent, its text is kept.
  if (submitted.summary !== 'unknown') await deps.unfinished.remove(placeOf(key));
  showSummaryResult(deps, key, submitted.summary);
  const isSent = submitted.comments > 0 || isSentSummary(submitted.summary);
  if (verdict === 'approve') {
    failing(
      isSent
        ? t("The comments on !{0} were submitted, but it couldn't be approved.", key.iid)
        : t("Couldn't approve !{0}.", key.iid),
    );
    if (await deps.approve(key, sha)) await done();
  } else if (verdict === 'request-changes' && submitted.isRecorded !== true)
    showNotRecorded(deps, key, submitted);
  else if (isSent) await done();
  else if (submitted.summary === undefined)
    deps.prompts.showMessage('info', t('!{0} no longer has pending comments of yours.', key.iid), []);
}

const isSentSummary = (summary: SubmittedReview['summary']): boolean =>
  summary !== undefined && summary !== 'unknown' && summary.kind !== 'kept';

function showNotRecorded(
  { prompts }: CommentCommandDeps,
  key: MergeRequestKey,
  { isRecorded }: SubmittedReview,
): void {
  const { host } = new URL(key.base);
  const message =
    isRecorded === false
      ? t("Review submitted. {0} didn't record that you requested changes.", host)
      : t("Review submitted. Couldn't check whether {0} recorded that you requested changes.", host);
  prompts.showMessage('info', message, []);
}

function showSummaryResult(
  deps: CommentCommandDeps,
  key: MergeRequestKey,
  summary: SubmittedReview['summary'],
): void {
  if (summary === 'unknown') {
    const message = t("Couldn't check whether the summary was added to !{0}.", key.iid);
    const target = { kind: 'merge-request', mergeRequest: key } as const;
    const open = { title: t('Open Merge Request'), run: () => execute(COMMAND.openMergeRequest, { target }) };
    deps.prompts.showMessage('info', message, [open]);
  } else if (summary !== undefined) showPostResult(deps, couldNotSend(), summary);
}

/** Asks for the verdict and the summary; undefined if the user cancels. */
async function askReview(
  deps: CommentCommandDeps,
  key: MergeRequestKey,
  // Without pending comments on the server, changes can't be requested.
  canRequest: boolean,
): Promise<(Summary & { readonly verdict: Verdict }) | undefined> {
  for (;;) {
    const drafts = deps.discussions.peek(key)?.drafts ?? [];
    const choice = await deps.prompts.pick<Choice>({
      title: t('Submit Review of !{0}', key.iid),
      placeholder: pendingCount(drafts.length),
      items: async (signal) => [
        ...(await verdicts(deps, key, signal))
          .filter((verdict) => canRequest || verdict !== 'request-changes')
          .map((verdict) => ({ ...VERDICTS[verdict](), value: { verdict } })),
        ...drafts.map((draft) => draftItem(deps, key, draft)),
      ],
    });
    if (choice === undefined) return undefined;
    if ('draft' in choice) {
      if (await DRAFT_ACTS[choice.act](deps, key, choice.draft)) continue;
      return undefined;
    }
    const { verdict } = choice;
    const answer = await askSummary(deps, key, { verdict, count: drafts.length });
    if (answer !== 'back') return answer && { verdict, ...answer };
  }
}

/** What can be done with a pending comment. Resolves to true if the picker is shown again. */
const DRAFT_ACTS: Readonly<
  Record<
    Extract<Choice, { draft: Draft }>['act'],
    (deps: CommentCommandDeps, key: MergeRequestKey, draft: Draft) => Promise<boolean>
  >
> = {
  open: async (deps, key, draft) => {
    await openDraft(deps, key, draft);
    return false;
  },
  edit: editDraft,
  discard: async (deps, mergeRequest, { id }) => {
    await askAndDiscardDraft(deps, { mergeRequest, draft: id });
    return true;
  },
};

/** Asks for the new text. An input box has one line, so longer texts are edited on the page. */
async function editDraft(deps: CommentCommandDeps, key: MergeRequestKey, draft: Draft): Promise<boolean> {
  if (/[\r\n]/.test(draft.note.trim())) {
    // The page shows the text boxes of stored texts.
    const place = unfinishedPlace(key, { draft: draft.id });
    if (deps.unfinished.get(place) === undefined)
      await deps.unfinished.put(place, draft.note, { was: draft.note });
    const target = { kind: 'merge-request', mergeRequest: key } as const;
    await execute(COMMAND.openMergeRequest, { target, draft: draft.id });
    return false;
  }
  let body = draft.note;
  const accepted = await deps.prompts.input({
    title: t('Edit Pending Comment'),
    step: [1, 1],
    prompt: t('Press Enter to save, or Escape to cancel'),
    placeholder: t('Markdown is supported'),
    value: draft.note,
    accept: (value) => {
      body = value.trim();
      return Promise.resolve(body === '' ? t("The comment can't be empty. Discard it instead.") : undefined);
    },
  });
  if (accepted === true && body !== draft.note) {
    const edit = { body, draft: true, note: draft.id, discussion: draft.discussion_id ?? undefined };
    const posted = await deps.discussionActions.post(key, { ...edit, was: draft.note });
    showPostResult(deps, t("Couldn't save the comment."), posted);
  }
  return true;
}

const pendingCount = (count: number): string =>
  count === 0 ? t('You have no pending comments') : pendingComments(count);

const VERDICTS: Readonly<Record<Verdict, () => Omit<PickItem<Choice>, 'value'>>> = {
  comment: () => ({
    label: t('Comment'),
    detail: t('Submit your comments without approving or requesting changes'),
    icon: 'comment-discussion',
  }),
  approve: () => ({
    label: t('Approve'),
    detail: t('Submit your comments and approve the merge request'),
    icon: 'check',
  }),
  'request-changes': () => ({
    label: t('Request Changes'),
    detail: t('Submit comments that must be addressed before merging'),
    icon: 'request-changes',
  }),
};

/** Only reviewers can request changes. If approvals or reviewers aren't known, the verdict is offered. */
async function verdicts(
  { mergeRequests, userOf }: CommentCommandDeps,
  key: MergeRequestKey,
  signal: AbortSignal,
): Promise<readonly Verdict[]> {
  const [approvals, reviewers, user] = await Promise.allSettled([
    mergeRequests.part(key, 'approvals', { signal }),
    mergeRequests.part(key, 'reviewers', { signal }),
    userOf(key.base),
  ]);
  const { user_can_approve: canApprove, require_password_to_approve: needsPassword } =
    (approvals.status === 'fulfilled' ? approvals.value : undefined) ?? {};
  const list = reviewers.status === 'fulfilled' ? reviewers.value : undefined;
  const me = user.status === 'fulfilled' ? user.value.id : undefined;
  const isReviewer = list === undefined || list.items.some((each) => each.user.id === me);
  const offered: readonly Verdict[] = [
    'comment',
    ...(canApprove === false || needsPassword === true ? [] : (['approve'] as const)),
    ...(isReviewer ? (['request-changes'] as const) : []),
  ];
  return offered;
}

function draftItem(
  { discussions }: CommentCommandDeps,
  key: MergeRequestKey,
  draft: Draft,
): PickItem<Choice> {
  const thread = discussions.peek(key)?.threads.find(({ id }) => id === draft.discussion_id);
  const place = threadPlaceOf({ notes: [draft, ...(thread?.notes ?? [])] });
  return {
    label: excerpt(draft.note) || t('(empty)'),
    description: t('pending'),
    detail: place === undefined ? t('entire merge request') : linePlaceLabel(place.path, place.span),
    icon: 'comment-draft',
    value: { draft, act: 'open' },
    buttons: [
      { label: t('Edit Pending Comment'), icon: 'edit', value: { draft, act: 'edit' } },
      { label: t('Discard Pending Comment'), icon: 'trash', value: { draft, act: 'discard' } },
    ],
  };
}

const placeOf = (mergeRequest: MergeRequestKey) => ({ mergeRequest, name: 'review' });

interface Summary {
  readonly summary: string;
  /** Whether to open the next merge request that needs attention, or to offer it. */
  readonly next: 'open' | 'offer';
}

/** Asks for the summary, which is kept until it is submitted. */
async function askSummary(
  { prompts, unfinished }: CommentCommandDeps,
  key: MergeRequestKey,
  { verdict, count }: { readonly verdict: Verdict; readonly count: number },
): Promise<Summary | 'back' | undefined> {
  let summary = '';
  let next: Summary['next'] = 'offer';
  const isRequired = count === 0 && verdict !== 'approve';
  const accepted = await prompts.input({
    title: VERDICTS[verdict]().label,
    step: [2, 2],
    prompt: isRequired
      ? t('Summary of your review of !{0}', key.iid)
      : t('Summary of your review of !{0} (optional)', key.iid),
    placeholder: t('Markdown is supported'),
    value: unfinished.get(placeOf(key))?.text ?? '',
    onDidChange: (value) => {
      ignoreFailure(unfinished.put(placeOf(key), value));
    },
    alternative: { label: t('Submit and Review Next'), icon: 'arrow-right' },
    accept: (value, _signal, by) => {
      summary = value.trim();
      next = by === 'alternative' ? 'open' : 'offer';
      const isMissing = isRequired && summary === '';
      return Promise.resolve(isMissing ? t('Enter a summary. You have no pending comments.') : undefined);
    },
  });
  if (accepted === 'back') return 'back';
  return accepted ? { summary, next } : undefined;
}
