import { locale, t } from '../../base/localize';
import type { MergeRequest } from '../../schemas/merge-request';
import { formPage } from '../shared/form-page';
import { type Html, html } from '../shared/html';
import { queryForm, type QueryFormModel } from './query-form';

/** What a query answered when it was tried. */
export type Tried =
  | { readonly kind: 'running' }
  | {
      readonly kind: 'answer';
      readonly first: readonly Pick<MergeRequest, 'iid' | 'title' | 'references'>[];
      /** How many there are; undefined where the server does not tell. */
      readonly total: number | undefined;
      readonly more: boolean;
      /** True where the form says something else by now. */
      readonly stale: boolean;
    }
  | { readonly kind: 'failed'; readonly why: string };

/** Where on the page the answer stands; those who hear the page are told when it changes. */
export const ANSWER = 'answer';

/** So many titles are shown. */
const SHOWN = 8;

export function queryPage(model: QueryFormModel, tried: Tried | undefined): Html {
  return html`<h1>${model.kind === 'new' ? t('New Query') : t('Edit Query')}</h1>
    <p class="hint">
      ${t('A query is a list of merge requests that stands in the Merge Requests view. What is left empty is not asked for.')}
    </p>
    ${formPage(queryForm(model))}
    <div id="${ANSWER}" class="section" role="status">${tried === undefined ? undefined : answer(tried)}</div>`;
}

/** Where there is no such query any more. */
export function goneQueryPage(): Html {
  return html`<h1>${t('Edit Query')}</h1>
    <p>${t('This query is not in the settings any more.')}</p>
    <div class="buttons"><button type="button" class="primary" data-act="close">${t('Close')}</button></div>`;
}

function answer(tried: Tried): Html {
  switch (tried.kind) {
    case 'running':
      return html`<p>${t('Asking the server…')}</p>
        <div class="buttons">
          <button type="button" class="secondary" data-act="cancel" data-keeps>${t('Cancel')}</button>
        </div>`;
    case 'failed':
      return html`<p class="notice bad">${tried.why}</p>`;
    case 'answer':
      return html`<h2>${foundCountLabel(tried)}</h2>
        ${tried.stale && html`<p class="quiet">${t('The form has changed since. Try again to see what it finds now.')}</p>`}
        <ul class="rows">
          ${tried.first
            .slice(0, SHOWN)
            .map(
              ({ iid, title, references }) =>
                html`<li><bdi>${references?.full ?? `!${iid}`}</bdi> <bdi>${title}</bdi></li>`,
            )}
        </ul>`;
  }
}

/** `12 merge requests`; `More than 50 merge requests` where the server does not count them. */
export function foundCountLabel({
  first,
  total,
  more,
}: Pick<Extract<Tried, { readonly kind: 'answer' }>, 'first' | 'total' | 'more'>): string {
  const count = total ?? first.length;
  const number = new Intl.NumberFormat(locale()).format(count);
  if (total === undefined && more) return t('More than {0} merge requests', number);
  if (count === 0) return t('No merge request fits');
  return count === 1 ? t('1 merge request') : t('{0} merge requests', number);
}
