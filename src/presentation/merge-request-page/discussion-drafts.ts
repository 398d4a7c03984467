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
  const words =
    all.length === 1
      ? t('1 draft comment. Only you see it until you publish it.')
      : t('{0} draft comments. Only you see them until you publish them.', all.length);
  return html`${
    begun.length === 0
      ? undefined
      : html`<ul class="talk" aria-label="${t('Drafts')}">
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
  const words = count === 1 ? t('1 of them stands at lines.') : t('{0} of them stand at lines.', count);
  return html`<span class="quiet">${words}</span>`;
}

const draftsOf = ({ talk: { known } }: OverviewModel): readonly DraftOf[] => known?.drafts ?? [];

const draftOf = ({ talk }: OverviewModel, { note }: DraftOf): Html => html`<p class="by">
    <span class="badge">${t('draft')}</span>
    <span class="quiet">${t('not published')}</span>
  </p>
  ${note.trim() === '' ? html`<p class="quiet">${t('(no words)')}</p>` : talk.write(note)}`;
