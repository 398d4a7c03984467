import { t } from '../../base/localize';
import type { ConflictingFile } from '../../domain/git/conflicts';
import {
  conflictCount,
  conflictNote,
  conflictReason,
  conflictsNotListed,
} from '../merge-requests/conflict-file-messages';
import { type Content, html } from '../shared/html';
import type { MergeRequestPageModel } from './model';
import { actButton } from './parts';

/** More files aren't useful on a page. */
const MAX_SHOWN = 100;

/** Returns the conflicting files with the reasons, or why they can't be listed. */
export function conflictList(model: MergeRequestPageModel): Content {
  const { conflicts } = model;
  if (conflicts === undefined) return undefined;
  if (conflicts.kind === 'files') return fileList(model, conflicts.files);
  if (conflicts.kind === 'finding') return html`<p class="quiet">${t('Finding the conflicting files…')}</p>`;
  const { message, fetches } =
    conflicts.kind === 'failed'
      ? { message: conflictsNotListed(conflicts.why), fetches: true }
      : conflictNote(conflicts.kind);
  const fetch = fetches ? actButton(model, 'fetchConflicts', { style: 'link' }) : undefined;
  return html`<p class="quiet">${message} ${fetch}</p>`;
}

function fileList({ mergeRequest }: MergeRequestPageModel, files: readonly ConflictingFile[]): Content {
  const branches = { source: mergeRequest.source_branch ?? '', target: mergeRequest.target_branch ?? '' };
  const count = conflictCount(files.length);
  const rest = files.length - MAX_SHOWN;
  const rows = files
    .slice(0, MAX_SHOWN)
    .map(
      ({ path, reason }) =>
        html`<li><code>${path}</code> <span class="quiet">${conflictReason(reason, branches)}</span></li>`,
    );
  const more =
    rest > 0
      ? html`<li class="quiet">${t('{0, plural, one {… # more} other {… # more}}', rest)}</li>`
      : undefined;
  return html`<p id="conflicts">${count}</p>
    <ul class="points" aria-labelledby="conflicts">
      ${rows} ${more}
    </ul>`;
}

/** True if the branches are known to conflict, so that a rebase on the server would fail. */
export const conflictsAreKnown = ({ conflicts }: Pick<MergeRequestPageModel, 'conflicts'>): boolean =>
  conflicts?.kind === 'files';
