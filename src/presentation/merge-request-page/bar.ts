import { t } from '../../base/localize';
import { readyTitle } from '../../domain/merge-requests/draft-title';
import { type Html, html } from '../shared/html';
import { titleText } from '../shared/markdown/title';
import { stateBadge } from './head';
import { mergeActButton, mergeActs } from './merge-acts';
import type { OverviewModel } from './model';

/**
 * Returns the bar with title, state, and next step. The script shows it while the header of the page is
 * scrolled out of sight.
 */
export function overviewBar(model: OverviewModel): Html {
  const { iid, draft, title, state } = model.mergeRequest;
  const main = state === 'opened' ? mergeActs(model).find(({ isMain }) => isMain) : undefined;
  return html`<div id="bar" class="bar" role="region" aria-label="${t('Summary')}">
    <div class="bar-content">
      ${stateBadge(model)}
      <button type="button" class="link bar-title" id="bar-title" data-scroll-top title="${t('Scroll to Top')}">
        <bdi>!${iid} ${titleText(draft ? readyTitle(title) : title)}</bdi>
      </button>
      ${main && mergeActButton(model, main, 'bar-act')}
    </div>
  </div>`;
}
