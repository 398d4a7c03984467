import { t } from '../../base/localize';
import { reactionChoices, type ShownReaction, shownReactions } from '../discussions/reaction-labels';
import { attributes, type Content, type Html, html } from '../shared/html';
import { canComment } from './comment-rules';
import type { NoteOf } from './discussion-model';
import type { MergeRequestPageModel } from './model';

/**
 * Returns the reactions to a comment, as buttons that add or remove the user's own. Tooltips and labels for
 * screen readers contain the names.
 */
export function reactionsOf(model: MergeRequestPageModel, { id }: NoteOf): Content {
  const { reactions, editing } = model.discussions;
  if (reactions === undefined) return undefined;
  const given = reactions.get(id) ?? [];
  const opened = editing?.reacting === id;
  if (given.length === 0 && !opened) return undefined;
  const may = editing !== undefined && canComment(model);
  const shown = opened ? reactionChoices(given, model.me) : shownReactions(given, model.me);
  return html`<ul
    class="reactions"
    id="reactions-${id}"
    aria-label="${t('Reactions')}"
    ${attributes({ 'data-escapes': opened ? `react-${id}` : undefined })}
  >
    ${shown.map((each, index) => html`<li>${may ? reactionButton(id, each, index) : reactionBadge(each)}</li>`)}
  </ul>`;
}

const reactionBadge = ({ label, count, description }: ShownReaction): Html =>
  html`<span class="badge" role="img" aria-label="${description}" title="${description}"
    >${label} ${count}</span
  >`;

function reactionButton(
  note: number,
  { name, label, count, own, description }: ShownReaction,
  index: number,
): Html {
  const given = attributes({
    type: 'button',
    class: 'reaction',
    id: `reaction-${note}-${index}`,
    'data-act': 'toggleReaction',
    'data-keeps': true,
    value: `${note} ${name}`,
    'aria-pressed': own ? 'true' : 'false',
    title: description,
  });
  return html`<button ${given}>${label} ${count === 0 ? undefined : count}<span class="visually-hidden"> ${description}</span></button>`;
}
