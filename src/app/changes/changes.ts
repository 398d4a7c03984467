import type { CallOptions, Client } from '../../api/client';
import { untilAborted } from '../../base/abort';
import { background, orUndefined } from '../../base/background';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import type { ReviewRange } from '../../domain/changes/review-file';
import { serverBlobIds } from '../git/blob-ids';
import type { MergeRequests } from '../merge-requests/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../shared/keys';
import type { ChangeSet } from './change-set';
import { ChosenRanges, hasVersion, type RangeChoice } from './chosen-ranges';
import { type Blobs, type ComparedPair, ComparedVersions } from './compared-versions';
import { type DiffVersion, DiffVersions } from './diff-versions';
import { KeptVersionFiles } from './kept-version-files';
import { readLatestVersion, readRaw, readVersionFiles, VersionFiles } from './version-files';

export type { DiffVersion } from './diff-versions';

export interface ChangesDeps {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'get' | 'peek' | 'onDidChange'>;
  /** The version that the user reviewed last, if any. */
  readonly reviewed: {
    last(key: MergeRequestKey): { readonly version: number } | undefined;
    readonly onDidChange: Event<MergeRequestKey>;
  };
  /** Compares binary files with the objects of local clones. Without it, such files may count as changed. */
  readonly blobs?: Blobs;
}

/**
 * The changes of merge requests, by version of their diff. Reads only what is requested. Versions never
 * change; the list of versions is read again when a merge request has another head.
 */
export class Changes implements Disposable {
  readonly #deps: ChangesDeps;
  readonly #versions: DiffVersions;
  readonly #chosen = new ChosenRanges();
  readonly #files = new KeptVersionFiles();
  readonly #compared: ComparedVersions;
  readonly #changed = new Emitter<MergeRequestKey>();
  readonly #parts = new DisposableStore();
  #end = new AbortController();

  /** Fires when the files, the versions, or the displayed range of a merge request change. */
  readonly onDidChange = this.#changed.event;

  constructor(deps: ChangesDeps) {
    this.#deps = deps;
    this.#versions = new DiffVersions(deps);
    this.#compared = new ComparedVersions(deps.blobs);
    this.#parts.add(
      deps.reviewed.onDidChange((key) => {
        this.#changed.fire(key);
      }),
    );
    this.#parts.add(
      deps.mergeRequests.onDidChange((changes) => {
        for (const change of changes) if (change.kind === 'merge-request') this.#refreshIfNewer(change.key);
      }),
    );
  }

  /**
   * Returns the versions, latest first; empty if the server has none. May be incomplete: see
   * `readOlderVersions`.
   */
  versions(key: MergeRequestKey, options?: CallOptions): Promise<readonly DiffVersion[]> {
    return this.#readVersions(key, options);
  }

  peekVersions(key: MergeRequestKey): readonly DiffVersion[] | undefined {
    return this.#versions.peek(key);
  }

  /** The number of a version; the oldest is 1. Undefined if the version isn't loaded. */
  versionNumber(key: MergeRequestKey, version: number | undefined): number | undefined {
    return this.#versions.number(key, version);
  }

  /** The number of older versions that aren't loaded. */
  olderVersions(key: MergeRequestKey): number {
    return this.#versions.older(key);
  }

  /** Reads the next page of older versions. */
  readOlderVersions(key: MergeRequestKey, options?: CallOptions): Promise<void> {
    return this.#versions.readOlder(key, options);
  }

  /**
   * The displayed range: the selected one, or else the changes since the last review, or else all changes.
   * Undefined while the versions aren't loaded.
   */
  range(key: MergeRequestKey): ReviewRange | undefined {
    const versions = this.peekVersions(key);
    if (versions === undefined) return undefined;
    const newest = versions[0]?.id;
    const last = this.#deps.reviewed.last(key)?.version;
    const from = last !== undefined && last !== newest && hasVersion(versions, last) ? last : undefined;
    return this.#chosen.of(key, versions) ?? { from, to: newest };
  }

  /** True if the user selected the displayed range. */
  isChosen(key: MergeRequestKey): boolean {
    return this.#chosen.of(key, this.peekVersions(key) ?? []) !== undefined;
  }

  /** The number of versions that are newer than the displayed one. */
  newerVersions(key: MergeRequestKey): number {
    const to = this.range(key)?.to;
    const index = this.peekVersions(key)?.findIndex(({ id }) => id === to) ?? -1;
    return Math.max(index, 0);
  }

  /** Selects the displayed range; undefined restores the default. */
  setRange(key: MergeRequestKey, choice: RangeChoice | undefined): void {
    this.#chosen.set(key, choice);
    this.#changed.fire(key);
  }

  /**
   * Returns the displayed changes. Resolves after the first page; `complete` is false while more are being
   * read.
   */
  async get(key: MergeRequestKey, options?: CallOptions): Promise<ChangeSet> {
    await this.#readVersions(key, options);
    return this.#read(key, this.range(key) ?? { from: undefined, to: undefined }, 'first', options);
  }

  /** Returns all displayed changes, or all changes of `range`. */
  async whole(key: MergeRequestKey, range?: ReviewRange, options?: CallOptions): Promise<ChangeSet> {
    await this.#readVersions(key, options);
    const wanted = range ?? this.range(key) ?? { from: undefined, to: undefined };
    return this.#read(key, wanted, 'all', options);
  }

  /**
   * Returns all changes of `range`, after the files without changed lines, such as binary files, were compared with the
   * server's.
   */
  async compared(key: MergeRequestKey, range: ReviewRange, options?: CallOptions): Promise<ChangeSet> {
    const { from } = range;
    const set = await this.whole(key, range, options);
    if (from === undefined) return set;
    const [older, newer] = await Promise.all([from, range.to].map((id) => this.#filesOf(key, id, false)));
    if (older === undefined || newer === undefined) return set;
    await untilAborted(this.#compared.requested(this.#pairOf(key, range, newer, older)), options?.signal);
    return this.#setOf(key, range, newer, older);
  }

  /** Returns the displayed changes if they are loaded. */
  peek(key: MergeRequestKey): ChangeSet | undefined {
    const range = this.range(key);
    if (range === undefined) return undefined;
    const to = this.#files.get(idOf(key, range.to));
    const from = range.from === undefined ? undefined : this.#files.get(idOf(key, range.from));
    if (to === undefined || (range.from !== undefined && from === undefined)) return undefined;
    if (range.from !== undefined && !(to.complete && from?.complete === true)) return undefined;
    return this.#setOf(key, range, to, from);
  }

  /** Removes files that couldn't be read, so that they are read again. */
  retry(key: MergeRequestKey): void {
    this.#files.deleteFailed(`${mergeRequestId(key)} `);
    this.#changed.fire(key);
  }

  /** Reads the latest version from the repository, including files that the server omitted. */
  async readLeftOut(key: MergeRequestKey, options?: CallOptions): Promise<void> {
    const [newest] = await this.versions(key, options);
    const id = idOf(key, newest?.id);
    const signal = this.#end.signal;
    const head = newest?.head_commit_sha ?? this.#deps.mergeRequests.peek(key)?.sha ?? '';
    const files = new VersionFiles(head, (take) =>
      readRaw(this.#client(key), key, take, { ...options, signal }),
    );
    await files.all;
    this.#files.end(id, files);
    this.#changed.fire(key);
  }

  /** Clears the cache after the account changed. */
  clear(): void {
    this.#end.abort();
    this.#end = new AbortController();
    const keys = this.#versions.clear();
    this.#files.clear();
    for (const key of keys) this.#changed.fire(key);
  }

  dispose(): void {
    this.#end.abort();
    this.#parts.dispose();
    this.#changed.dispose();
  }

  readonly #client = ({ base }: MergeRequestKey): Client => this.#deps.clientFor(base);

  /** Reads the versions back to the last review. */
  async #readVersions(key: MergeRequestKey, options?: CallOptions): Promise<readonly DiffVersion[]> {
    const wasKnown = this.peekVersions(key) !== undefined;
    const versions = await this.#versions.read(key, this.#deps.reviewed.last(key)?.version, options);
    // If the displayed files were loaded already, no other event fires for the new versions.
    if (!wasKnown && this.peek(key) !== undefined) this.#changed.fire(key);
    return versions;
  }

  async #read(
    key: MergeRequestKey,
    range: ReviewRange,
    until: 'first' | 'all',
    options?: CallOptions,
  ): Promise<ChangeSet> {
    // An incomplete list is sufficient for displaying, because `failure` is set.
    const part = until === 'first' && range.from === undefined;
    const to = await this.#filesOf(key, range.to, part);
    const from = range.from === undefined ? undefined : await this.#filesOf(key, range.from, part);
    // A comparison requires all files of both versions.
    const waits = from === undefined ? [to[until]] : [to.all, from.all];
    await untilAborted(Promise.all(waits), options?.signal);
    if (from !== undefined) {
      const server: Blobs = (paths) => serverBlobIds(this.#client(key), key.project, paths);
      const reading = this.#compared.learn(this.#pairOf(key, range, to, from), server, () => {
        this.#changed.fire(key);
      });
      if (await untilAborted(reading, options?.signal)) this.#changed.fire(key);
    }
    return this.#setOf(key, range, to, from);
  }

  #pairOf(key: MergeRequestKey, range: ReviewRange, to: VersionFiles, from: VersionFiles): ComparedPair {
    const [refs, fromRefs] = [range.to, range.from].map((version) => this.#versions.refs(key, version));
    return { from, to, refs, fromRefs };
  }

  #setOf(
    key: MergeRequestKey,
    range: ReviewRange,
    to: VersionFiles,
    from: VersionFiles | undefined,
  ): ChangeSet {
    const refs = this.#versions.refs(key, range.to);
    const fromRefs = range.from === undefined ? undefined : this.#versions.refs(key, range.from);
    return {
      mergeRequest: key,
      range,
      refs,
      fromRefs,
      files: from === undefined ? to.list : this.#compared.files(this.#pairOf(key, range, to, from)),
      complete: to.complete,
      overflow: to.overflow || from?.overflow === true,
      failure: to.failure ?? from?.failure,
    };
  }

  /** Discards the list of versions after the head changed. */
  #refreshIfNewer(key: MergeRequestKey): void {
    if (!this.#versions.refreshNewest(key)) return;
    this.#files.delete(idOf(key, undefined));
    this.#changed.fire(key);
  }

  async #filesOf(
    key: MergeRequestKey,
    version: number | undefined,
    partWillDo: boolean,
  ): Promise<VersionFiles> {
    const usable = (): VersionFiles | undefined => {
      const known = this.#files.get(idOf(key, version));
      if (known?.failure === undefined) return known;
      return partWillDo && known.list.length > 0 ? known : undefined;
    };
    const known = usable();
    if (known !== undefined) return known;
    const { changes_count: count, sha } = await this.#deps.mergeRequests.get(key);
    // Another call may have started reading in the meantime.
    const meanwhile = usable();
    if (meanwhile !== undefined) return meanwhile;
    const newest = this.peekVersions(key)?.[0];
    const isNow = version === undefined || (version === newest?.id && newest.head_commit_sha === sha);
    const id = idOf(key, version);
    const { signal } = this.#end;
    const head = this.#versions.refs(key, version)?.head ?? sha ?? '';
    const files: VersionFiles = new VersionFiles(head, (take) => {
      const page = (entries: Parameters<typeof take>[0]): void => {
        take(entries);
        this.#changed.fire(key);
      };
      return version === undefined || isNow
        ? readLatestVersion(this.#client(key), { key, count }, page, { signal })
        : readVersionFiles(this.#client(key), { key, version }, take, { signal });
    });
    this.#files.begin(id, files);
    const ended = orUndefined(files.all);
    background(
      ended.then(() => {
        if (!this.#files.isBeingRead(id, files)) return;
        this.#files.end(id, files);
        // If the first page failed, the caller reports it. Firing would make all listeners retry.
        if (files.failure === undefined || files.list.length > 0) this.#changed.fire(key);
      }),
    );
    return files;
  }
}

const idOf = (key: MergeRequestKey, version: number | undefined): string =>
  `${mergeRequestId(key)} ${version ?? 'now'}`;
