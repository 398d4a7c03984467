import type { Clock } from '../../base/clock';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { LruMap } from '../../base/lru-map';
import {
  CHANGE_GROUPS,
  type ChangeGroup,
  countLines,
  groupChanges,
} from '../../domain/changes/change-groups';
import { type ChangeFilter, filtered, isFiltering } from '../../domain/changes/file-filter';
import { FileTree } from '../../domain/changes/file-tree';
import type { ReviewFile } from '../../domain/changes/review-file';
import type { Target } from '../../schemas/target';
import { mergeRequestId, type MergeRequestKey, type ProjectKey } from '../shared/keys';
import type { ChangeFilters } from './change-filter';
import type { ChangeSet } from './change-set';
import type { Changes } from './changes';
import type { GeneratedPatterns } from './generated-patterns';
import type { ViewedFiles } from './viewed-files';

export interface ShownChangesDeps {
  readonly changes: Pick<Changes, 'get' | 'peek' | 'onDidChange'>;
  readonly viewed: Pick<ViewedFiles, 'isViewed' | 'count' | 'onDidChange'>;
  readonly filters: ChangeFilters;
  /** The patterns for generated files from the settings. */
  readonly generated: {
    for(project: ProjectKey, files: readonly ReviewFile[]): GeneratedPatterns;
    readonly onDidChange: Event<void>;
  };
  readonly clock: Clock;
}

/** The files of a group, as a list and as a tree. */
export interface ShownGroup {
  readonly files: readonly ReviewFile[];
  /** Created when first needed. */
  readonly tree: FileTree<ReviewFile>;
}

/** The changes of a merge request, grouped and filtered. */
export interface GroupedChanges {
  readonly set: ChangeSet;
  readonly filter: ChangeFilter;
  readonly groups: Readonly<Record<ChangeGroup, ShownGroup>>;
  /** Number of files that match the filter. */
  readonly count: number;
  /** Number of files and of viewed files, without files that only a rebase changed. */
  readonly progress: { readonly files: number; readonly viewed: number };
  readonly lines: { readonly added: number; readonly removed: number };
  file(path: string): ReviewFile | undefined;
  isGenerated(file: ReviewFile): boolean;
}

/** Minimum milliseconds between updates while pages are being read. */
const PAGES_MS = 300;
/** Maximum number of merge requests whose groups are cached. */
const MAX_KEPT = 20;

interface Kept {
  readonly files: readonly ReviewFile[];
  readonly length: number;
  readonly shown: GroupedChanges;
}

/** The displayed changes of merge requests, cached until something changes. */
export class ShownChanges implements Disposable {
  readonly #deps: ShownChangesDeps;
  readonly #kept = new LruMap<string, Kept>(MAX_KEPT);
  readonly #changed = new Emitter<MergeRequestKey | undefined>();
  readonly #parts = new DisposableStore();
  readonly #end = new AbortController();
  /** Merge requests for which the event fired recently; true if they changed again since then. */
  readonly #throttled = new Map<string, boolean>();

  /** Fires when the displayed changes of a merge request, or of all of them if undefined, changed. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: ShownChangesDeps) {
    this.#deps = deps;
    const invalidate = (key: MergeRequestKey): void => {
      this.#kept.delete(mergeRequestId(key));
      this.#changed.fire(key);
    };
    for (const subscription of [
      deps.changes.onDidChange((key) => {
        this.#notify(key);
      }),
      deps.viewed.onDidChange(invalidate),
      deps.filters.onDidChange(invalidate),
      deps.generated.onDidChange(() => {
        this.#kept.clear();
        this.#changed.fire(undefined);
      }),
    ])
      this.#parts.add(subscription);
  }

  /** Returns the changes if they are loaded. */
  peek(key: MergeRequestKey): GroupedChanges | undefined {
    const set = this.#deps.changes.peek(key);
    return set && this.#of(set);
  }

  /** Returns the changes; reads them if needed. */
  async get(key: MergeRequestKey): Promise<GroupedChanges> {
    return this.#of(await this.#deps.changes.get(key));
  }

  /** Returns the displayed files of a row. */
  async filesOf(
    target: Extract<Target, { readonly kind: 'change' | 'change-folder' }>,
  ): Promise<readonly ReviewFile[]> {
    const shown = await this.get(target.mergeRequest);
    if (target.kind === 'change') return [shown.file(target.path) ?? []].flat();
    const group = CHANGE_GROUPS.find((each) => each === target.group);
    return group === undefined ? [] : shown.groups[group].tree.below(target.path);
  }

  dispose(): void {
    this.#end.abort();
    this.#parts.dispose();
    this.#changed.dispose();
  }

  #of(set: ChangeSet): GroupedChanges {
    const id = mergeRequestId(set.mergeRequest);
    const kept = this.#kept.get(id);
    // Pages are appended to the same list.
    if (kept?.files === set.files && kept.length === set.files.length) return { ...kept.shown, set };
    const shown = shownOf(set, this.#deps);
    this.#kept.set(id, { files: set.files, length: set.files.length, shown });
    return shown;
  }

  /** Fires immediately for the first page, then once for all pages within `PAGES_MS`. */
  #notify(key: MergeRequestKey): void {
    const id = mergeRequestId(key);
    if (this.#throttled.has(id)) {
      this.#throttled.set(id, true);
      return;
    }
    this.#throttled.set(id, false);
    this.#changed.fire(key);
    this.#deps.clock.wait(PAGES_MS, this.#end.signal).then(
      () => {
        const more = this.#throttled.get(id) === true;
        this.#throttled.delete(id);
        if (more) this.#notify(key);
      },
      () => undefined,
    );
  }
}

function shownOf(set: ChangeSet, { viewed, filters, generated }: ShownChangesDeps): GroupedChanges {
  const key = set.mergeRequest;
  const files = [...set.files];
  const filter = filters.of(key);
  const isGeneratedPath = generated.for(key, files);
  const fitting = isFiltering(filter) ? filtered(files, filter, (file) => viewed.isViewed(key, file)) : files;
  const own = files.filter(({ comparison }) => comparison !== 'rebased');
  const groups = groupChanges(fitting, isGeneratedPath);
  const byPath = new Map(files.map((file) => [file.path, file]));
  return {
    set,
    filter,
    groups: {
      files: new Group(groups.files),
      generated: new Group(groups.generated),
      rebased: new Group(groups.rebased),
    },
    count: fitting.length,
    progress: { files: own.length, viewed: viewed.count(key, own) },
    lines: countLines(files),
    file: (path) => byPath.get(path),
    isGenerated: (file) => isGeneratedPath(file.path) ?? file.generated,
  };
}

class Group implements ShownGroup {
  readonly files: readonly ReviewFile[];
  #tree: FileTree<ReviewFile> | undefined;

  constructor(files: readonly ReviewFile[]) {
    this.files = files;
  }

  get tree(): FileTree<ReviewFile> {
    return (this.#tree ??= new FileTree(this.files));
  }
}
