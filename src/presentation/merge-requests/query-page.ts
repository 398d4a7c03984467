import { t } from '../../base/localize';
import type { MergeRequest } from '../../schemas/merge-request';
import { numberText } from '../shared/format';
import { formPage } from '../shared/forms/form-page';
import { type Html, html } from '../shared/html';
import { queryForm, type QueryFormModel } from './query-form';

/** Preview of a query. */
export type QueryPreview =
  | { readonly kind: 'running' }
  | {
      readonly kind: 'answer';
      readonly first: readonly Pick<MergeRequest, 'iid' | 'title' | 'references'>[];
      /** Number of all merge requests; undefined if the server doesn't report it. */
      readonly total: number | undefined;
      readonly more: boolean;
      /** The form has changed since the preview. */
      readonly stale: boolean;
    }
  | { readonly kind: 'failed'; readonly why: string };

/** Element ID of the preview, whose changes screen readers announce. */
export const PREVIEW_ID = 'answer';

/** Maximum number of titles to show. */
const SHOWN = 8;

export function queryPage(model: QueryFormModel, tried: QueryPreview | undefined): Html {
  return html`<h1>${model.kind === 'new' ? t('New Merge Request Query') : t('Edit Merge Request Query')}</h1>
    <p class="hint">
      ${t('A query adds a list of merge requests to the Merge Requests view. Empty fields are ignored.')}
    </p>
    ${formPage(queryForm(model))}
    <div id="${PREVIEW_ID}" class="section" role="status">${tried === undefined ? undefined : preview(tried)}</div>`;
}

/** Returns the page for a query that no longer exists. */
export function deletedQueryPage(): Html {
  return html`<h1>${t('Edit Merge Request Query')}</h1>
    <p>${t('This query is no longer in the settings.')}</p>
    <div class="buttons"><button type="button" class="primary" data-act="close">${t('Close')}</button></div>`;
}

function preview(tried: QueryPreview): Html {
  switch (tried.kind) {
    case 'running':
      return html`<p>${t('Loading preview…')}</p>
        <div class="buttons">
          <button type="button" class="secondary" data-act="cancel" data-keeps>${t('Cancel')}</button>
        </div>`;
    case 'failed':
      return html`<p class="notice bad">${tried.why}</p>`;
    case 'answer':
      return html`<h2>${foundCountLabel(tried)}</h2>
        ${tried.stale && html`<p class="quiet">${t('The form has changed. Preview again to update the results.')}</p>`}
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

/** `12 merge requests`, or `More than 50 merge requests` if the server doesn't count them. */
export function foundCountLabel({
  first,
  total,
  more,
}: Pick<Extract<QueryPreview, { readonly kind: 'answer' }>, 'first' | 'total' | 'more'>): string {
  const count = total ?? first.length;
  if (total === undefined && more) return t('More than {0} merge requests', numberText(count));
  if (count === 0) return t('No matching merge requests');
  return t('{0, plural, one {# merge request} other {# merge requests}}', count);
}
