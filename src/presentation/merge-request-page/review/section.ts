import { t } from '../../../base/localize';
import { commentsMissing } from '../../discussions/comment-messages';
import { archivedProject } from '../../merge-requests/status-labels';
import { formField } from '../../shared/forms/form-page';
import { attributes, type Content, type Html, html } from '../../shared/html';
import { readOnlyTokenProblem } from '../../shared/scope-messages';
import { commentEditor } from '../comment-editor';
import { canComment, isArchived } from '../comment-rules';
import { listedDraft, pendingLabel } from '../discussion-drafts';
import type { ReviewEditor } from '../editor-model';
import { editorElement, editorTextElement, formOfPlace, VERDICT_FIELD } from '../editor-places';
import type { MergeRequestPageModel } from '../model';
import { section } from '../parts';
import { verdictFacts, verdictOptions } from './verdicts';

const PLACE = { kind: 'review' } as const;

/** ID of the element that has the focus after the form is opened. */
export const REVIEW_ELEMENT = editorTextElement(editorElement(PLACE));

/**
 * Returns the ID of the element with the focus after the form was closed: a button that opens it again, or the text
 * box for comments. `count`: number of pending comments.
 */
export function closedReviewElement({
  isOwn: own,
  count,
}: {
  readonly isOwn: boolean;
  readonly count: number;
}): string {
  if (!own) return 'submit-review';
  return count > 0 ? 'submit-pending-comments' : editorTextElement(editorElement({ kind: 'comment' }));
}

/** Returns the form with which a review is submitted; undefined if it is closed. */
export function reviewSection(model: MergeRequestPageModel): Content {
  const review = model.discussions.editing?.review;
  if (review === undefined) return undefined;
  const refusal = refusalOf(model);
  return section('review-heading', t('Submit Review'), {
    body:
      refusal === undefined
        ? html`<div class="review-form">${pendingList(model, review)} ${reviewForm(model, review)}</div>`
        : html`<p ${attributes({ id: REVIEW_ELEMENT, tabindex: '-1' })}>${refusal}</p>`,
  });
}

/** Returns why no review can be submitted. */
function refusalOf(model: MergeRequestPageModel): string | undefined {
  const { known } = model.discussions;
  if (isArchived(model)) return archivedProject();
  if (model.access === 'read-only-token') return readOnlyTokenProblem(model.base);
  if (known?.missing !== undefined) return commentsMissing(known.missing, model.base);
  return canComment(model) ? undefined : t('The discussion is locked. Only project members can comment.');
}

/** Returns the pending comments, with their places. */
function pendingList(model: MergeRequestPageModel, { isReading }: ReviewEditor): Html {
  const { known } = model.discussions;
  const drafts = known?.drafts ?? [];
  if (drafts.length > 0)
    return html`<p class="quiet">${pendingLabel(drafts.length)}</p>
      <ul class="comment-list review-drafts" aria-label="${t('Pending comments')}">
        ${drafts.map((draft) => html`<li>${listedDraft(model, draft)}</li>`)}
      </ul>`;
  return html`<p class="quiet" role="status">${
    known === undefined || isReading
      ? t('Loading…')
      : known.drafts === undefined
        ? t("{0} doesn't support pending comments.", new URL(model.base).host)
        : t('You have no pending comments')
  }</p>`;
}

function reviewForm(model: MergeRequestPageModel, review: ReviewEditor): Html {
  const { problem, submitting, verdict } = review;
  const verdictField = formField(
    { name: formOfPlace(PLACE) },
    {
      kind: 'radio',
      name: VERDICT_FIELD,
      label: t('Verdict'),
      value: verdict,
      options: verdictOptions(verdictFacts({ ...model, discussions: model.discussions.known })),
      disabled: submitting !== undefined,
      reportsChange: true,
    },
  );
  const error = attributes({
    class: 'form-error',
    id: 'review-problem',
    role: problem?.isAnnounced === true ? undefined : 'alert',
  });
  return html`<label class="label" for="${REVIEW_ELEMENT}">${t('Summary')}</label>
    ${commentEditor(model.discussions, {
      place: PLACE,
      editor: review,
      label: t('Summary of your review of !{0}', model.mergeRequest.iid),
      placeholder: t('Summarize your review. Markdown is supported.'),
      fields: html`<div class="review-fields">${verdictField}<p ${error}>${problem?.text ?? ''}</p></div>`,
      running: submitting,
      buttons: [
        { act: 'sendReview', text: t('Submit Review') },
        { act: 'sendReviewAndOpenNext', text: t('Submit and Open Next Review') },
        { act: 'cancelText', text: t('Close') },
      ],
    })}
    <p class="visually-hidden" role="status">${submitting === undefined ? '' : t('Submitting the review of !{0}…', model.mergeRequest.iid)}</p>`;
}
