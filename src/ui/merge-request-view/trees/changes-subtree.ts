import type { Changes } from '../../../app/changes/changes';
import type { ChangesLayoutStore } from '../../../app/changes/changes-layout';
import type { PushHistory } from '../../../app/changes/push-history';
import type { GroupedChanges, ShownChanges } from '../../../app/changes/shown-changes';
import type { ViewedFiles } from '../../../app/changes/viewed-files';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { type ChangeGroup, countLines } from '../../../domain/changes/change-groups';
import { isFiltering } from '../../../domain/changes/file-filter';
import { baseName, sortedFiles } from '../../../domain/changes/file-tree';
import type { ReviewFile } from '../../../domain/changes/review-file';
import {
  changeFilterRow,
  limitedRow,
  moreFilesRow,
  noChangesRow,
  rangeRow,
  restFailedRow,
} from '../../../presentation/changes/change-notes';
import {
  changedFileRow,
  changeFolderRow,
  changeGroupRow,
  changesRow,
} from '../../../presentation/changes/change-rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import type { Row } from '../../../presentation/shared/row';
import type { Entry, TreeNode } from '../../tree-node';
import type { ChangeNodeData, ChangeNote } from './change-node';

/** Sources of the data in rows of changes. */
export interface ChangesTreeDeps {
  readonly changes: Pick<Changes, 'isChosen' | 'newerVersions' | 'versionNumber' | 'peekVersions'>;
  readonly shownChanges: ShownChanges;
  readonly viewed: Pick<ViewedFiles, 'isViewed' | 'count' | 'set'>;
  readonly changesLayout: ChangesLayoutStore;
  readonly mergeRequests: Pick<MergeRequests, 'peek'>;
  /** Whether a branch was force-pushed between two versions. */
  readonly pushes: Pick<PushHistory, 'peek' | 'load' | 'onDidChange'>;
}

/** The rows of a merge request's changes. */
export class ChangesSubtree {
  readonly #deps: ChangesTreeDeps;

  constructor(deps: ChangesTreeDeps) {
    this.#deps = deps;
  }

  /** Returns the row of the section from the cached data. */
  section(key: MergeRequestKey): Row {
    const shown = this.#deps.shownChanges.peek(key);
    if (shown === undefined) {
      const count = this.#deps.mergeRequests.peek(key)?.changes_count ?? undefined;
      return changesRow({ read: false, count });
    }
    const { set, progress, lines, filter } = shown;
    const { complete, overflow, range } = set;
    return changesRow({
      read: true,
      ...progress,
      ...lines,
      complete: complete && !overflow,
      compared: range.from !== undefined,
      filtered: isFiltering(filter),
      newer: this.#deps.changes.newerVersions(key),
    });
  }

  row(data: ChangeNodeData): Row {
    const { viewed, shownChanges, changesLayout } = this.#deps;
    const { mergeRequest: key } = data;
    const shown = shownChanges.peek(key);
    switch (data.kind) {
      case 'change': {
        const file = shown?.file(data.path);
        // The list changed; the row is about to be updated.
        if (shown === undefined || file === undefined) return emptyRow(baseName(data.path));
        return changedFileRow(key, file, {
          layout: changesLayout.current,
          viewed: viewed.isViewed(key, file),
          generated: shown.isGenerated(file),
        });
      }
      case 'change-folder': {
        const files = shown?.groups[data.group].tree.below(data.path) ?? [];
        return changeFolderRow(key, data, { files: files.length, viewed: viewed.count(key, files) });
      }
      case 'change-group': {
        const files = shown?.groups[data.group].files ?? [];
        const below = { files: files.length, viewed: viewed.count(key, files) };
        return changeGroupRow(data.group, { ...below, ...countLines(files) });
      }
      case 'change-note':
        return shown === undefined ? moreFilesRow() : this.#note(data.note, shown);
    }
  }

  async entries(data: ChangeNodeData): Promise<readonly Entry[]> {
    if (data.kind === 'change' || data.kind === 'change-note') return [];
    const shown = await this.#deps.shownChanges.get(data.mergeRequest);
    return this.#inside(shown, data.group, data.kind === 'change-folder' ? data.path : '');
  }

  /** Returns the children of the section. */
  async sectionEntries(key: MergeRequestKey): Promise<readonly Entry[]> {
    const shown = await this.#deps.shownChanges.get(key);
    const { set, groups, filter } = shown;
    const { from, to } = set.range;
    if (from !== undefined && to !== undefined) this.#deps.pushes.load(key, from, to);
    const group = (name: Exclude<ChangeGroup, 'files'>): Entry[] =>
      groups[name].files.length === 0
        ? []
        : [{ key: `group ${name}`, data: { kind: 'change-group', mergeRequest: key, group: name } }];
    const note = (name: ChangeNote, isShown: boolean): Entry[] =>
      isShown ? [{ key: `note ${name}`, data: { kind: 'change-note', mergeRequest: key, note: name } }] : [];
    return [
      ...note('range', this.#isPart(shown)),
      ...note('filter', isFiltering(filter)),
      ...this.#inside(shown, 'files', ''),
      ...group('generated'),
      ...group('rebased'),
      ...note('none', shown.count === 0 && set.failure === undefined && set.complete),
      ...note('more', !set.complete && set.failure === undefined),
      ...note('failed', set.failure !== undefined),
      ...note('limited', set.overflow),
    ];
  }

  /** Applies changed checkboxes by row. */
  async check(boxes: readonly (readonly [TreeNode, checked: boolean])[]): Promise<void> {
    const { viewed, shownChanges } = this.#deps;
    for (const [node, checked] of boxes) {
      const { target } = node;
      if (target?.kind !== 'change' && target?.kind !== 'change-folder') continue;
      await viewed.set(target.mergeRequest, await shownChanges.filesOf(target), checked);
    }
  }

  /**
   * Returns a function that is true for the section of a merge request, or for all such sections if `key` is
   * undefined.
   */
  concernedBy(key: MergeRequestKey | undefined): (node: TreeNode) => boolean {
    const id = key && mergeRequestId(key);
    return ({ data }) =>
      data.kind === 'section' &&
      data.section === 'changes' &&
      (id === undefined || mergeRequestId(data.mergeRequest) === id);
  }

  #inside(shown: GroupedChanges, group: ChangeGroup, path: string): readonly Entry[] {
    const { mergeRequest } = shown.set;
    const entry = (file: ReviewFile): Entry => ({
      key: `file ${file.path}`,
      data: { kind: 'change', mergeRequest, path: file.path },
    });
    if (this.#deps.changesLayout.current === 'list') return sortedFiles(shown.groups[group].files).map(entry);
    const { folders, files } = shown.groups[group].tree.inside(path);
    return [
      ...folders.map((folder): Entry => ({
        key: `folder ${folder.path}`,
        data: { kind: 'change-folder', mergeRequest, group, ...folder },
      })),
      ...files.map(entry),
    ];
  }

  /** True unless all changes of the latest version are shown. */
  #isPart({ set: { range, mergeRequest } }: GroupedChanges): boolean {
    const newest = this.#deps.changes.peekVersions(mergeRequest)?.[0]?.id;
    return range.from !== undefined || (range.to !== undefined && range.to !== newest);
  }

  #note(note: ChangeNote, { set, filter, count, progress }: GroupedChanges): Row {
    const { mergeRequest: key, files, range, failure } = set;
    switch (note) {
      case 'range': {
        const { changes } = this.#deps;
        const isKnown = range.from !== undefined && range.to !== undefined;
        return rangeRow({
          from: changes.versionNumber(key, range.from),
          to: changes.versionNumber(key, range.to),
          newest: changes.versionNumber(key, changes.peekVersions(key)?.[0]?.id),
          compared: range.from !== undefined,
          sinceReview: range.from !== undefined && !changes.isChosen(key),
          push: isKnown ? this.#deps.pushes.peek(key, range.from, range.to) : undefined,
          base: set.refs?.base,
        });
      }
      case 'filter':
        return changeFilterRow(filter, count, files.length);
      case 'more':
        return moreFilesRow();
      case 'failed':
        return restFailedRow(failure);
      case 'limited':
        return limitedRow(files.length);
      case 'none': {
        const compared = range.from !== undefined;
        const isFiltered = isFiltering(filter) && (progress.files > 0 || files.length > 0);
        if (isFiltered) return noChangesRow('filtered');
        return noChangesRow(compared ? 'compared' : set.refs === undefined ? 'unprepared' : 'all');
      }
    }
  }
}
