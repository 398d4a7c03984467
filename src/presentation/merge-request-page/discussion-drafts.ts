import { t } from '../../base/localize';
import { type Content, type Html, html } from '../shared/html';
import type { DraftOf } from './discussion-model';
import type { OverviewModel } from './model';
import { talkButton } from './parts';

/** Own drafts that answer a thread, to stand below what was said in it. */
export const draftsIn = (model: OverviewModel, discussion: string): readonly Html[] =>
  draftsOf(model)
    .filter(({ discussion_id: answers }) => answers === discussion)
    .map((draft) => draftOf(model, draft));

/** Own drafts that begin a thread of the merge request as a whole, and how many there are in all. */
export function ownDrafts(model: OverviewModel): Content {
  const all = draftsOf(model);
  if (all.length === 0) return undefined;
  const begun = all.filter(({ discussion_id: answers, position }) => !answers && !position);
  const words = t(
    '{0, plural, one {# pending comment. Only you can see it until you submit your review.} other {# pending comments. Only you can see them until you submit your review.}}',
    all.length,
  );
  return html`${
    begun.length === 0
      ? undefined
      : html`<ul class="talk" aria-label="${t('Pending comments')}">
          ${begun.map((draft) => html`<li>${draftOf(model, draft)}</li>`)}
        </ul>`
  }
    <p class="at-lines">
      <span>${words}</span> ${atLines(model, all)} ${talkButton('publishReview', { look: 'link' })}
    </p>`;
}

/** Those are read where the lines are. */
function atLines({ talk: { known } }: OverviewModel, drafts: readonly DraftOf[]): Content {
  // A reply stands where its thread does.
  const threads = new Set(
    (known?.threads ?? [])
      .filter(({ notes }) => notes.some(({ position }) => position !== null && position !== undefined))
      .map(({ id }) => id),
  );
  const count = drafts.filter(
    ({ position, discussion_id: answers }) => position || threads.has(answers ?? ''),
  ).length;
  if (count === 0) return undefined;
  const words =
    drafts.length === 1
      ? t('The comment is on the diff.')
      : t('{0, plural, one {# of them is on the diff.} other {# of them are on the diff.}}', count);
  return html`<span class="quiet">${words}</span>`;
}

const draftsOf = ({ talk: { known } }: OverviewModel): readonly DraftOf[] => known?.drafts ?? [];

const draftOf = ({ talk }: OverviewModel, { note }: DraftOf): Html => html`<p class="by">
    <span class="badge">${t('pending')}</span>
    <span class="quiet">${t('visible only to you')}</span>
  </p>
  ${note.trim() === '' ? html`<p class="quiet">${t('(empty)')}</p>` : talk.write(note)}`;
