import { t } from '../../../base/localize';
import { CHANGE_GROUPS, type ChangeGroup, countLines } from '../../../domain/changes/change-groups';
import { isFiltering } from '../../../domain/changes/file-filter';
import { sortedFiles } from '../../../domain/changes/file-tree';
import type { ReviewFile } from '../../../domain/changes/review-file';
import {
  changeFilterRow,
  limitedRow,
  noChangesRow,
  rangeRow,
  restFailedRow,
} from '../../changes/change-notes';
import { changeGroupRow, changesRow } from '../../changes/change-rows';
import { type Content, html } from '../../shared/html';
import type { Row } from '../../shared/row';
import type { PageButtonName } from '../buttons';
import type { MergeRequestPageModel } from '../model';
import { actButton } from '../parts';
import { changedFile, threadsByFile } from './file';
import type { ChangesModel, LoadedChanges } from './model';

/** Maximum number of files per group before all are requested. */
export const MAX_FILES = 50;

/** Returns the section with the changed files. Its contents are loaded and rendered when it is expanded. */
export function changesSection(model: MergeRequestPageModel): Content {
  const { changes } = model;
  if (changes === undefined) return undefined;
  return html`<details id="changes" class="section" data-expand="expandChanges" data-collapse="collapseChanges">
    <summary>${t('Changes')} <span class="quiet">${summaryOf(model, changes)}</span></summary>
    ${changes.isExpanded ? contents(model, changes) : undefined}
  </details>`;
}

function summaryOf(
  { mergeRequest }: MergeRequestPageModel,
  { loaded, newer }: ChangesModel,
): string | undefined {
  if (loaded === undefined)
    return changesRow({ read: false, count: mergeRequest.changes_count ?? undefined }).description;
  const { set, progress, lines, filter } = loaded;
  return changesRow({
    read: true,
    ...progress,
    ...lines,
    complete: set.complete && !set.overflow,
    compared: set.range.from !== undefined,
    filtered: isFiltering(filter),
    newer,
  }).description;
}

function contents(model: MergeRequestPageModel, changes: ChangesModel): Content {
  const { loaded, errorMessage } = changes;
  if (errorMessage !== undefined)
    return html`<p class="notice bad" role="alert"><span>${errorMessage}</span></p>
      <div class="toolbar">
        <button type="button" class="secondary" id="load-changes" data-act="loadChanges" data-keeps>${t('Try Again')}</button>
      </div>`;
  if (loaded === undefined) return html`<p role="status">${t('Loading…')}</p>`;
  const { set, filter, groups, count } = loaded;
  const { range } = changes;
  return html`${range && note(model, rangeRow(range), 'compareVersions')}
  ${isFiltering(filter) ? note(model, changeFilterRow(filter, count, set.files.length), 'filterChanges') : undefined}
  ${CHANGE_GROUPS.map((name) => (name === 'files' ? fileList(model, changes, groups.files.files) : group(model, changes, name)))}
  ${count === 0 && set.complete && set.failure === undefined ? html`<p class="quiet">${noChangesRow(emptyReason(loaded)).label}</p>` : undefined}
  ${set.complete || set.failure !== undefined ? undefined : html`<p role="status">${t('Loading more files…')}</p>`}
  ${set.failure === undefined ? undefined : note(model, restFailedRow(set.failure), 'loadRestOfChanges')}
  ${set.overflow ? note(model, limitedRow(set.files.length), 'loadRestOfChanges') : undefined}
  <div class="toolbar">${actButton(model, 'openChanges')}</div>`;
}

function emptyReason({ set, filter }: LoadedChanges): Parameters<typeof noChangesRow>[0] {
  if (isFiltering(filter) && set.files.length > 0) return 'filtered';
  if (set.range.from !== undefined) return 'compared';
  return set.refs === undefined ? 'unprepared' : 'all';
}

const note = (model: MergeRequestPageModel, { label, description }: Row, act: PageButtonName): Content =>
  html`<p class="file-note">
    <span>${label}</span> <span class="quiet">${description}</span> ${actButton(model, act, { style: 'link', id: act })}
  </p>`;

/** Files that needn't be reviewed individually are collapsed, as in the tree. */
function group(
  model: MergeRequestPageModel,
  changes: ChangesModel,
  name: Exclude<ChangeGroup, 'files'>,
): Content {
  const files = changes.loaded?.groups[name].files ?? [];
  if (files.length === 0) return undefined;
  const viewed = files.filter((file) => changes.isViewed(file)).length;
  const { label, description } = changeGroupRow(name, { files: files.length, viewed, ...countLines(files) });
  return html`<details id="changes-${name}" class="file-group">
    <summary>${label} <span class="quiet">${description}</span></summary>
    ${fileList(model, changes, files)}
  </details>`;
}

function fileList(
  { discussions }: MergeRequestPageModel,
  { isViewed, showsAll }: ChangesModel,
  files: readonly ReviewFile[],
): Content {
  if (files.length === 0) return undefined;
  const threads = threadsByFile(discussions);
  const sorted = sortedFiles(files);
  const shown = showsAll ? sorted : sorted.slice(0, MAX_FILES);
  const more =
    shown.length === sorted.length
      ? undefined
      : html`<p>
          <button type="button" class="link" data-act="showAllFiles" data-keeps>
            ${t('{0, plural, one {Show All # File} other {Show All # Files}}', sorted.length)}
          </button>
        </p>`;
  return html`<ul class="files">
      ${shown.map((file) => changedFile(file, { viewed: isViewed(file), threads: threads.get(file.path) }))}
    </ul>
    ${more}`;
}
