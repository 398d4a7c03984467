import { TabInputTextDiff, Uri, window, workspace } from 'vscode';
import type { Changes } from '../../../app/changes/changes';
import type { SideContent } from '../../../app/changes/sides/side-content';
import type { HeadClone, HeadClones } from '../../../app/changes/working-files/head-clones';
import { type CommentableFile, mayBeText } from '../../../app/changes/working-files/working-text';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { background, ignoreError, orUndefined } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter, type Event } from '../../../base/emitter';
import { hasLoneReturns } from '../../../base/lone-returns';
import { readSideAddress, REVIEW_SCHEME, type SideAddress } from '../../../presentation/changes/side-address';
import { resolvePathInside } from '../../shared/editor/inside-of';
import { setWorkingSide, type WorkingSide, workingSide } from './shown-side';

export interface WorkingSidesDeps {
  readonly changes: Pick<Changes, 'versions' | 'peekVersions' | 'whole' | 'onDidChange'>;
  readonly content: Pick<SideContent, 'read'>;
  readonly heads: Pick<HeadClones, 'of' | 'contain'>;
  /** The merge requests of the checked-out branch. */
  readonly branch: { current(): readonly MergeRequestKey[] };
  readonly isOn: () => boolean;
  /** The checked-out commits, the merge requests of the branch, or the settings changed. */
  readonly changed: readonly Event<unknown>[];
}

/**
 * Finds the files of the workspace that are used as the new side of a diff: those of a merge request whose head is
 * checked out. Sends no request unless a file of a clone is visible whose branch has a merge request.
 */
export class WorkingSides implements Disposable {
  readonly #deps: WorkingSidesDeps;
  readonly #parts = new DisposableStore();
  readonly #changed = new Emitter<Uri>();
  readonly #sides = new Map<string, Uri>();
  /** The visible files that were searched for since the last change. */
  readonly #searched = new Set<string>();
  #generation = 0;

  /** Fires when a file becomes a side, is no longer one, or is that of another version. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: WorkingSidesDeps) {
    this.#deps = deps;
    const update = (): void => {
      this.#update();
    };
    this.#parts.add(window.onDidChangeVisibleTextEditors(update));
    this.#parts.add(window.tabGroups.onDidChangeTabs(update));
    for (const event of deps.changed) this.#parts.add(event(() => this.#repeat()));
    this.#parts.add(
      deps.changes.onDidChange((key) => {
        if (this.#isOutdated(key)) this.#repeat();
      }),
    );
    this.#parts.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#searched.delete(uri.toString());
        if (this.#sides.has(uri.toString())) this.#set(uri, undefined);
      }),
    );
    this.#parts.add(this.#changed);
    update();
  }

  /** The files that are currently sides. */
  get all(): readonly Uri[] {
    return [...this.#sides.values()];
  }

  /** Returns the file of the workspace that is used as the new side of a file; undefined if there is none. */
  async find(key: MergeRequestKey, frame: CommentableFile): Promise<Uri | undefined> {
    // Without it, the diff shows the commit and reports failures.
    const found = await orUndefined(this.#find(key, frame));
    if (found !== undefined) this.#set(found.uri, found.side);
    return found?.uri;
  }

  /** Removes everything after the account changed. */
  clear(): void {
    this.#generation++;
    this.#searched.clear();
    for (const uri of this.all) this.#set(uri, undefined);
  }

  dispose(): void {
    this.clear();
    this.#parts.dispose();
  }

  async #find(key: MergeRequestKey, { refs, diff }: CommentableFile) {
    if (!this.#deps.isOn() || !mayBeText(diff)) return undefined;
    const [newest] = await this.#deps.changes.versions(key);
    if (newest?.head_commit_sha !== refs.head || newest.base_commit_sha !== refs.base) return undefined;
    const clone = await this.#deps.heads.of(key, refs.head);
    if (clone === undefined) return undefined;
    const uri = await resolvePathInside(Uri.parse(clone.repository, true), diff.newPath);
    if (typeof uri === 'string') return undefined;
    const { base, project, iid } = key;
    const address: SideAddress = {
      base,
      project,
      iid,
      from: refs.base,
      to: refs.head,
      side: 'new',
      form: 'file',
      path: diff.newPath,
    };
    const text = await this.#deps.content.read(address);
    // Symbolic links, Git LFS files, and incomplete texts differ from the file of the workspace.
    if (text.what !== 'text' || text.note !== undefined) return undefined;
    // The editor's lines of such a file aren't those of its diff.
    if (hasLoneReturns(text.bytes)) return undefined;
    const head = new TextDecoder().decode(text.bytes);
    return { uri, side: { address, text: head, unpushed: clone.unpushed } };
  }

  /** True if a side shows an older version, or the latest version has to be read again. */
  #isOutdated(key: MergeRequestKey): boolean {
    const id = mergeRequestId(key);
    const head = this.#deps.changes.peekVersions(key)?.[0]?.head_commit_sha;
    return this.all.some((uri) => {
      const address = workingSide(uri)?.address;
      return address !== undefined && mergeRequestId(address) === id && address.to !== head;
    });
  }

  /** Searches again for all files. */
  #repeat(): void {
    this.#generation++;
    this.#searched.clear();
    this.#update(this.all);
  }

  #update(others: readonly Uri[] = []): void {
    const visible = window.visibleTextEditors.map(({ document }) => document.uri);
    for (const uri of [...others, ...visible]) {
      const name = uri.toString();
      if (OTHER_SCHEMES.has(uri.scheme) || this.#searched.has(name)) continue;
      const keys = this.#keysOf(uri);
      if (keys.length === 0) {
        if (this.#sides.has(name)) this.#set(uri, undefined);
        continue;
      }
      this.#searched.add(name);
      background(this.#search(uri, keys));
    }
  }

  /** The merge requests that may change a file: that of its diff, and those of the checked-out branch. */
  #keysOf(uri: Uri): readonly MergeRequestKey[] {
    const name = uri.toString();
    const opened = window.tabGroups.all.flatMap(({ tabs }) =>
      tabs.flatMap(({ input }) =>
        input instanceof TabInputTextDiff && input.modified.toString() === name
          ? (readSideAddress(input.original) ?? [])
          : [],
      ),
    );
    const known = workingSide(uri)?.address ?? [];
    return [...opened, known].flat().map(keyOf).concat(this.#deps.branch.current());
  }

  async #search(uri: Uri, keys: readonly MergeRequestKey[]): Promise<void> {
    const generation = this.#generation;
    const before = workingSide(uri);
    // A diff that was opened meanwhile may be that of a merge request that isn't known to belong to the branch yet.
    const isCurrent = (): boolean => generation === this.#generation && workingSide(uri) === before;
    try {
      for (const key of keys) {
        const side = await this.#sideOf(uri, key);
        if (!isCurrent()) return;
        if (side === undefined) continue;
        this.#set(uri, side);
        return;
      }
      this.#set(uri, undefined);
    } catch (error) {
      ignoreError(error);
      // The next change of the visible editors tries again.
      if (generation === this.#generation) this.#searched.delete(uri.toString());
    }
  }

  async #sideOf(uri: Uri, key: MergeRequestKey): Promise<WorkingSide | undefined> {
    if (!this.#deps.isOn() || !(await this.#deps.heads.contain(uri.toString()))) return undefined;
    const [newest] = await this.#deps.changes.versions(key);
    const head = newest?.head_commit_sha;
    const clone = head ? await this.#deps.heads.of(key, head) : undefined;
    const path = clone && pathIn(clone, uri);
    if (path === undefined) return undefined;
    const { refs, files } = await this.#deps.changes.whole(key, { from: undefined, to: newest?.id });
    const file = files.find(({ diff }) => diff.newPath === path && diff.change !== 'deleted');
    const found = refs && file && (await this.#find(key, { refs, diff: file.diff }));
    return found?.uri.toString() === uri.toString() ? found.side : undefined;
  }

  #set(uri: Uri, side: WorkingSide | undefined): void {
    if (side === undefined) this.#sides.delete(uri.toString());
    else this.#sides.set(uri.toString(), uri);
    if (setWorkingSide(uri, side)) this.#changed.fire(uri);
  }
}

/** Documents that can't be files of a clone. */
const OTHER_SCHEMES = new Set([REVIEW_SCHEME, 'comment', 'output', 'git', 'untitled']);

const keyOf = ({ base, project, iid }: SideAddress): MergeRequestKey => ({ base, project, iid });

/** Returns the path of a file below the root of a clone. */
function pathIn({ repository }: HeadClone, uri: Uri): string | undefined {
  const root = Uri.parse(repository, true);
  const folder = `${root.path.replace(/\/$/, '')}/`;
  const isInside =
    uri.scheme === root.scheme && uri.authority === root.authority && uri.path.startsWith(folder);
  return isInside ? uri.path.slice(folder.length) : undefined;
}
