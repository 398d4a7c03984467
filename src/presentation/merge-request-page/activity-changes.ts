import { t } from '../../base/localize';
import type { ActivityChange, EventLabel } from '../../domain/discussions/activity';
import {
  type NotedCommit,
  type NotedPush,
  pushIn,
  type TitlePart,
  titlesIn,
} from '../../domain/discussions/system-notes';
import { attributes, type Content, type Html, html } from '../shared/html';
import { changeIcon } from './activity-icons';
import { threadElement } from './discussion-shown';
import type { MergeRequestPageModel } from './model';
import { commandAttributes } from './page-command';
import { age, CONTENT_PLACEHOLDER, withContent } from './parts';

/** Longer texts are cut. System notes are short, unless the server sends something else. */
const MAX_TEXT = 2000;
/** Commits of a push that are shown; the others can be expanded. */
const MAX_COMMITS = 3;

/** Returns a recorded change: its icon, its author, what changed, and when, in one line. */
export function changeOf(model: MergeRequestPageModel, change: ActivityChange): Html {
  const push = change.kind === 'note' ? pushIn(change.body) : undefined;
  // System notes are focusable, because the page can be opened at one.
  const id = change.kind === 'note' ? threadElement(change.note) : undefined;
  return html`<div class="change" ${attributes({ id, tabindex: id === undefined ? undefined : '-1' })}>
    ${changeIcon(change)}
    <div class="what">
      <bdi class="who">${change.author?.name ?? t('Unknown user')}</bdi>
      <span class="text">${push === undefined ? textOf(model, change) : push.headline}</span>
      <span class="quiet">${age(change.at, model.now)}</span>
      ${push?.compare === undefined ? undefined : compareButton(change.id, push, push.compare)}
      ${push === undefined ? undefined : commitsOf(change.id, push.commits)}
    </div>
  </div>`;
}

function textOf(model: MergeRequestPageModel, change: ActivityChange): Content {
  switch (change.kind) {
    case 'note':
      return noteText(model, change.body);
    case 'label':
      return labelText(change.action, change.labels);
    case 'milestone': {
      const title = change.milestone ?? t('(deleted)');
      return withContent(
        change.action === 'add'
          ? t('set the milestone to {0}', CONTENT_PLACEHOLDER)
          : t('removed the milestone {0}', CONTENT_PLACEHOLDER),
        html`<bdi class="strong">${title}</bdi>`,
      );
    }
    case 'state':
      return (
        (Object.hasOwn(STATE_TEXTS, change.state) ? STATE_TEXTS[change.state]?.() : undefined) ?? change.state
      );
  }
}

const STATE_TEXTS: Readonly<Record<string, () => string>> = {
  merged: () => t('merged this merge request'),
  closed: () => t('closed this merge request'),
  reopened: () => t('reopened this merge request'),
};

function labelText(action: 'add' | 'remove', labels: readonly EventLabel[]): Content {
  const count = labels.length;
  const message =
    action === 'add'
      ? t('{0, plural, one {added the label {1}} other {added the labels {1}}}', count, CONTENT_PLACEHOLDER)
      : t(
          '{0, plural, one {removed the label {1}} other {removed the labels {1}}}',
          count,
          CONTENT_PLACEHOLDER,
        );
  return withContent(
    message,
    labels.map((label) => labelChip(label)),
  );
}

/** The color is next to the name, so that the name is readable in every theme. */
function labelChip(label: EventLabel): Html {
  const color = /^#[\da-f]{3,8}$/i.test(label?.color ?? '') ? label?.color : undefined;
  const dot = html`<svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
    <circle ${attributes({ cx: 5, cy: 5, r: 5, fill: color })}></circle>
  </svg>`;
  return html`<span class="label-chip">${color === undefined ? undefined : dot} ${label?.name ?? t('(deleted)')}</span> `;
}

function noteText(model: MergeRequestPageModel, body: string): Content {
  const titles = titlesIn(body);
  if (titles !== undefined) {
    const [before, after] = [titles.before, titles.after].map(
      (parts) => html`<bdi class="strong">${parts.map(titlePart)}</bdi>`,
    );
    // Two placeholders: the part after the first one contains the second one.
    const [start, middle, end] = t(
      'changed the title from {0} to {1}',
      CONTENT_PLACEHOLDER,
      CONTENT_PLACEHOLDER,
    ).split(CONTENT_PLACEHOLDER);
    return html`${start}${before}${middle}${after}${end}`;
  }
  const text = body.trim();
  if (text === '') return t('(empty)');
  return model.discussions.write(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);
}

function titlePart({ text, change }: TitlePart): Content {
  if (change === undefined) return text;
  return change === 'removed' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`;
}

function compareButton(
  id: string,
  { headline }: NotedPush,
  compare: NonNullable<NotedPush['compare']>,
): Html {
  const given = attributes({
    type: 'button',
    class: 'link',
    id: `compare-${id}`,
    ...commandAttributes('compareVersions', { kind: 'merge-request', version: compare }),
    'data-keeps': true,
    title: t('Compare the versions before and after this push'),
    'aria-label': t('Compare Versions: {0}', headline),
  });
  return html`<button ${given}>${t('Compare Versions')}</button>`;
}

function commitsOf(id: string, commits: readonly NotedCommit[]): Content {
  const [shown, rest] = [commits.slice(0, MAX_COMMITS), commits.slice(MAX_COMMITS)];
  const list = (items: readonly NotedCommit[]): Html => html`<ul class="pushed" aria-label="${t('Commits')}">
    ${items.map(({ sha, title }) => html`<li><code>${sha}</code> <bdi>${title}</bdi></li>`)}
  </ul>`;
  if (rest.length === 0) return list(shown);
  const more = t('{0, plural, one {# more commit} other {# more commits}}', rest.length);
  return html`${list(shown)}
    <details id="pushed-${id}" class="more">
      <summary>${more}</summary>
      ${list(rest)}
    </details>`;
}
